//! Colourings and matchings of graphs: counts that are known, and lists of edges that are none.

use crate::common;

use std::ops::ControlFlow;

use quadrille_cover::Search;
use quadrille_gallery::graphs::{Colouring, Degree, Edge, Graph, Matching};
use quadrille_gallery::{GalleryError, Instance};
use quadrille_testkit::{ItemKind, SplitMix64, dlx, oracle, shared};

fn graph(edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let lines: Vec<String> = edges.into_iter().map(|(u, v)| format!("v{u} v{v}\n")).collect();
    Graph::parse(&lines.concat()).unwrap()
}

fn complete(n: usize) -> Graph {
    graph((0..n).flat_map(|u| (0..u).map(move |v| (v, u))))
}

fn cycle(n: usize) -> Graph {
    graph((0..n).map(|u| (u, (u + 1) % n)))
}

/// The generalised Petersen graph: a cycle of n, spokes, and n inner vertices in steps of k.
fn petersen(n: usize, k: usize) -> Graph {
    graph((0..n).flat_map(|u| [(u, (u + 1) % n), (u, n + u), (n + u, n + (u + k) % n)]))
}

fn icosahedron_edges() -> Vec<(usize, usize)> {
    let around = (0..5).flat_map(|i| {
        let (upper, lower) = (2 + i, 7 + i);
        let (next_upper, next_lower) = (2 + (i + 1) % 5, 7 + (i + 1) % 5);
        [(0, upper), (upper, next_upper), (upper, lower), (next_upper, lower)]
            .into_iter()
            .chain([(lower, next_lower), (1, lower)])
    });
    around.collect()
}

/// The truncated icosahedron: a vertex at each end of each edge of the icosahedron.
fn buckyball() -> Graph {
    let edges = icosahedron_edges();
    let joined = |u, v| edges.contains(&(u, v)) || edges.contains(&(v, u));
    let mut list = String::new();
    for u in 0..12 {
        let around: Vec<usize> = (0..12).filter(|&v| joined(u, v)).collect();
        for &v in &around {
            list += &format!("{u}-{v} {v}-{u}\n");
            for &w in around.iter().filter(|&&w| joined(v, w)) {
                list += &format!("{u}-{v} {u}-{w}\n");
            }
        }
    }
    Graph::parse(&list).unwrap()
}

fn count(instance: &Instance) -> u64 {
    common::count(&instance.problem)
}

fn colourings(graph: &Graph, colours: usize) -> u64 {
    count(&Colouring::new(graph, colours).instance().unwrap())
}

fn matchings(graph: &Graph, degree: &str) -> u64 {
    count(&Matching::new(graph).degree(degree.parse().unwrap()).instance().unwrap())
}

/// The cost of the cheapest solution.
fn cheapest(instance: &Instance) -> Option<u64> {
    let mut best: Option<u64> = None;
    let matrix = instance.problem.matrix();
    let outcome = Search::new().for_each(&instance.problem, |solution| {
        let cost = solution.iter().map(|&option| matrix.cost(option)).sum();
        best = Some(best.map_or(cost, |best| best.min(cost)));
        ControlFlow::Continue(())
    });
    assert!(outcome.unwrap().verdict.is_exhausted());
    best
}

#[test]
fn the_numbers_of_colourings_are_the_values_of_chromatic_polynomials() {
    assert_eq!(colourings(&petersen(5, 2), 3), 120);
    assert_eq!(colourings(&complete(4), 3), 0);
    assert_eq!(colourings(&complete(5), 7), 7 * 6 * 5 * 4 * 3);
    // (k − 1)ⁿ + (−1)ⁿ(k − 1) for a cycle.
    assert_eq!(colourings(&cycle(7), 2), 0);
    assert_eq!(colourings(&cycle(8), 2), 2);
    assert_eq!(colourings(&cycle(7), 4), 2187 - 3);
    assert_eq!(colourings(&petersen(10, 2), 3), 7200);
    assert_eq!(colourings(&graph(icosahedron_edges()), 4), 240);
    let octahedron =
        graph((0..6).flat_map(|u| (0..u).filter(move |&v| u + v != 5).map(move |v| (v, u))));
    assert_eq!(colourings(&octahedron, 3), 6);
    let grid = graph((0..16).flat_map(|cell| {
        let right = (cell % 4 < 3).then_some((cell, cell + 1));
        let below = (cell < 12).then_some((cell, cell + 4));
        right.into_iter().chain(below)
    }));
    assert_eq!(colourings(&grid, 3), 7812);
}

#[test]
fn vertices_without_edges_take_every_colour() {
    let apart = Graph::parse("a b\nc\nd\n").unwrap();
    assert_eq!(colourings(&apart, 3), 6 * 9);
}

#[test]
fn fixing_a_clique_divides_the_count_as_the_comment_says() {
    let mut random = SplitMix64::new(6);
    for round in 0..30 {
        let n = random.between(1, 6);
        let mut list: String = (0..n).map(|v| format!("v{v}\n")).collect();
        for u in 0..n {
            for v in (0..u).filter(|_| random.chance(60)) {
                list += &format!("v{u} v{v}\n");
            }
        }
        let graph = Graph::parse(&list).unwrap();
        let all = colourings(&graph, 4);
        let few = Colouring::new(&graph, 4).breaking_symmetry(true).instance().unwrap();
        let comment = few.comments.iter().find(|comment| comment.starts_with("fixed: ")).unwrap();
        let times = comment.split_once("there are ").unwrap().1;
        let factor: u64 = times.split_whitespace().next().unwrap().parse().unwrap();
        assert_eq!(factor * count(&few), all, "round {round}: {list}");
        assert!(factor >= 4, "{comment}");
    }
}

#[test]
fn a_clique_that_is_too_large_is_told() {
    let instance = Colouring::new(&complete(5), 3).breaking_symmetry(true).instance().unwrap();
    assert_eq!(count(&instance), 0);
    assert_eq!(instance.warnings, ["no solution: 5 vertices are joined to one another"]);
}

#[test]
fn the_numbers_of_perfect_matchings_are_known() {
    assert_eq!(matchings(&complete(6), "1"), 15);
    assert_eq!(matchings(&complete(7), "1"), 0);
    assert_eq!(matchings(&complete(8), "1"), 105);
    assert_eq!(matchings(&petersen(5, 2), "1"), 6);
    assert_eq!(matchings(&petersen(10, 2), "1"), 36);
    assert_eq!(matchings(&graph(icosahedron_edges()), "1"), 125);
    let buckyball = buckyball();
    assert_eq!((buckyball.vertices().len(), buckyball.edges().len()), (60, 90));
    assert_eq!(matchings(&buckyball, "1"), 12_500);
}

#[test]
fn other_degrees_make_matchings_covers_and_factors() {
    assert_eq!(matchings(&complete(4), "0..1"), 10);
    assert_eq!(matchings(&petersen(5, 2), "0..1"), 332);
    assert_eq!(matchings(&cycle(9), "1.."), 76);
    assert_eq!(matchings(&complete(5), "1.."), 768);
    // Hamiltonian cycles of K5, and no two cycles.
    assert_eq!(matchings(&complete(5), "2"), 12);
    // Labelled 2-regular bipartite graphs on 4 + 4 vertices.
    let bipartite = graph((0..4).flat_map(|u| (4..8).map(move |v| (u, v))));
    assert_eq!(matchings(&bipartite, "2"), 90);
    let apart = Graph::parse("a b\nc\n").unwrap();
    assert_eq!((matchings(&apart, "1.."), matchings(&apart, "0..")), (0, 2));
}

#[test]
fn small_random_graphs_agree_with_the_oracle_on_counts_and_costs() {
    let mut random = SplitMix64::new(11);
    for round in 0..60 {
        let n = random.between(1, 6);
        let mut list: String = (0..n).map(|v| format!("v{v}\n")).collect();
        for u in 0..n {
            for v in 0..u {
                if random.chance(60) {
                    list += &format!("v{u} v{v} {}\n", random.below(20));
                }
            }
        }
        let graph = Graph::parse(&list).unwrap();
        for degree in ["1", "0..1", "1..", "0..2", "2", "1..3"] {
            let degree: Degree = degree.parse().unwrap();
            let instance = Matching::new(&graph).degree(degree).instance().unwrap();
            let theirs = dlx::parse(&instance.to_text().unwrap());
            let place = format!("round {round}, degree {degree}: {list}");
            let theirs = theirs.expect(&place);
            assert_eq!(Ok(count(&instance)), oracle::count(&theirs), "{place}");
            let costs = oracle::cheapest_costs(&theirs, 1).unwrap();
            assert_eq!(cheapest(&instance).map(u128::from), costs.first().copied(), "{place}");
        }
    }
}

#[test]
fn instances_with_known_answers_have_them() {
    let Some(folder) = shared::data_folder_or_skip("matchings with known counts and costs") else {
        return;
    };
    // Each of these files is a list of edges, and the same degree for all vertices.
    let rebuilt = |contents: &str| {
        let theirs = dlx::parse(contents).unwrap();
        let mut list = String::new();
        for option in &theirs.options {
            let [from, to] = option.entries.as_slice() else { panic!("{contents}") };
            let [from, to] = [from, to].map(|entry| &theirs.items[entry.item].name);
            list += &format!("{from} {to} {}\n", option.cost);
        }
        let ItemKind::Primary { min, max } = theirs.items[0].kind else { panic!("{contents}") };
        let graph = Graph::parse(&list).unwrap();
        Matching::new(&graph).degree(Degree { min, max: Some(max) }).instance().unwrap()
    };
    let is_graph = |file: &str| {
        ["match-", "allmatch-", "edgecover-", "regular", "assign-4", "assign-8", "pointmatch-"]
            .iter()
            .any(|name| file.starts_with(name))
    };
    let mut rows = 0;
    for row in shared::counts(&folder).unwrap().iter().filter(|row| is_graph(&row.file)) {
        assert_eq!(count(&rebuilt(&row.contents)), row.count, "{}", row.file);
        rows += 1;
    }
    assert!(rows >= 15, "{rows}");
    let mut rows = 0;
    for row in shared::costs(&folder).unwrap().iter().filter(|row| is_graph(&row.file)) {
        let instance = rebuilt(&row.contents);
        assert_eq!(cheapest(&instance), row.cheapest, "{}", row.file);
        rows += 1;
    }
    assert!(rows >= 3, "{rows}");
}

#[test]
fn an_assignment_has_its_cheapest_solution() {
    // By hand: of the six, ann-b, bob-c, cid-a costs 2 + 1 + 3, and every other one more.
    let text = "ann a 4\nann b 2\nann c 8\nbob a 4\nbob b 3\nbob c 1\ncid a 3\ncid b 2\ncid c 9\n";
    let graph = Graph::parse(text).unwrap();
    let instance = Matching::new(&graph).instance().unwrap();
    assert_eq!((count(&instance), cheapest(&instance)), (6, Some(6)));
    assert!(instance.to_text().unwrap().contains("\nann c |8\n"));
}

#[test]
fn what_cannot_be_matched_is_told() {
    let warnings = |list: &str, degree: &str| {
        let graph = Graph::parse(list).unwrap();
        Matching::new(&graph).degree(degree.parse().unwrap()).instance().unwrap().warnings
    };
    assert_eq!(
        warnings("a b\nb c\na c\n", "1"),
        ["no solution: 3 vertices, and 1 is odd as well: the ends of edges come in pairs"]
    );
    assert_eq!(warnings("a b\nb c\na c\n", "2"), Vec::<String>::new());
    assert_eq!(
        warnings("a b\nc\n", "1.."),
        ["no solution: vertex c has 0 edges, and needs at least 1"]
    );
}

#[test]
fn dimacs_lists_are_told_by_their_first_line() {
    let dimacs = "c a square\n\np edge 5 4\ne 1 2\ne 2 3 7\ne 2 1\nc more\ne 3 4\ne 4 1\n";
    let graph = Graph::parse(dimacs).unwrap();
    assert_eq!(graph.vertices(), ["1", "2", "3", "4", "5"]);
    let edge = |from, to, weight| Edge { from, to, weight };
    assert_eq!(graph.edges(), [edge(0, 1, 0), edge(1, 2, 7), edge(2, 3, 0), edge(3, 0, 0)]);
    // Without a `p` line the same words are vertices.
    let plain = Graph::parse("c e\ne p 3\r\np c").unwrap();
    assert_eq!(plain.vertices(), ["c", "e", "p"]);
    assert_eq!(plain.edges(), [edge(0, 1, 0), edge(1, 2, 3), edge(2, 0, 0)]);
    let plain = Graph::parse("\u{feff}p edge\nedge col 2  # no number of vertices\n");
    assert_eq!(plain.unwrap_err().to_string(), "1:7: end of line: expected the number of vertices");
}

#[test]
fn lists_that_are_none_are_told_where_and_why() {
    let cases = [
        ("a b\nc c\n", (2, 3), "an edge from \"c\" to itself: expected two vertices"),
        ("a b x\n", (1, 5), "weight \"x\": expected a whole number below 2^64"),
        ("a b -3\n", (1, 5), "weight \"-3\": expected a whole number below 2^64"),
        ("a b 1.5\n", (1, 5), "weight \"1.5\": expected a whole number below 2^64"),
        (
            "a b 18446744073709551616\n",
            (1, 5),
            "weight \"18446744073709551616\": expected a whole number below 2^64",
        ),
        ("a b 1 2 # c\n", (1, 7), "\"2\": expected the end of the line"),
        ("é b 1\nb é 2\n", (2, 5), "weight 2: this edge has weight 1 in line 1"),
        ("é b 1\n\n b é   # again\n", (3, 5), "weight 0: this edge has weight 1 in line 1"),
        ("é  a:b\n", (1, 4), "vertex \"a:b\": expected a name without `:`, `|`, `~`"),
        ("a|b\n", (1, 1), "vertex \"a|b\": expected a name without `:`, `|`, `~`"),
        ("a ~\n", (1, 3), "vertex \"~\": expected a name without `:`, `|`, `~`"),
        ("p edge x\n", (1, 8), "\"x\": expected a number of vertices, at most 4194304"),
        (
            "p col 99999999999 1\n",
            (1, 7),
            "\"99999999999\": expected a number of vertices, at most 4194304",
        ),
        ("p edge 2 1\ne 1 3\n", (2, 5), "\"3\": expected a vertex, 1 to 2"),
        ("p edge 1 1\ne 1 2\n", (2, 5), "\"2\": expected a vertex, 1"),
        ("p edge 0 1\ne 1 2\n", (2, 3), "\"1\": expected no edge, since there is no vertex"),
        ("p edge 2 1\ne 0 1\n", (2, 3), "\"0\": expected a vertex, 1 to 2"),
        ("p edge 2 1\ne 1\n", (2, 4), "end of line: expected a vertex"),
        ("p edge 2 1\n1 2\n", (2, 1), "\"1\": expected a line that begins with `e` or `c`"),
    ];
    for (text, position, message) in cases {
        let error = Graph::parse(text).unwrap_err();
        assert_eq!(error.position(), Some(position), "{text}");
        assert_eq!(error.message(), message, "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let graph = complete(3);
    let error = Colouring::new(&graph, 0).instance().unwrap_err();
    assert_eq!(error.to_string(), "colours: expected 1 to 65536, found 0");
    for bad in ["", "0", "0..0", "3..2", "..", "..2", "-1", "1-2", "a", "4294967296"] {
        let error = bad.parse::<Degree>().unwrap_err();
        assert!(matches!(error, GalleryError::Contradiction(_)), "{bad}: {error}");
    }
    for good in ["1", "0..1", "1..", "0..", "2..3"] {
        assert_eq!(good.parse::<Degree>().unwrap().to_string(), good);
    }
    let wide: String = (0..3000).map(|v| format!("hub v{v}\n")).collect();
    let error = Colouring::new(&Graph::parse(&wide).unwrap(), 65_536).instance().unwrap_err();
    assert!(matches!(error, GalleryError::TooLarge { .. }), "{error}");
}

#[test]
fn a_graph_without_vertices_is_refused() {
    for text in ["", "# nothing\n\n", "p edge 0 0\n"] {
        let graph = Graph::parse(text).unwrap();
        for instance in [Colouring::new(&graph, 3).instance(), Matching::new(&graph).instance()] {
            let error = instance.unwrap_err();
            assert!(matches!(error, GalleryError::NothingToCover(_)), "{text:?}: {error}");
            assert!(error.to_string().starts_with("no vertex: expected a line `u v`"), "{error}");
        }
    }
}

#[test]
fn comments_and_warnings_tell_one_from_many() {
    let edge = Graph::parse("a b\n").unwrap();
    let title = |instance: Result<Instance, GalleryError>| instance.unwrap().comments[0].clone();
    assert_eq!(
        title(Matching::new(&edge).instance()),
        "perfect matchings of 2 vertices and 1 edge"
    );
    let vertex = Graph::parse("a\n").unwrap();
    assert_eq!(
        title(Colouring::new(&vertex, 1).instance()),
        "colouring of 1 vertex and 0 edges with 1 colour"
    );
    let fixed = Colouring::new(&vertex, 1).breaking_symmetry(true).instance().unwrap();
    assert_eq!(fixed.comments[2], "fixed: a is 1; without that there are as many solutions");
    let two = Matching::new(&edge).degree("2".parse().unwrap()).instance().unwrap();
    assert_eq!(two.warnings, ["no solution: vertex a has 1 edge, and needs at least 2"]);
}

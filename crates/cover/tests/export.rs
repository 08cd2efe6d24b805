//! Exports, solved by other people's solvers: as many models as solutions, and the same least costs.

use crate::common;
#[path = "export/lp.rs"]
mod lp_format;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use lp_format::{Program, Relation};
use microlp::{ComparisonOp, OptimizationDirection};
use quadrille_cover::export::{cnf, lp};
use quadrille_cover::{OptionId, ProblemBuilder, text};
use quadrille_testkit::generate::{Shape, degenerate, random_instance};
use quadrille_testkit::{Entry, Instance, Item, OptionSpec, SplitMix64, cases, oracle, shared};

/// Instances in which many options have an item, with bounds of all kinds, and where colours are
/// shared by many: what the larger encodings are for.
fn crowded(seed: u64) -> Instance {
    let mut random = SplitMix64::new(seed);
    let options = random.between(8, 12);
    let (primary, secondary) = (random.between(1, 3), random.below(3));
    let items: Vec<Item> = (0..primary)
        .map(|item| {
            let max = random.between(1, options + 1) as u32;
            let min = random.below(max as usize + 1) as u32;
            Item::bounded(format!("p{item}"), min, max)
        })
        .chain((0..secondary).map(|item| Item::secondary(format!("s{item}"))))
        .collect();
    let colours = random.between(1, 3);
    let option = |random: &mut SplitMix64| {
        let mut entries = Vec::new();
        for (number, item) in items.iter().enumerate() {
            if random.chance(75) {
                let coloured = !item.is_primary() && random.chance(85);
                let colour = coloured.then(|| format!("c{}", random.below(colours)));
                entries.push(Entry { item: number, colour });
            }
        }
        if entries.is_empty() {
            entries.push(Entry { item: 0, colour: None });
        }
        OptionSpec { entries, cost: random.below(20) as u64 }
    };
    let options = (0..options).map(|_| option(&mut random)).collect();
    Instance { items, options }
}

/// Random problems of all kinds, odd ones among them.
fn random_problems() -> impl Iterator<Item = Instance> {
    let random = (0..200).map(|seed| random_instance(seed, Shape::ANY));
    let odd = degenerate().into_iter().map(|(_, instance, _)| instance);
    random.chain((0..200).map(crowded)).chain(odd)
}

/// The models of a formula in DIMACS form over all of its variables, each as the options it chooses.
fn models(dimacs: &str, options: usize, most: usize) -> Vec<Vec<usize>> {
    let header = dimacs.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    let (variables, clauses) = header.split_once(' ').expect("two numbers");
    let variables: u32 = variables.parse().expect("a number");
    let body = dimacs.lines().filter(|line| !line.starts_with(['c', 'p']));
    let listed = body.inspect(|line| assert!(line.ends_with(" 0") && line.len() > 2, "{line:?}"));
    assert_eq!(clauses.parse(), Ok(listed.count()));

    let mut solver = BasicSolver::default();
    (0..variables).for_each(|_| {
        solver.new_var_default();
    });
    batsat::dimacs::parse(&mut dimacs.as_bytes(), &mut solver, true, false).expect("it is DIMACS");
    assert_eq!(solver.num_vars(), variables, "no variable beyond those of the header");
    let mut models = Vec::new();
    while models.len() < most && solver.solve_limited(&[]) == lbool::TRUE {
        let value = |variable: Var| solver.value_var(variable) == lbool::TRUE;
        let model: Vec<(Var, bool)> = (0..variables)
            .map(Var::unsafe_from_idx)
            .map(|variable| (variable, value(variable)))
            .collect();
        let chosen = model.iter().take(options).enumerate().filter(|(_, (_, value))| *value);
        models.push(chosen.map(|(option, _)| option).collect());
        // No variable is left out: two models that differ in the later ones alone would both be found.
        let mut clause =
            model.iter().map(|&(variable, value)| Lit::new(variable, !value)).collect();
        solver.add_clause_reuse(&mut clause);
    }
    models.sort_unstable();
    models
}

#[test]
fn a_formula_has_just_the_solutions_as_its_models() {
    let mut solutions = 0;
    for instance in random_problems() {
        let problem = common::build(&instance).expect("a sound problem");
        let expected = oracle::solutions(&instance).expect("a sound problem");
        let written = cnf::write(&problem).expect("a small problem");
        let found = models(&written, instance.options.len(), expected.len() + 1);
        assert_eq!(found, expected, "{instance:?}\n{written}");
        solutions += found.len();
    }
    assert!(solutions > 1_000, "{solutions}");
}

#[test]
fn a_formula_has_just_the_solutions_of_each_case_of_the_testkit() {
    let mut solved = 0;
    for case in cases::cover() {
        let Ok(count) = case.expected else { continue };
        if count <= 1_000 {
            let problem = common::build(&case.instance).expect("a sound problem");
            let written = cnf::write(&problem).expect("a small problem");
            let found = models(&written, problem.option_count(), count as usize + 1);
            assert_eq!(found.len() as u64, count, "{}", case.name);
            for options in &found {
                oracle::is_solution(&case.instance, options).expect("a solution");
            }
            solved += 1;
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn clauses_and_chosen_options_can_be_had_without_the_text() {
    let problem = text::read("a 2|b | x y\na b x\nb x\nb\ny\n").unwrap();
    let formula = cnf::Formula::new(&problem).unwrap();
    assert_eq!(formula.clauses().count(), formula.clause_count());
    assert!(formula.clauses().any(|clause| clause == [-4]), "an option that is never chosen");
    assert!(formula.clauses().flatten().all(|&literal| {
        literal != 0 && literal.unsigned_abs() as usize <= formula.variables()
    }));
    let mut model = vec![false; formula.variables()];
    (model[0], model[2]) = (true, true);
    assert_eq!(formula.chosen(&model), [OptionId::new(0), OptionId::new(2)]);
}

#[test]
fn formulas_grow_with_the_number_of_options_and_not_with_its_square() {
    let mut builder = ProblemBuilder::coloured();
    builder.primary("a").unwrap();
    builder.primary_between("b", 9_990, 9_995).unwrap();
    builder.secondary("x").unwrap();
    for option in 0..10_000u32 {
        builder.option().item("a").item("b").coloured("x", option % 7).add().unwrap();
    }
    let formula = cnf::Formula::new(&builder.build()).unwrap();
    // Of the options without `b` there are from 5 to 10, so that the counter has ten columns.
    assert!(formula.clause_count() < 500_000, "{}", formula.clause_count());
}

#[test]
fn labels_with_line_ends_stay_in_their_comments() {
    let mut builder = ProblemBuilder::coloured();
    builder.primary("a\np cnf 0 0\u{2028}").unwrap();
    builder.secondary("x\r\nEnd").unwrap();
    builder.option().item("a\np cnf 0 0\u{2028}").coloured("x\r\nEnd", "\n1 0").add().unwrap();
    let problem = builder.build();
    let formula = cnf::write(&problem).unwrap();
    assert!(formula.contains("c 1: a\\np cnf 0 0\\u{2028} x\\r\\nEnd:\\n1 0\n"), "{formula}");
    assert_eq!(models(&formula, 1, 2), [[0]]);
    let program = lp_format::read(&lp::write(&problem));
    assert_eq!(program.variables, ["x0", "none"]);
}

#[test]
fn long_labels_do_not_make_the_lines_of_a_program_long() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items((0..50).map(|n| format!("{}{n}", "数".repeat(50)))).unwrap();
    let all: Vec<String> = (0..50).map(|n| format!("{}{n}", "数".repeat(50))).collect();
    for _ in 0..300 {
        builder.add_option(all.clone()).unwrap();
    }
    // The reader refuses lines above 510 bytes.
    let program = lp_format::read(&lp::write(&builder.build()));
    assert_eq!((program.rows.len(), program.rows[1].sum.len()), (51, 300));
}

/// Every setting of the binary variables that a program allows, as the options it chooses.
fn allowed(program: &Program) -> Vec<Vec<usize>> {
    let variables = program.variables.len();
    let binary: Vec<usize> = (0..variables).filter(|&v| program.binary[v]).collect();
    assert!(binary.len() <= 22, "{} variables", binary.len());
    let mut found = Vec::new();
    // `none` is 0 in all of them.
    let mut values = vec![0; variables];
    for setting in 0..1u32 << binary.len() {
        for (place, &variable) in binary.iter().enumerate() {
            values[variable] = i128::from(setting >> place & 1);
        }
        if program.allows(&values) {
            found.push(program.chosen(&values));
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn a_program_allows_just_the_solutions_and_its_objective_is_their_cost() {
    let mut programs = 0;
    for instance in random_problems() {
        let problem = common::build(&instance).expect("a sound problem");
        let expected = oracle::solutions(&instance).expect("a sound problem");
        let written = lp::write(&problem);
        let program = lp_format::read(&written);
        assert_eq!(program.binary.iter().filter(|binary| !**binary).count(), 1, "`none` alone");
        if program.variables.len() > 17 {
            continue;
        }
        programs += 1;
        assert_eq!(allowed(&program), expected, "{instance:?}\n{written}");
        for options in &expected {
            let chosen = |name: &String| {
                name.strip_prefix('x').is_some_and(|n| options.contains(&n.parse().unwrap()))
            };
            let values: Vec<i128> =
                program.variables.iter().map(|name| chosen(name).into()).collect();
            let cost = oracle::total_cost(&instance, options);
            assert_eq!(Program::value(&program.objective, &values), cost as i128);
        }
    }
    assert!(programs > 300, "{programs}");
}

/// The cost of the best solution that a MILP solver finds, added up from the costs of its options.
fn least_cost(program: &Program) -> Option<i128> {
    let mut milp = microlp::Problem::new(OptimizationDirection::Minimize);
    let factor = |variable| {
        let term = program.objective.iter().find(|(known, _)| *known == variable);
        term.map_or(0.0, |&(_, factor)| factor as f64)
    };
    let variables: Vec<microlp::Variable> = (0..program.variables.len())
        .map(|variable| match program.binary[variable] {
            true => milp.add_binary_var(factor(variable)),
            false => milp.add_var(factor(variable), (0.0, f64::INFINITY)),
        })
        .collect();
    for row in &program.rows {
        let sum: Vec<(microlp::Variable, f64)> =
            row.sum.iter().map(|&(v, factor)| (variables[v], factor as f64)).collect();
        let relation = match row.relation {
            Relation::AtMost => ComparisonOp::Le,
            Relation::Equal => ComparisonOp::Eq,
            Relation::AtLeast => ComparisonOp::Ge,
        };
        milp.add_constraint(&sum[..], relation, row.bound as f64);
    }
    let outcome = match milp.solve() {
        Err(microlp::Error::Infeasible) => return None,
        other => other.expect("it is solved"),
    };
    assert!(outcome.is_optimal());
    let solution = outcome.into_solution().expect("a solution");
    let values: Vec<i128> =
        variables.iter().map(|&variable| solution.var_value(variable).round() as i128).collect();
    assert!(program.allows(&values));
    Some(Program::value(&program.objective, &values))
}

#[test]
fn a_milp_solver_finds_the_least_cost_of_random_problems() {
    for instance in random_problems() {
        let problem = common::build(&instance).expect("a sound problem");
        let cheapest = oracle::cheapest_costs(&instance, 1).expect("a sound problem");
        let program = lp_format::read(&lp::write(&problem));
        let expected = cheapest.first().map(|&cost| cost as i128);
        assert_eq!(least_cost(&program), expected, "{instance:?}");
    }
}

#[test]
fn a_milp_solver_finds_the_least_cost_of_the_known_instances() {
    let Some(folder) = shared::data_folder_or_skip("least costs of the larger instances") else {
        return;
    };
    let rows = shared::costs(&folder).unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let problem = text::read(&row.contents).unwrap();
        let program = lp_format::read(&lp::write(&problem));
        assert_eq!(least_cost(&program), row.cheapest.map(i128::from), "{}", row.file);
    }
}

#[test]
fn costs_beyond_double_precision_are_written_exactly_and_announced() {
    let problem = text::read(&format!("a\na |{}\na |{}\n", u64::MAX, (1u64 << 53) + 1)).unwrap();
    assert!(!lp::costs_are_exact(&problem));
    let written = lp::write(&problem);
    assert!(written.contains("\\ the costs add up to more than 2^53: double precision rounds\n"));
    let program = lp_format::read(&written);
    assert_eq!(program.objective, [(0, u64::MAX.into()), (1, (1i128 << 53) + 1)]);

    let largest = text::read(&format!("a\na |{}\na |1\n", (1u64 << 53) - 1)).unwrap();
    assert!(lp::costs_are_exact(&largest));
    assert!(!lp::write(&largest).contains("2^53"));
}

//! A problem together with how it is to be searched.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use clap::Args;
use quadrille_cover::{
    Branching, ColourId, ItemId, ItemKind, Limits, Matrix, OptionId, Order, Outcome, Preprocess,
    Preprocessed, Search, SearchError, StopReason, Strategy,
};

use super::input::Loaded;
use super::names::{self, Found, Index};
use super::shard::Chosen;
use crate::Context;
use crate::args::{MemoryArgs, values};
use crate::input::Fault;
use crate::output::plural;
use quadrille_cover::strategy::{Choice, Dd};
use quadrille_sudoku::CancelToken;

/// The strategy unless another is named.
const DEFAULT_STRATEGY: &str = "auto";

/// So many options are named in a message.
const MOST_LISTED: usize = 10;

/// How to search.
#[derive(Debug, Args)]
pub(in crate::verbs) struct HowArgs {
    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = DEFAULT_STRATEGY,
          value_parser = values::cover_strategy())]
    pub(super) strategy: &'static dyn Strategy,

    #[command(flatten)]
    tree: TreeArgs,
}

impl HowArgs {
    pub(in crate::verbs) fn new(strategy: &'static dyn Strategy, tree: TreeArgs) -> Self {
        HowArgs { strategy, tree }
    }
}

/// The tree that is searched, whatever the strategy.
#[derive(Debug, Clone, Args)]
pub(in crate::verbs) struct TreeArgs {
    #[command(flatten)]
    assumptions: AssumptionArgs,

    /// Which item to branch on [default: fewest]
    #[arg(long, value_name = "NAME", value_parser = values::branching())]
    branch: Option<String>,
}

impl TreeArgs {
    /// The first argument that is given.
    pub(in crate::verbs) fn first(&self) -> Option<&'static str> {
        let AssumptionArgs { given, forbid } = &self.assumptions;
        [
            (!given.is_empty(), "--given"),
            (!forbid.is_empty(), "--forbid"),
            (self.branch.is_some(), "--branch"),
        ]
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
    }
}

/// How to search, and how far.
#[derive(Debug, Args)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) how: HowArgs,

    /// Try options in a random order, and break ties between items at random
    ///
    /// The same seed gives the same order. With another --branch than `random` only the order of the
    /// options is random; where the cheapest are wanted, only the ties are.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    /// Search by this many threads [default: 1, and all cores after a second]
    ///
    /// They find the same solutions, in no fixed order unless --ordered is given; of solutions that cost
    /// the same, any may be among the cheapest. Without --threads a search begins with one thread and goes
    /// on with all cores when it has taken a second; but only if its results, their order and the number of
    /// nodes are those of one thread: not if a number of solutions or of nodes is the limit, for the
    /// cheapest, or with --branch weighted. Each thread has the problem in its own memory; if that is
    /// very large, fewer go on, but never fewer than you name here, 1 to 1024.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::threads)]
    pub(super) threads: Option<usize>,

    /// Say on standard error which strategy was picked, and why
    #[arg(long)]
    explain_strategy: bool,

    /// Search the problem that `cover preprocess` makes; solutions are in the options of the file
    #[arg(long)]
    preprocess: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

impl SearchArgs {
    /// Whether the search of all solutions is the same by any number of threads, to the last node.
    pub(super) fn is_the_same_by_many(&self) -> bool {
        self.limits.node_limit.is_none() && self.how.tree.branch.as_deref() != Some("weighted")
    }
}

/// Options that are to be in the solutions, or not.
#[derive(Debug, Clone, Args)]
pub(in crate::verbs) struct AssumptionArgs {
    /// Only solutions that contain this option; may be repeated
    ///
    /// An option is its number, from 0 in the order of the file, or its items as in `'a d x:red'`, in
    /// any order. Digits alone are a number. A cost behind the items, as in `'a d |7'`, is compared, and
    /// tells options apart that have the same items.
    #[arg(long, value_name = "OPTION")]
    given: Vec<String>,

    /// Only solutions without this option, or without all that have just these items; may be repeated
    #[arg(long, value_name = "OPTION")]
    forbid: Vec<String>,
}

/// How far a search goes.
#[derive(Debug, Default, Args)]
pub(super) struct LimitArgs {
    /// Stop the search of a problem after this time: `10s`, `500ms`, `1.5s`, `2m` [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = values::time)]
    pub(super) time_limit: Option<Duration>,

    /// Stop the search of a problem after this many nodes (options taken) [default: none]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::nodes)]
    pub(super) node_limit: Option<u64>,
}

/// How long to look at a problem before the search.
#[derive(Debug, Args)]
pub(super) struct EffortArgs {
    /// Stop preprocessing after this time: `10s`, `500ms`, `1.5s`, `2m` [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = values::time)]
    time_limit: Option<Duration>,

    /// Stop preprocessing after so many looks at an item [default: none]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::nodes)]
    node_limit: Option<u64>,
}

impl EffortArgs {
    /// These limits, Ctrl-C included.
    pub(super) fn limits(&self, cancel: &CancelToken) -> Limits {
        let mut limits = Limits::none().with_cancel(cancel.clone());
        limits.time = self.time_limit;
        limits.nodes = self.node_limit;
        limits
    }
}

/// Given and forbidden options by number.
#[derive(Debug, Default)]
pub(super) struct Assumptions {
    pub(super) given: Vec<OptionId>,
    pub(super) forbidden: Vec<OptionId>,
}

impl AssumptionArgs {
    /// The options that are meant.
    ///
    /// # Errors
    ///
    /// A message about the first that is none.
    pub(super) fn resolve(&self, loaded: &Loaded) -> Result<Assumptions, String> {
        let mut index = None;
        let mut assumptions = Assumptions::default();
        for text in &self.given {
            assumptions.given.push(resolve_one(text, "--given", loaded, &mut index)?);
        }
        for text in &self.forbid {
            assumptions.forbidden.extend(resolve(text, "--forbid", loaded, &mut index)?);
        }
        Ok(assumptions)
    }
}

/// Options by number; of many the first.
fn listed(options: &[OptionId]) -> String {
    let first: Vec<String> = options.iter().take(MOST_LISTED).map(OptionId::to_string).collect();
    match options.len() {
        all if all > MOST_LISTED => format!("{all} options ({}, …)", first.join(", ")),
        _ => format!("options {}", first.join(", ")),
    }
}

/// The option that a text stands for, which is one of an argument.
pub(super) fn resolve_one<'p>(
    text: &str,
    argument: &str,
    loaded: &'p Loaded,
    index: &mut Option<Index<'p>>,
) -> Result<OptionId, String> {
    match resolve(text, argument, loaded, index)?.as_slice() {
        [option] => Ok(*option),
        several => Err(format!(
            "{argument} {text:?}: {} have just these items: expected a number",
            listed(several)
        )),
    }
}

/// The options that a text stands for.
fn resolve<'p>(
    text: &str,
    argument: &str,
    loaded: &'p Loaded,
    index: &mut Option<Index<'p>>,
) -> Result<Vec<OptionId>, String> {
    let digits = text.trim();
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let options = loaded.problem.option_count();
        let number = digits.parse().ok().filter(|&number: &u32| (number as usize) < options);
        return match number {
            Some(number) => Ok(vec![OptionId::new(number)]),
            None if options == 0 => Err(format!("{argument} {digits}: the problem has no options")),
            None => Err(format!(
                "{argument} {digits}: the problem has {options} options: expected 0 to {}",
                options - 1
            )),
        };
    }
    let index = index.get_or_insert_with(|| Index::new(&loaded.problem));
    match index.find(text) {
        Ok(Found { same, cost }) => {
            let matrix = loaded.problem.matrix();
            let meant = |option: &OptionId| cost.is_none_or(|cost| matrix.cost(*option) == cost);
            Ok(same.iter().copied().filter(meant).collect())
        }
        Err(missing) => Err(format!(
            "{argument} {text:?}: {missing}: expected an option's number, from 0, or its items"
        )),
    }
}

/// A problem that is ready to be searched.
#[derive(Debug)]
pub(super) struct Task<'p> {
    pub(super) loaded: &'p Loaded,
    reduced: Option<Preprocessed>,
    /// For [`matrix`](Self::matrix).
    pub(super) search: Search,
    /// The one that searches: that which was picked, if this was left to the program.
    pub(super) strategy: &'static dyn Strategy,
    /// Why it was picked.
    pub(super) strategy_reason: &'static str,
    pub(super) given: Vec<OptionId>,
    pub(super) forbidden: Vec<OptionId>,
    /// The part that is searched, if not all of it.
    pub(super) shard: Option<Chosen>,
    /// The limit that was reached before the search could begin.
    pub(super) stopped: Option<StopReason>,
    pub(super) start: Instant,
    /// When the time is over, if that is within what the clock can say.
    deadline: Option<Instant>,
}

impl<'p> Task<'p> {
    /// Preprocesses the problem, if that is wanted, and makes the search; `costs` says whether the
    /// cheapest solutions are wanted.
    ///
    /// # Errors
    ///
    /// What is wrong with the arguments, for this problem.
    pub(super) fn prepare(
        args: &SearchArgs,
        costs: bool,
        loaded: &'p Loaded,
        cancel: &CancelToken,
    ) -> Result<Self, Fault> {
        let SearchArgs { how, seed, preprocess, limits, .. } = args;
        let mut task = Task::of(how, *seed, *preprocess, costs, limits, loaded, cancel)?;
        if let Some(bytes) = args.memory.memory_limit {
            task.search = task.search.memory_limit(bytes);
        }
        Ok(task)
    }

    /// The same of single arguments.
    pub(super) fn of(
        args: &HowArgs,
        seed: Option<u64>,
        preprocess: bool,
        costs: bool,
        limits: &LimitArgs,
        loaded: &'p Loaded,
        cancel: &CancelToken,
    ) -> Result<Self, Fault> {
        let start = Instant::now();
        let fault = |message| Fault::of(&loaded.source, message);
        let TreeArgs { assumptions, branch } = &args.tree;
        let Assumptions { given, forbidden } = assumptions.resolve(loaded).map_err(fault)?;
        let name = match branch {
            Some(name) => name,
            None if seed.is_some() => "random",
            None => "fewest",
        };
        let branching = Branching::by_name(name, &loaded.problem, seed.unwrap_or(0));
        let mut branching = branching.ok_or_else(|| fault(format!("no branching `{name}`")))?;
        let mut search = Search::new().cancel(cancel.clone());
        if let Some(seed) = seed {
            search = search.order(Order::Random(seed));
        }
        if let Some(nodes) = limits.node_limit {
            search = search.node_budget(nodes);
        }
        let mut reduced = None;
        if preprocess {
            let mut within = Limits::none().with_cancel(cancel.clone());
            within.time = limits.time_limit;
            let preprocess = Preprocess::new().given(given.clone()).forbid(forbidden.clone());
            let preprocess = preprocess.limits(within);
            let result = preprocess.run(&loaded.problem);
            let result = result.map_err(|error| fault(error.to_string()))?;
            if let Branching::Preferred(items) = &mut branching {
                *items = items.iter().filter_map(|&item| result.reduced_item(item)).collect();
            }
            reduced = Some(result);
        } else {
            search = search.given(given.clone()).forbid(forbidden.clone());
        }
        if let Some(time) = limits.time_limit {
            search = search.time_budget(time.saturating_sub(start.elapsed()));
        }
        let stopped = reduced.as_ref().and_then(Preprocessed::stopped);
        let matrix = reduced.as_ref().map_or(loaded.problem.matrix(), AsRef::as_ref);
        let search = search.strategy(args.strategy).branching(branching);
        // It stays with the search that picks: whether to visit solutions or to count by sub-problems is
        // found out on the way.
        let Choice { strategy, reason: strategy_reason, .. } = search.choice(matrix, costs);
        let deadline = limits.time_limit.and_then(|time| start.checked_add(time));
        let shard = None;
        Ok(Task {
            loaded,
            reduced,
            search,
            strategy,
            strategy_reason,
            given,
            forbidden,
            shard,
            stopped,
            start,
            deadline,
        })
    }

    /// Says which strategy was picked, and why, if that is wanted.
    pub(super) fn explain_strategy(&self, args: &SearchArgs, several: bool, context: &Context) {
        if !args.explain_strategy {
            return;
        }
        let matrix = self.matrix();
        let place = if several { format!("{}: ", self.loaded.source) } else { String::new() };
        let (items, options) = (matrix.primary_items().count(), matrix.option_count());
        let length = matrix.entry_count() as f64 / options.max(1) as f64;
        context.messages.note(&format_args!(
            "{place}strategy {}: {} ({}, {} with {length:.1} items each)",
            self.strategy.name(),
            self.strategy_reason,
            plural(items as u64, "primary item"),
            plural(options as u64, "option"),
        ));
    }

    /// Says that the count was that of sub-problems, if that is wanted and not what was asked for.
    pub(super) fn explain_counted(&self, args: &SearchArgs, several: bool, context: &Context) {
        if args.explain_strategy && self.strategy.name() != Dd.name() {
            let place = if several { format!("{}: ", self.loaded.source) } else { String::new() };
            let why = crate::render::DONE_FIRST;
            context.messages.note(&format_args!("{place}strategy {}: {why}", Dd.name()));
        }
    }

    /// The search with what is left of its time.
    pub(super) fn search_from_now(&self) -> Search {
        let search = self.search.clone();
        match self.deadline {
            None => search,
            Some(end) => search.time_budget(end.saturating_duration_since(Instant::now())),
        }
    }

    /// What is searched.
    pub(super) fn matrix(&self) -> &Matrix {
        match &self.reduced {
            Some(reduced) => reduced.as_ref(),
            None => self.loaded.problem.matrix(),
        }
    }

    /// A solution of what is searched in the options of the file.
    pub(super) fn original<'s>(&self, options: &'s [OptionId]) -> Cow<'s, [OptionId]> {
        match &self.reduced {
            Some(reduced) => Cow::Owned(reduced.original(options)),
            None => Cow::Borrowed(options),
        }
    }

    /// What the solutions cost beside what the search knows of.
    pub(super) fn forced_cost(&self) -> u128 {
        self.reduced.as_ref().map_or(0, Preprocessed::forced_cost)
    }

    /// Why no solution has all of the given options and none of the forbidden ones, if this takes no
    /// look at the others; in the words of `explain`. O(entries of the given options).
    fn contradiction(&self) -> Option<String> {
        let matrix = self.loaded.problem.matrix();
        let forbidden: HashSet<OptionId> = self.forbidden.iter().copied().collect();
        // How often each item is covered, by which option first, and in which colour.
        let mut covered: HashMap<ItemId, (u32, OptionId, Option<ColourId>)> = HashMap::new();
        let mut seen = HashSet::new();
        for &option in self.given.iter().filter(|&&option| seen.insert(option)) {
            if forbidden.contains(&option) {
                return Some(format!("option {option} is both given and forbidden"));
            }
            if !matrix.has_primary_item(option) {
                return Some(format!(
                    "the given option {option} has no primary item: it is never chosen"
                ));
            }
            for (item, colour) in matrix.entries(option) {
                let (times, first, before) = covered.entry(item).or_insert((0, option, colour));
                *times += 1;
                let name = names::item(&self.loaded.problem, item);
                let most = match matrix.kinds().get(item.index()) {
                    Some(ItemKind::Primary { max, .. }) => *max,
                    _ if colour.is_some() && *before == colour => u32::MAX,
                    _ => 1,
                };
                if *times > most {
                    return Some(match most {
                        1 => format!(
                            "the given options {first} and {option} exclude each other over item \
                             {name}"
                        ),
                        _ => format!("{times} given options have item {name}, {most} at most may"),
                    });
                }
            }
        }
        None
    }

    /// Why there is no solution, where that is simple.
    pub(super) fn reason(&self, outcome: &Outcome) -> Option<String> {
        let name = |item| names::item(&self.loaded.problem, item);
        if let Some(no_solution) = self.reduced.as_ref().and_then(Preprocessed::no_solution) {
            return Some(no_solution.describe_with(|item| name(item).into_owned()));
        }
        if let Some(contradiction) = self.contradiction() {
            return Some(contradiction);
        }
        let item = outcome.item_without_options?;
        let item = match &self.reduced {
            Some(reduced) => reduced.original_item(item)?,
            None => item,
        };
        Some(format!("item {} has no options", name(item)))
    }

    /// What is said of a search that cannot begin.
    pub(super) fn fault(&self, error: &SearchError) -> Fault {
        Fault::of(&self.loaded.source, error.to_string())
    }
}

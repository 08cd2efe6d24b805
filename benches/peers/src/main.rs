//! `peers`: Quadrille and other crates on the same work; see README.md.

mod child;
mod clock;
mod corpus;
mod engines;
mod instances;
mod measure;
mod puzzle;
mod report;
mod run;
mod session;
mod statistics;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

use child::Runner;
use clock::{Clock, Counting};
use instances::Instance;
use session::{ROUNDS, Session};

/// Runs Quadrille and other crates on the same work and prints peer's time ÷ our time.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Exit codes: 0 done; 1 an answer of ours was wrong or missing; 2 bad usage or input.
`peers list` tells the names, and what each engine is asked to do."
)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Peers, separated by commas; all of them if none is named.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    engines: Vec<String>,
    /// Instances, separated by commas; all of them if none is named.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    instances: Vec<String>,
    /// Our strategies, separated by commas: each is measured on the instances that it takes.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", default_value = "auto")]
    ours: Vec<String>,
    /// Rounds: in each of them, ours runs once and the peer once.
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// A file of sudokus with one solution each, 81 characters a line, instead of the built-in ones.
    #[arg(long, global = true, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// What is counted: time that passes, or processor time, which is steadier on a busy machine.
    #[arg(long, global = true, value_name = "KIND", value_enum, default_value_t = Counting::Wall)]
    clock: Counting,
    /// Seconds after which a single run is ended.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    time_limit: u64,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Tells the instances and the engines.
    List,
    /// One run, checked: prints nanoseconds of building and of solving. What a measurement starts.
    Run {
        /// An engine.
        engine: String,
        /// An instance.
        instance: String,
        /// Looks at every solution, for which the times mean nothing.
        #[arg(long)]
        rehearsal: bool,
    },
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let result = match arguments.verb.take() {
        None => measure(&arguments),
        Some(Verb::List) => {
            list();
            Ok(true)
        }
        Some(Verb::Run { engine, instance, rehearsal }) => {
            run_one(&engine, &instance, &arguments, rehearsal)
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("peers: {message}");
            ExitCode::from(2)
        }
    }
}

fn list() {
    println!("Instances:");
    for Instance { name, about, .. } in instances::ALL {
        println!("  {name}: {about}");
    }
    println!("Engines:");
    for engine in engines::all() {
        println!("  {}: {}", engine.name(), engine.asked());
    }
}

fn run_one(
    engine: &str,
    instance: &str,
    arguments: &Arguments,
    rehearsal: bool,
) -> Result<bool, String> {
    let instance = instance_by_name(instance)?;
    let engine = engines::all()
        .into_iter()
        .find(|other| other.name() == engine && other.takes(&instance.work))
        .ok_or_else(|| format!("no engine {engine} for {}; see `peers list`", instance.name))?;
    let puzzles = corpus::load(arguments.corpus.as_deref())?;
    let clock = Clock::new(arguments.clock);
    match run::run(&engine, &instance.work, &puzzles, rehearsal, clock) {
        Ok(times) => {
            println!("{}", child::format(&times));
            Ok(true)
        }
        Err(message) => {
            eprintln!("{message}");
            Ok(false)
        }
    }
}

fn instance_by_name(name: &str) -> Result<&'static Instance, String> {
    let found = instances::ALL.iter().find(|instance| instance.name == name);
    found.ok_or_else(|| format!("no instance {name}; see `peers list`"))
}

fn measure(arguments: &Arguments) -> Result<bool, String> {
    let Arguments { ours, engines, instances, rounds, .. } = arguments;
    let session = Session::new(ours, engines, instances, *rounds)?;
    let sudokus = corpus::load(arguments.corpus.as_deref())?.len();
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let runner = Runner {
        program: &program,
        corpus: arguments.corpus.as_deref(),
        counting: arguments.clock,
        time_limit: Duration::from_secs(arguments.time_limit),
    };
    let counting = match arguments.clock {
        Counting::Wall => "time that passes",
        Counting::Cpu => "processor time",
    };
    println!("{rounds} rounds, ours and the peer in turn; {sudokus} sudokus; {counting}");
    if *rounds < ROUNDS {
        println!("Fewer than {ROUNDS} rounds: for a first look, not for quoting.");
    }
    println!("ratio = peer's time ÷ our time, building and solving together, round by round\n");
    Ok(session.run(&runner))
}

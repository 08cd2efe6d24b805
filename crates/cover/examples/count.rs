//! Counts the solutions of a problem in Knuth's text format, read from a file or standard input:
//! `cargo run --release -p quadrille-cover --example count -- FILE [STRATEGY]`.

use std::error::Error;
use std::fs;
use std::io::Read;

use quadrille_cover::{Search, strategy, text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or("-".to_owned());
    let mut input = String::new();
    if file == "-" {
        std::io::stdin().read_to_string(&mut input)?;
    } else {
        input = fs::read_to_string(&file)?;
    }
    let problem = text::read(&input).map_err(|error| format!("{file}:{error}"))?;
    let name = arguments.next().unwrap_or("auto".to_owned());
    let strategy = strategy::by_name(&name).ok_or_else(|| format!("no strategy {name}"))?;
    let outcome = Search::new().strategy(strategy).count(&problem)?;
    let statistics = &outcome.statistics;
    println!(
        "{} solutions, {}; {} nodes, {} updates, depth {}",
        outcome.solutions,
        outcome.verdict,
        statistics.nodes,
        statistics.updates,
        statistics.depth()
    );
    Ok(())
}

//! A session: every chosen strategy of ours against every chosen peer on every chosen instance.

use crate::child::Runner;
use crate::engines::{self, Engine};
use crate::instances::{self, Instance};
use crate::measure::{Comparison, Failure, compare, rehearse};
use crate::report;

/// Fewer rounds than this give no median worth quoting.
pub(crate) const ROUNDS: u32 = 5;

/// What is compared with what.
pub(crate) struct Session {
    ours: Vec<Engine>,
    peers: Vec<Engine>,
    instances: Vec<&'static Instance>,
    rounds: u32,
}

impl Session {
    /// The engines and instances of these names; no names stand for all.
    ///
    /// # Errors
    ///
    /// A name that nothing has, with the names that there are.
    pub(crate) fn new(
        ours: &[String],
        peers: &[String],
        instances: &[String],
        rounds: u32,
    ) -> Result<Self, String> {
        let name_of = |engine: &Engine| engine.strategy().unwrap_or(engine.name()).to_owned();
        let (all_ours, all_peers): (Vec<_>, Vec<_>) =
            engines::all().into_iter().partition(|engine| engine.strategy().is_some());
        let all_instances = instances::ALL.iter().collect();
        Ok(Session {
            ours: chosen("strategy", all_ours, ours, name_of)?,
            peers: chosen("engine", all_peers, peers, name_of)?,
            instances: chosen("instance", all_instances, instances, |i| i.name.to_owned())?,
            rounds,
        })
    }

    /// Measures, and prints each line of the table as soon as it is known. Whether all our answers
    /// were right.
    pub(crate) fn run(&self, runner: &Runner<'_>) -> bool {
        println!("{}", report::head());
        let mut comparisons: Vec<Comparison> = Vec::new();
        let mut sound = true;
        for instance in &self.instances {
            let ours = rehearsed(runner, &self.ours, instance);
            let peers = rehearsed(runner, &self.peers, instance);
            sound &= ours.iter().all(|(_, failure)| failure.is_none());
            for (a, ours_failure) in &ours {
                for (b, peer_failure) in &peers {
                    let failure = ours_failure.as_ref().or(peer_failure.as_ref()).cloned();
                    let result = match failure {
                        Some(failure) => Err(failure),
                        None => compare(runner, instance.name, (a, b), self.rounds),
                    };
                    match result {
                        Ok(comparison) => {
                            println!("{}", report::row(&comparison));
                            comparisons.push(comparison);
                        }
                        Err(failure) => {
                            sound &= failure.engine != *a;
                            println!("{}", report::void(instance.name, a, b, &failure));
                        }
                    }
                }
            }
        }
        for line in report::means(&comparisons) {
            println!("{line}");
        }
        sound
    }
}

/// The engines that take the instance, each with what its rehearsal found wrong.
fn rehearsed<'e>(
    runner: &Runner<'_>,
    engines: &'e [Engine],
    instance: &Instance,
) -> Vec<(&'e str, Option<Failure>)> {
    let takers = engines.iter().filter(|engine| engine.takes(&instance.work)).map(Engine::name);
    takers.map(|name| (name, rehearse(runner, name, instance.name).err())).collect()
}

/// Those of `all` that are named, or all of them if there are no names.
fn chosen<T>(
    kind: &str,
    all: Vec<T>,
    names: &[String],
    name_of: impl Fn(&T) -> String,
) -> Result<Vec<T>, String> {
    for name in names {
        if !all.iter().any(|one| name_of(one) == *name) {
            let known: Vec<String> = all.iter().map(&name_of).collect();
            return Err(format!("no {kind} {name}: expected one of {}", known.join(", ")));
        }
    }
    let wanted = |one: &T| names.is_empty() || names.contains(&name_of(one));
    Ok(all.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let error = Session::new(&[], &["knuth".to_owned()], &[], 5).err();
        let expected = "no engine knuth: expected one of dlx, dancing-links, exact-covers, sudoku";
        assert_eq!(error.as_deref(), Some(expected));
    }

    #[test]
    fn no_names_stand_for_all() {
        let session = Session::new(&[], &[], &[], 5).unwrap();
        assert_eq!(session.instances.len(), instances::ALL.len());
        assert_eq!(session.peers.len(), 4);
    }
}

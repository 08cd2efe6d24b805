//! Everything that a study says, in one piece.

use serde::{Deserialize, Serialize};

use super::fit::Fit;
use super::points::{Forecast, Point, Quantity, Reach, forecast, points, reach, try_fit};
use super::threads::{Amdahl, SpeedUp, amdahl, speed_ups};
use crate::results::{Results, ScalingInfo};

/// How many times the budget is looked ahead.
pub const AHEAD: f64 = 10.0;

/// What a study says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// What was measured.
    pub scaling: ScalingInfo,
    /// Whether all of it was.
    pub complete: bool,
    /// What is said of each engine, in their order.
    pub engines: Vec<EngineSummary>,
}

/// What a study says of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EngineSummary {
    /// Its name.
    pub engine: String,
    /// How far it gets.
    pub reach: Reach,
    /// What was measured at each size.
    pub points: Vec<Point>,
    /// How it grows; empty if the size is a number of threads.
    pub growth: Vec<Growth>,
    /// The size that it would reach in ten times the budget, by extrapolation.
    pub forecast: Option<Forecast>,
    /// How many times as fast several threads are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speed_ups: Vec<SpeedUp>,
    /// What share threads cannot divide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amdahl: Option<Amdahl>,
}

/// How something grows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Growth {
    /// What.
    pub quantity: Quantity,
    /// How, if there is a fit.
    pub fit: Option<Fit>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl Summary {
    /// What results say; `None` if they are of no scaling study.
    pub fn of(results: &Results) -> Option<Summary> {
        let scaling = results.scaling.clone()?;
        let threads = scaling.instance.is_some();
        let growth = |engine: usize| {
            let fits = Quantity::ALL.into_iter().filter(|_| !threads);
            fits.map(|quantity| match try_fit(results, engine, quantity) {
                Ok(fit) => Growth { quantity, fit: Some(fit), refused: None },
                Err(reason) => Growth { quantity, fit: None, refused: Some(reason.to_string()) },
            })
            .collect()
        };
        let engines = results.engines.iter().enumerate().map(|(index, engine)| EngineSummary {
            engine: engine.name.clone(),
            reach: reach(results, index),
            points: points(results, index),
            growth: growth(index),
            forecast: match threads {
                true => None,
                false => forecast(results, index, AHEAD * scaling.budget),
            },
            speed_ups: speed_ups(results, index),
            amdahl: amdahl(results, index).ok(),
        });
        let engines = engines.collect();
        Some(Summary { scaling, complete: results.complete, engines })
    }
}

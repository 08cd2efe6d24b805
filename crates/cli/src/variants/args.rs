//! Arguments that have to do with variants.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille_sudoku::strategy::{self as plain, Strategy};
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format::{self, Format, read_rule};
use quadrille_sudoku::variant::strategy::{self, VariantStrategy};

use super::symbols::{Symbols, symbols};

/// What the inputs are besides puzzles.
#[derive(Debug, Clone, Args)]
pub(crate) struct RuleArgs {
    /// Read all inputs in this format [default: found out]
    #[arg(long, value_name = "FORMAT", value_parser = variant_formats())]
    pub(crate) from: Option<&'static dyn Format>,

    /// What stands for the digits 1, 2, 3 …: `0-9A-F`, `A-Y`; of plain puzzles [default: 1-9, A-Z, a-z]
    #[arg(long, value_name = "SYMBOLS", value_parser = symbols, conflicts_with = "from")]
    pub(super) symbols: Option<Symbols>,

    /// Add a rule to every puzzle, in the words of the format `text`: `anti-knight`, `diagonal main`,
    /// `'cage 15: r1c1 r1c2'`; once for each rule
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,
}

impl RuleArgs {
    /// Whether nothing is said.
    pub(crate) fn is_none(&self) -> bool {
        self.from.is_none() && self.rules.is_empty() && self.symbols.is_none()
    }

    /// Adds the rules to a variant.
    pub(super) fn add_to(&self, variant: &mut Variant) -> Result<(), String> {
        for text in &self.rules {
            let rule = read_rule(variant.board(), text).map_err(|(at, error)| {
                let before = text.get(..at).unwrap_or(text).chars().count();
                format!("--rule {text:?}: at character {}: {error}", before + 1)
            })?;
            variant.add_rule(rule).map_err(|error| format!("--rule {text:?}: {error}"))?;
        }
        Ok(())
    }
}

/// Takes the name of a format of variants, and lists them all in the long help.
pub(crate) fn variant_formats() -> impl TypedValueParser<Value = &'static dyn Format> {
    let value = |format: &&dyn Format| PossibleValue::new(format.name()).help(format.description());
    let values: Vec<PossibleValue> = format::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| format::by_name(&name).ok_or_else(|| format!("no format `{name}`")))
}

/// A strategy by its name: one for plain puzzles, one for variants, or both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    name: &'static str,
    plain: Option<&'static dyn Strategy>,
    variant: Option<&'static dyn VariantStrategy>,
}

impl Chosen {
    fn by_name(name: &str) -> Option<Self> {
        let (plain, variant) = (plain::by_name(name), strategy::by_name(name));
        let name = plain.map(|s| s.name()).or(variant.map(|s| s.name()))?;
        Some(Chosen { name, plain, variant })
    }

    /// The strategy for plain puzzles.
    ///
    /// # Errors
    ///
    /// If there is none of that name; with those that there are.
    pub(crate) fn plain(self) -> Result<&'static dyn Strategy, String> {
        let names = || plain::ALL.iter().map(|s| s.name()).collect::<Vec<_>>().join(", ");
        self.plain.ok_or_else(|| {
            format!("strategy {} is for puzzles with rules; for others: {}", self.name, names())
        })
    }

    /// The strategy for variants.
    ///
    /// # Errors
    ///
    /// If there is none of that name; with those that there are.
    pub(crate) fn variant(self) -> Result<&'static dyn VariantStrategy, String> {
        let names = || strategy::ALL.iter().map(|s| s.name()).collect::<Vec<_>>().join(", ");
        self.variant.ok_or_else(|| {
            format!("strategy {} takes no puzzles with rules; for those: {}", self.name, names())
        })
    }
}

/// Takes the name of a strategy for plain puzzles or for variants, and lists them all in the long help.
pub(crate) fn chosen() -> impl TypedValueParser<Value = Chosen> {
    let mut values: Vec<PossibleValue> = Vec::new();
    for strategy in plain::ALL {
        values.push(PossibleValue::new(strategy.name()).help(strategy.description()));
    }
    for strategy in strategy::ALL.iter().filter(|s| plain::by_name(s.name()).is_none()) {
        let help = format!("with rules: {}", strategy.description());
        values.push(PossibleValue::new(strategy.name()).help(help));
    }
    PossibleValuesParser::new(values)
        .try_map(|name| Chosen::by_name(&name).ok_or_else(|| format!("no strategy `{name}`")))
}

/// What searches a variant.
#[derive(Debug, Args)]
pub(crate) struct VariantStrategyArgs {
    /// How to search
    #[arg(long, short, value_name = "NAME", default_value = "auto",
          value_parser = variant_strategies())]
    pub(crate) strategy: &'static dyn VariantStrategy,
}

/// Takes the name of a strategy for variants, and lists them all in the long help.
fn variant_strategies() -> impl TypedValueParser<Value = &'static dyn VariantStrategy> {
    let value = |strategy: &&dyn VariantStrategy| {
        PossibleValue::new(strategy.name()).help(strategy.description())
    };
    let values: Vec<PossibleValue> = strategy::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| strategy::by_name(&name).ok_or_else(|| format!("no strategy `{name}`")))
}

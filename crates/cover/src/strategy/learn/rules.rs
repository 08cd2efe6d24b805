//! A problem as rules over literals.
//!
//! There is a variable for each option, and one for each colour of a secondary item: that some chosen option gives the
//! item that colour. The rules are of three forms, so that nothing of the problem has to be written out as clauses:
//!
//! - *at least one* of a list of literals: the options of a primary item;
//! - *at most one* of a list: the options of an item; the colours of a secondary item together with its options
//!   without a colour;
//! - *if this, then that*: an option gives its items its colours.
//!
//! # Colours know what is left
//!
//! Often all options of some primary item give a secondary item a colour, as where the options are the steps of a
//! line and the colours its states. Then one of the colours that are left among them is the item's, and for each of the
//! colours there is one more rule of the first form: either it is not the item's, or one of those options that
//! give it is chosen. So a colour goes as soon as one side has lost it, and the options of all others with it. Algorithm C
//! finds that out only when it has chosen an option.

use std::collections::BTreeMap;

use super::super::settled::Settled;
use super::literal::{Literal, Rows};
use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::setup::Setup;

/// The rules of a problem that given and forbidden options leave.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// The options that are chosen beforehand.
    pub(super) given: Vec<OptionId>,
    /// Variable i is that this option is chosen.
    pub(super) options: Vec<OptionId>,
    /// By option: its variable, or [`NONE`].
    pub(super) variables: Vec<u32>,
    /// Variable `options.len() + i` is that this item has the colour that this option gives it.
    pub(super) colours: Vec<(ItemId, OptionId)>,
    /// By variable of a colour, from the first: whether the options decide it, so that it may be decided upon.
    pub(super) is_decided: Vec<bool>,
    /// Lists of literals one of which holds, those of primary items first; and by literal, in which it is.
    pub(super) some: Rows,
    pub(super) some_of: Rows,
    /// Number of lists of primary items.
    pub(super) items: usize,
    /// Lists of literals of which one holds at most; and by literal, in which it is.
    pub(super) most: Rows,
    pub(super) most_of: Rows,
    /// By literal: those that follow.
    pub(super) implied: Rows,
    /// Literals that hold.
    pub(super) facts: Vec<Literal>,
    /// Whether the given options exclude each other.
    pub(super) is_impossible: bool,
}

/// No variable.
pub(super) const NONE: u32 = u32::MAX;

impl Rules {
    /// The rules of a problem. O(entries · log entries), and for each item with colours the entries of its options.
    pub(super) fn new(matrix: &Matrix, setup: &Setup) -> Self {
        let Some(settled) = Settled::by(matrix, setup) else {
            return Rules { is_impossible: true, ..Rules::default() };
        };
        let mut rules = Rules { given: settled.chosen.clone(), ..Rules::default() };
        let is_left =
            |&option: &OptionId| matrix.has_primary_item(option) && settled.leaves(matrix, option);
        let is_chosen = |option: &OptionId| settled.chosen.contains(option);
        rules.variables = vec![NONE; matrix.option_count()];
        // A chosen option with colours alone on secondary items has a primary item, and so does not leave itself.
        for option in matrix.options().filter(is_left) {
            debug_assert!(!is_chosen(&option));
            rules.variables[option.index()] = rules.options.len() as u32;
            rules.options.push(option);
        }
        let mut drawing = Drawing::of(matrix, &rules);
        let mut pairs = Vec::new();
        for (index, kind) in matrix.kinds().iter().enumerate() {
            let item = ItemId::new(index as u32);
            if matches!(kind, ItemKind::Primary { .. }) && !settled.has(item) {
                let options = drawing.of_item.get(index).iter();
                let literals = options.map(|&variable| Literal::is(variable).code());
                rules.some.push(literals.clone());
                rules.most.push(literals);
            }
        }
        rules.items = rules.some.len();
        for (index, kind) in matrix.kinds().iter().enumerate() {
            let item = ItemId::new(index as u32);
            // What is given leaves nothing of an item without a colour, and options that agree of one with a colour.
            if matches!(kind, ItemKind::Secondary) && !settled.has(item) {
                rules.secondary(matrix, item, &mut drawing, &mut pairs);
            }
        }
        let literals = 2 * rules.variable_count();
        rules.some_of = rules.some.turned(literals);
        rules.most_of = rules.most.turned(literals);
        rules.implied = Rows::from_pairs(literals, &pairs);
        rules
    }

    /// Number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.options.len() + self.colours.len()
    }

    /// The option of a variable, if it is one's.
    pub(super) fn option(&self, variable: usize) -> Option<OptionId> {
        self.options.get(variable).copied()
    }

    /// Whether a variable may be decided upon: a colour that no option gives could be had or not, and the same
    /// solution would come twice.
    pub(super) fn may_be_decided(&self, variable: usize) -> bool {
        variable.checked_sub(self.options.len()).is_none_or(|colour| self.is_decided[colour])
    }

    /// The rules of a secondary item.
    fn secondary(
        &mut self,
        matrix: &Matrix,
        item: ItemId,
        drawing: &mut Drawing,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let mut classes: BTreeMap<Option<ColourId>, Vec<u32>> = BTreeMap::new();
        for &variable in drawing.of_item.get(item.index()) {
            let option = self.options[variable as usize];
            let colour = matrix.entries(option).find(|&(other, _)| other == item);
            classes.entry(colour.and_then(|(_, colour)| colour)).or_default().push(variable);
        }
        let plain = classes.remove(&None).unwrap_or_default();
        if classes.len() + plain.len() < 2 {
            return;
        }
        let sides = drawing.sides(matrix, &self.options, &classes);
        let mut literals: Vec<u32> = plain.iter().map(|&it| Literal::is(it).code()).collect();
        for (number, members) in classes.values().enumerate() {
            let parts = || sides.iter().map(|side| &side[number]);
            let only = [members].into_iter().chain(parts()).find(|part| part.len() == 1);
            let colour = match only {
                // To have the colour is to have that option.
                Some(part) => Literal::is(part[0]),
                None => {
                    let variable = self.variable_count() as u32;
                    self.colours.push((item, self.options[members[0] as usize]));
                    self.is_decided.push(!sides.is_empty());
                    Literal::is(variable)
                }
            };
            for &member in members {
                let member = Literal::is(member);
                if member != colour {
                    pairs.push((member.code(), colour.code()));
                    pairs.push((colour.not().code(), member.not().code()));
                }
            }
            for part in parts() {
                let literals = part.iter().map(|&variable| Literal::is(variable));
                if part.is_empty() {
                    self.facts.push(colour.not());
                } else if literals.clone().all(|literal| literal != colour) {
                    let all = literals.chain([colour.not()]);
                    self.some.push(all.map(Literal::code));
                }
            }
            literals.push(colour.code());
        }
        self.most.push(literals);
    }
}

/// The options of a primary item all of which give a secondary one colours: for each colour, in their order, the
/// variables of those that give it.
type Side = Vec<Vec<u32>>;

/// What the rules are drawn up with.
#[derive(Debug)]
struct Drawing {
    /// By item: the variables of its options.
    of_item: Rows,
    /// By item: a count, 0 between uses.
    counts: Vec<u32>,
}

impl Drawing {
    fn of(matrix: &Matrix, rules: &Rules) -> Self {
        let mut pairs = Vec::new();
        for (variable, &option) in rules.options.iter().enumerate() {
            let items = matrix.items_of(option).iter();
            pairs.extend(items.map(|&item| (item, variable as u32)));
        }
        let of_item = Rows::from_pairs(matrix.item_count(), &pairs);
        Drawing { of_item, counts: vec![0; matrix.item_count()] }
    }

    /// The primary items all of whose options give an item one of these colours. At most three: more say the same
    /// over and over.
    fn sides(
        &mut self,
        matrix: &Matrix,
        options: &[OptionId],
        classes: &BTreeMap<Option<ColourId>, Vec<u32>>,
    ) -> Vec<Side> {
        const MOST: usize = 3;
        let primaries = |variable: u32| {
            let items = matrix.items_of(options[variable as usize]).iter();
            items.copied().filter(|&item| matrix.kinds()[item as usize].is_primary())
        };
        let members = || classes.values().flatten().copied();
        for item in members().flat_map(primaries) {
            self.counts[item as usize] += 1;
        }
        let mut found: Vec<u32> = Vec::new();
        for item in members().flat_map(primaries) {
            let index = item as usize;
            let is_side = self.counts[index] as usize == self.of_item.get(index).len();
            if is_side && found.len() < MOST {
                found.push(item);
            }
            self.counts[index] = 0;
        }
        let side = |item: &u32| {
            let of_item = self.of_item.get(*item as usize);
            let is_of_item = |it: &u32| of_item.binary_search(it).is_ok();
            let mine = |members: &Vec<u32>| members.iter().copied().filter(is_of_item).collect();
            classes.values().map(mine).collect()
        };
        found.iter().map(side).collect()
    }
}

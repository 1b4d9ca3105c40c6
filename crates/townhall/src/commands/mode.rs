//! From `--players`, `--variant` and `--seed` to a game that can be dealt.

use std::collections::BTreeSet;

use tabletop::{Game, Seed};

use crate::{cli::Mode, failure::Failure};

/// The default number of players, of a game that takes as many.
const DEFAULT_PLAYERS: usize = 4;

/// A variant with a number of players that it takes.
pub(crate) struct Chosen<G: Game> {
    pub(crate) variant: G::Variant,
    pub(crate) players: usize,
}

/// The numbers of players that a game takes in any of its variants.
pub(crate) fn player_counts<G: Game>() -> BTreeSet<usize> {
    G::modes().map(|(_, players)| players).collect()
}

/// The number of players if none is given: [`DEFAULT_PLAYERS`], or the closest smaller number that the game takes.
pub(crate) fn default_players<G: Game>() -> usize {
    let counts = player_counts::<G>();
    counts.range(..=DEFAULT_PLAYERS).next_back().or(counts.first()).copied().unwrap_or(DEFAULT_PLAYERS)
}

/// The numbers of players that a game takes, as text.
pub(crate) fn player_range<G: Game>() -> String {
    let counts = player_counts::<G>();
    counts.first().zip(counts.last()).map_or_else(String::new, |(&least, &most)| range_text(least, most))
}

/// A range as text: `2`, or `1 to 4`.
fn range_text(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// The variant and number of players that were asked for; a missing one is chosen to fit the other.
pub(crate) fn choose_mode<G: Game>(mode: &Mode) -> Result<Chosen<G>, Failure> {
    match (&mode.variant, mode.players) {
        (Some(text), players) => {
            let variant: G::Variant = text.parse().map_err(Failure::bad_input)?;
            let range = G::players(variant);
            let players = players.unwrap_or(*range.start());
            if !range.contains(&players) {
                let takes = range_text(*range.start(), *range.end());
                return Err(Failure::BadInput(format!(
                    "{} variant {variant} takes {takes} players, not {players}",
                    G::NAME
                )));
            }
            Ok(Chosen { variant, players })
        }
        (None, Some(players)) => variant_for::<G>(players),
        (None, None) => variant_for::<G>(default_players::<G>()),
    }
}

/// The first variant that takes so many players.
fn variant_for<G: Game>(players: usize) -> Result<Chosen<G>, Failure> {
    let variant = G::variants().iter().find(|&&variant| G::players(variant).contains(&players));
    let Some(&variant) = variant else {
        let takes = player_range::<G>();
        return Err(Failure::BadInput(format!("{} takes {takes} players, not {players}", G::NAME)));
    };
    Ok(Chosen { variant, players })
}

/// The seed that was asked for, or a random one. 64 hexadecimal digits are taken as the seed itself, so that a revealed
/// deal can be dealt again; any other text is a phrase from which the seed is derived.
pub(crate) fn fresh_seed(mode: &Mode) -> Result<Seed, Failure> {
    fresh_seed_of(mode.seed.as_deref())
}

/// The seed that a text names, or a random one without a text.
pub(crate) fn fresh_seed_of(text: Option<&str>) -> Result<Seed, Failure> {
    if let Some(text) = text {
        return Ok(text.parse().unwrap_or_else(|_| Seed::from_phrase(text)));
    }
    let mut entropy = [0; 32];
    getrandom::fill(&mut entropy).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(Seed::new(entropy))
}

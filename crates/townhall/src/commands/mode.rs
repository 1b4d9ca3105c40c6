//! From `--players`, `--variant` and `--seed` to a game that can be dealt.

use tabletop::{Game, Seed};

use crate::{cli::Mode, failure::Failure};

/// The default number of players.
pub(crate) const USUAL_PLAYERS: usize = 4;

/// A variant with a number of players that it takes.
pub(crate) struct Chosen<G: Game> {
    pub(crate) variant: G::Variant,
    pub(crate) players: usize,
}

/// The variant and number of players that were asked for; whichever is missing is chosen to fit the other.
pub(crate) fn choose_mode<G: Game>(mode: &Mode) -> Result<Chosen<G>, Failure> {
    match (&mode.variant, mode.players) {
        (Some(text), players) => {
            let variant: G::Variant = text.parse().map_err(Failure::bad_input)?;
            let range = G::players(variant);
            let players = players.unwrap_or(*range.start());
            if !range.contains(&players) {
                let (least, most) = range.into_inner();
                let takes = if least == most { least.to_string() } else { format!("{least} to {most}") };
                return Err(Failure::BadInput(format!(
                    "{} variant {variant} takes {takes} players, not {players}",
                    G::NAME
                )));
            }
            Ok(Chosen { variant, players })
        }
        (None, Some(players)) => variant_for::<G>(players),
        (None, None) => variant_for::<G>(USUAL_PLAYERS),
    }
}

/// The first variant that takes so many players.
fn variant_for<G: Game>(players: usize) -> Result<Chosen<G>, Failure> {
    let variant = G::variants().iter().find(|&&variant| G::players(variant).contains(&players));
    let most = G::variants().iter().map(|&variant| *G::players(variant).end()).max().unwrap_or_default();
    match variant {
        Some(&variant) => Ok(Chosen { variant, players }),
        None => Err(Failure::BadInput(format!("{} takes 1 to {most} players, not {players}", G::NAME))),
    }
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

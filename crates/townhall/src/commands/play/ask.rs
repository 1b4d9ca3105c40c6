//! The short menu of `townhall play` without a game.

use std::ops::RangeInclusive;

use super::input::{Input, is_leaving, say};
use crate::{
    cli,
    commands::mode::{default_players, player_counts, player_range},
    failure::Failure,
    games::{GAMES, Playable, Visitor, style::bold, visit},
};

/// Asks which game to play and with how many players, and fills in `args`. False if nothing is
/// to be played.
pub(crate) fn what_to_play(input: &Input, args: &mut cli::Play) -> Result<bool, Failure> {
    let mut games = Vec::new();
    for game in GAMES {
        games.push(visit(game, About)?);
    }
    say!("{}", bold("What would you like to play?"));
    let labels: Vec<String> =
        games.iter().map(|about| format!("{}, {} players", about.name, about.takes)).collect();
    let Some(choice) = pick(input, &labels, 1)? else { return Ok(false) };
    let about = &games[choice];
    args.game = Some(GAMES[choice].to_owned());
    if args.mode.variant.is_some() || args.mode.players.is_some() {
        return Ok(true);
    }

    let mut players = about.usual;
    if about.counts.len() > 1 {
        say!("\n{}", bold("How many players, you and bots?"));
        let label = |players: &usize| match players {
            1 => "alone".to_owned(),
            2 => "two".to_owned(),
            _ => format!("{players} players"),
        };
        let labels: Vec<String> = about.counts.iter().map(label).collect();
        let usual = about.counts.iter().take_while(|count| **count < about.usual).count() + 1;
        let Some(choice) = pick(input, &labels, usual)? else { return Ok(false) };
        players = about.counts[choice];
    }
    args.mode.players = Some(players);

    let variants: Vec<&String> =
        about.variants.iter().filter(|(_, takes)| takes.contains(&players)).map(|(name, _)| name).collect();
    if variants.len() > 1 {
        say!("\n{}", bold("How hard?"));
        let labels: Vec<String> = variants.iter().map(|name| name.to_string()).collect();
        let Some(choice) = pick(input, &labels, 1)? else { return Ok(false) };
        args.mode.variant = Some(labels[choice].clone());
    }
    Ok(true)
}

struct AboutGame {
    name: &'static str,
    /// The numbers of players that it takes, as text.
    takes: String,
    /// The numbers of players, ascending.
    counts: Vec<usize>,
    usual: usize,
    variants: Vec<(String, RangeInclusive<usize>)>,
}

struct About;

impl Visitor for About {
    type Output = AboutGame;

    fn visit<G: Playable>(self) -> AboutGame {
        let variants: Vec<_> =
            G::variants().iter().map(|&variant| (variant.to_string(), G::players(variant))).collect();
        let counts = player_counts::<G>().into_iter().collect();
        AboutGame {
            name: G::NAME,
            takes: player_range::<G>(),
            counts,
            usual: default_players::<G>(),
            variants,
        }
    }
}

/// The index of the label that is picked by its number; `usual` (from 1) for an empty line.
fn pick(input: &Input, labels: &[String], usual: usize) -> Result<Option<usize>, Failure> {
    for (label, number) in labels.iter().zip(1..) {
        say!("{number:>3}  {label}");
    }
    loop {
        let Some(line) = input.ask(&format!("1 to {}, or q [{usual}]: ", labels.len()))? else {
            return Ok(None);
        };
        match line.as_str() {
            word if is_leaving(word) => return Ok(None),
            "" => return Ok(Some(usual - 1)),
            typed => match typed.parse::<usize>() {
                Ok(number) if (1..=labels.len()).contains(&number) => return Ok(Some(number - 1)),
                _ => say!("Type a number from 1 to {}, or q to leave.", labels.len()),
            },
        }
    }
}

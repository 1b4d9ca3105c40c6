//! The least that a game needs here: High Card has none of the optional parts, and can be played and measured.

use high_card::HighCard;
use tabletop::Record;
use townhall_bots::Level;

use super::{Begin, command::Command, input::Input};
use crate::{
    cli::{Mode, Play},
    commands::mode::{default_players, player_range},
    files,
    games::{GAMES, Playable, TerminalGame, Visitor, each_state, visit},
};

impl TerminalGame for HighCard {}
impl Playable for HighCard {}

#[test]
fn a_game_without_optional_parts_can_be_played_in_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.jsonl");
    let args = Play {
        game: None,
        mode: Mode { players: Some(2), variant: None, seed: Some("bare".to_owned()) },
        bots: None,
        people: None,
        hints: Level::Greedy,
        record: Some(path.clone()),
    };
    let answers = "help\nboard\n1\n\nhint\n\n".repeat(20);
    Begin { args, input: Input::scripted(answers) }.visit::<HighCard>().expect("the game goes to its end");
    let raw = files::read_records(&path).expect("the record is written").remove(0);
    let record = Record::<HighCard>::read(raw).expect("it is a record of High Card");
    record.verify_deal().expect("the deal is proved");
    assert!(record.replay().is_ok());
}

#[test]
fn what_a_game_leaves_out_has_a_default() {
    let refused = HighCard::score_table(&["1"], None).expect_err("there is no notation");
    assert_eq!(refused.to_string(), "High Card has no score sheet");
    assert_eq!(HighCard::benched(), [1, 4]);
    assert_eq!(default_players::<HighCard>(), 4);
    assert_eq!(player_range::<HighCard>(), "1 to 4");
}

/// A legal move comes before a command, so a game that breaks this rule works, but hides a command or a number.
struct HasOwnTexts;

impl Visitor for HasOwnTexts {
    type Output = ();

    fn visit<G: Playable>(self) {
        each_state::<G>("texts", |_, state, seat| {
            G::for_each_legal_move(state, seat, |mv| {
                let text = mv.to_string();
                assert_eq!(Command::read(&text), None, "{}: {text:?} is a command", G::ID);
                assert!(text.parse::<usize>().is_err(), "{}: {text:?} is a number", G::ID);
            });
        });
    }
}

#[test]
fn no_move_has_the_text_of_a_command() {
    HasOwnTexts.visit::<HighCard>();
    for game in GAMES {
        visit(game, HasOwnTexts).expect("a game of the list");
    }
}

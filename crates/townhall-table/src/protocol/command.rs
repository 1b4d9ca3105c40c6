//! The commands of clients.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;
use tabletop::Seat;

use super::{Options, Reaction};

/// One request of a client. The server answers it with exactly one `done` or `refused`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Chosen by the client: 1 to 40 bytes. A command that is sent again with the same id is answered
    /// again, but not carried out again.
    #[serde(deserialize_with = "command_id")]
    pub id: String,
    /// The version of the table on which the person decided.
    pub on: u64,
    /// The action to carry out.
    pub action: Action,
}

/// The longest id of a command, in bytes: each table remembers the ids of recent commands.
const MAX_ID_BYTES: usize = 40;

fn command_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    if (1..=MAX_ID_BYTES).contains(&id.len()) {
        Ok(id)
    } else {
        Err(D::Error::custom("expected an id of 1 to 40 bytes"))
    }
}

/// An action at a table.
///
/// Before the start, `chair` numbers the places at the table; from the start on, chair and seat
/// are the same number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Sit down on an empty chair, under one's own name and colour. Before the start only.
    Sit {
        /// The number of the chair, from 0.
        chair: usize,
    },
    /// Leave one's chair. During the game a bot plays on at once, and one may `return`.
    Leave,
    /// Host, before the start: put a bot on an empty chair, or change the level of a bot.
    SeatBot {
        /// The number of the chair, from 0.
        chair: usize,
        /// A bot's level, such as `greedy`.
        level: String,
    },
    /// Host, before the start: empty a chair.
    ClearChair {
        /// The number of the chair, from 0.
        chair: usize,
    },
    /// Host, before the start: let the occupants of two chairs change places.
    SwapChairs {
        /// The numbers of the two chairs, from 0.
        chairs: [usize; 2],
    },
    /// Host, before the start: change variant, number of players and options. People keep their
    /// chairs; there can't be fewer chairs than people.
    Configure {
        /// The variant, as on the command line.
        variant: String,
        /// The number of chairs for people and bots.
        players: usize,
        /// The options of the table.
        options: Options,
    },
    /// Host: deal, and begin. Every chair must be taken.
    Start,
    /// A move of one's own seat. A sealed choice may be sent again until it is revealed, if the table's undo rule
    /// allows it: the later one counts.
    Move {
        /// The move as JSON, see the crate of the game.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Value,
    },
    /// Take one's sealed choice back before it is revealed.
    Unseal,
    /// At a correspondence table, while others act: plan one's next move, in place of an earlier plan. The table makes it when
    /// one's turn comes, if it is still legal and its objects are still the same. Nobody else is shown the plan.
    Plan {
        /// The move as JSON, see the crate of the game.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Value,
    },
    /// Give one's plan up.
    Unplan,
    /// Take one's own latest move back, where the undo rule allows it and nothing hidden was seen since.
    Undo,
    /// Say that one waits until the partners have placed, or no longer.
    Wait {
        /// Whether the player waits from now on.
        on: bool,
    },
    /// Say something, at most 280 characters.
    Say {
        /// The text.
        text: String,
    },
    /// React to something.
    React {
        /// The reaction.
        reaction: Reaction,
    },
    /// Signal something without words.
    Signal {
        /// The signal as JSON, see the crate of the game.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        signal: Value,
        /// The seat that the signal addresses; if left out, all seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        to: Option<Seat>,
    },
    /// Propose a move to the seat that would make it (one's own seat, or a partner's).
    Propose {
        /// The seat that would make the move.
        seat: Seat,
        /// The move as JSON, see the crate of the game.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Value,
    },
    /// Agree or disagree with a proposal.
    Answer {
        /// The proposal's id.
        proposal: u64,
        /// Whether the player agrees.
        agree: bool,
    },
    /// Take one's own proposal back.
    Withdraw {
        /// The proposal's id.
        proposal: u64,
    },
    /// Vote to let a bot play at once for a player who is away.
    VoteReplace {
        /// The seat of the player who is away.
        seat: Seat,
    },
    /// Take one's own seat back from the bot that stood in. Every other action but talk does that too.
    Return,
    /// At a correspondence table: stop one's own clock until this time, or let it run again.
    Away {
        /// In milliseconds since 1970; `None`: from now on one is back.
        until: Option<u64>,
    },
    /// After the end: open the same table again; everybody gets its code.
    Rematch,
    /// Report whether the page is in view. It counts as in view at first. A player who doesn't look at the table is notified of
    /// their turn. The journal doesn't contain it.
    Look {
        /// Whether the page is in view from now on.
        in_view: bool,
    },
}

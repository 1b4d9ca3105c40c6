//! The knowledge of a viewer, and sampling of states that are possible in a view.

use serde::Serialize;
use tabletop::{
    Seat, SeatSet, Viewer,
    random::{Rng, shuffle},
};

use crate::{
    CARDS, House, Round, State,
    state::{Cards, each_card},
};

/// The knowledge of one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The part that is the same for every viewer.
    #[serde(flatten)]
    pub open: OpenView,
    /// The part that only this viewer sees.
    #[serde(flatten)]
    pub own: OwnView,
}

/// The part of a view that is the same for every viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenView {
    /// The number of seats, including that of the house.
    pub seats: usize,
    /// The rule of the house, if it takes part.
    pub house: Option<House>,
    /// The stage of the game.
    pub round: Round,
    /// The seats that may act.
    pub to_act: SeatSet,
    /// The cards by seat of each trick that has been revealed.
    pub shown: Vec<Vec<u8>>,
}

/// The part of a view that differs between viewers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnView {
    /// The viewer.
    pub viewer: Viewer,
    /// The cards that only the viewer knows, or `None` for spectators.
    pub own: Option<Own>,
}

/// The cards that a seat knows. Card 0 stands for no card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Own {
    /// The cards in its hand.
    pub hand: Vec<u8>,
    /// The card that it discarded.
    pub discard: u8,
    /// The card that it played in each round.
    pub played: [u8; 2],
    /// The cards that it gave to its left neighbour.
    pub passed: Vec<u8>,
}

tabletop::parts!(OpenView { value seats, value house, value round, value to_act, list shown });
tabletop::parts!(OwnView { value viewer, value own });

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> Self {
        let seats = state.seats();
        let own = viewer.seat().map(|seat| {
            let seat = seat.index();
            Own {
                hand: each_card(state.hand[seat]).collect(),
                discard: state.discard[seat],
                played: [state.played[0][seat], state.played[1][seat]],
                passed: each_card(state.passed[seat]).collect(),
            }
        });
        let open = OpenView {
            seats,
            house: state.house,
            round: state.round(),
            to_act: state.acting(),
            shown: state.played[..state.shown()].iter().map(|trick| trick[..seats].to_vec()).collect(),
        };
        Self { open, own: OwnView { viewer, own } }
    }

    /// Returns the cards that the viewer may pick, the lowest first.
    pub(crate) fn choices(&self) -> &[u8] {
        let acts = self.own.viewer.seat().is_some_and(|seat| self.open.to_act.contains(seat));
        self.own.own.as_ref().filter(|_| acts).map_or(&[], |own| &own.hand)
    }

    /// Draws a state that the viewer can't tell from the true one, each as likely as any other. States are drawn until
    /// the moves of the house fit its rule.
    pub(crate) fn sample<R: Rng>(&self, rng: &mut R) -> State {
        loop {
            let state = self.guess(rng);
            if kept_the_house_rule(&state) {
                return state;
            }
        }
    }

    /// Draws a state that fits the view, except that the house may have broken its rule.
    fn guess<R: Rng>(&self, rng: &mut R) -> State {
        let OpenView { seats, house, round, to_act, ref shown } = self.open;
        let mut state = State {
            seats: seats as u8,
            house,
            stock: 0,
            hand: [0; 4],
            discard: [0; 4],
            played: [[0; 4]; 2],
            passed: [0; 4],
        };
        for (trick, cards) in shown.iter().enumerate() {
            state.played[trick][..seats].copy_from_slice(cards);
        }
        let viewer = self.own.viewer.seat();
        // The cards that each seat was given between the tricks, as far as they are known.
        let mut given: [Cards; 4] = [0; 4];
        if let (Some(own), Some(seat)) = (&self.own.own, viewer) {
            let me = seat.index();
            state.hand[me] = bits(&own.hand);
            state.discard[me] = own.discard;
            (state.played[0][me], state.played[1][me]) = (own.played[0], own.played[1]);
            if !shown.is_empty() {
                given[me] = bits(&own.hand) | bit(own.played[1]);
                given[seat.left(seats).index()] = bits(&own.passed);
            }
        }

        let known = state.cards().map(bit).chain(given).fold(0, |all, cards| all | cards);
        let mut pool: Vec<u8> = (1..=CARDS).filter(|&card| known & bit(card) == 0).collect();
        shuffle(rng, &mut pool);
        for seat in Seat::all(seats).filter(|&seat| viewer != Some(seat)) {
            let (other, acted) = (seat.index(), !to_act.contains(seat));
            if round != Round::Discard || acted {
                state.discard[other] = pool.pop().unwrap_or(0);
            }
            let sealed = acted && round != Round::Discard;
            if shown.is_empty() {
                let size = 4 - usize::from(state.discard[other] != 0);
                let mut hand: Vec<u8> = pool.split_off(pool.len() - size);
                if sealed {
                    state.played[0][other] = hand.pop().unwrap_or(0);
                }
                state.hand[other] = bits(&hand);
            } else {
                let after = state.played[1][other];
                let mut two: Vec<u8> = if given[other] != 0 {
                    each_card(given[other]).collect()
                } else if after != 0 {
                    vec![after, pool.pop().unwrap_or(0)]
                } else {
                    pool.split_off(pool.len() - 2)
                };
                given[other] = bits(&two);
                if after == 0 && sealed {
                    shuffle(rng, &mut two);
                    state.played[1][other] = two[0];
                }
                state.hand[other] = given[other] & !bit(state.played[1][other]);
            }
        }
        if !shown.is_empty() {
            for from in Seat::all(seats) {
                state.passed[from.index()] = given[from.left(seats).index()];
            }
        }
        state.stock = bits(&pool);
        state
    }
}

fn bit(card: u8) -> Cards {
    if card == 0 { 0 } else { 1 << card }
}

fn bits(cards: &[u8]) -> Cards {
    cards.iter().fold(0, |all, &card| all | bit(card))
}

/// Returns whether all moves of the house follow its rule.
fn kept_the_house_rule(state: &State) -> bool {
    const HOUSE: usize = 1;
    let Some(house) = state.house else { return true };
    let picked = |card: u8, rest: Cards| card == 0 || house.picks(rest | bit(card)) == Some(card);
    let [first, second] = [state.played[0][HOUSE], state.played[1][HOUSE]];
    let before_second = if state.shown() == 0 { state.hand[HOUSE] } else { state.passed[HOUSE] };
    picked(state.discard[HOUSE], before_second | bit(first))
        && picked(first, before_second)
        && picked(second, state.hand[HOUSE])
}

//! What a viewer knows, and sampling of states that are possible in a view.

use serde::{Serialize, Serializer};
use tabletop::{
    Seat, SeatSet, Viewer,
    random::{Rng, shuffle},
};

use crate::{
    House, Kind, Round, State, defect,
    state::{Cards, each_card},
};

/// What a seat remembers of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Own {
    pub(crate) hand: Vec<u8>,
    pub(crate) discard: u8,
    pub(crate) played: [u8; 2],
    pub(crate) passed: Vec<u8>,
}

/// A value that comparisons ignore, but that is serialised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlooked(u32);

impl PartialEq for Overlooked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Overlooked {}

impl Serialize for Overlooked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The half of a view that is the same for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenView {
    seats: usize,
    house: Option<House>,
    to_act: SeatSet,
    shown: Vec<Vec<u8>>,
}

/// The half of a view that is its viewer's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnView {
    viewer: Viewer,
    own: Option<Own>,
    leak: Option<u32>,
    overlooked: Overlooked,
}

tabletop::parts!(OpenView { value seats, value house, value to_act, list shown });
tabletop::parts!(OwnView { value viewer, value own, value leak, value overlooked });

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) seats: usize,
    pub(crate) house: Option<House>,
    pub(crate) to_act: SeatSet,
    #[serde(skip)]
    pub(crate) round: Option<Round>,
    pub(crate) shown: Vec<Vec<u8>>,
    pub(crate) own: Option<Own>,
    pub(crate) leak: Option<u32>,
    #[serde(skip)]
    pub(crate) truth: Option<Box<State>>,
    pub(crate) overlooked: Overlooked,
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer, defect: u8) -> Self {
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
        Self {
            viewer,
            seats,
            house: state.house,
            to_act: state.acting(),
            round: Some(state.round()),
            shown: state.played[..state.shown()].iter().map(|trick| trick[..seats].to_vec()).collect(),
            own,
            leak: (defect == defect::VIEW_LEAKS).then_some(state.hand[0]),
            truth: (defect == defect::VIEW_AND_SAMPLE_LEAK).then(|| Box::new(*state)),
            overlooked: Overlooked(if defect == defect::BYTES_LEAK { state.hand[0] } else { 0 }),
        }
    }

    pub(crate) fn open(&self, defect: u8) -> OpenView {
        let another = defect == defect::OPEN_DIFFERS && self.viewer == Viewer::Spectator;
        let seats = self.seats + usize::from(another);
        OpenView { seats, house: self.house, to_act: self.to_act, shown: self.shown.clone() }
    }

    pub(crate) fn own(&self, defect: u8) -> OwnView {
        let own = self.own.clone().filter(|_| defect != defect::OWN_INCOMPLETE);
        OwnView { viewer: self.viewer, own, leak: self.leak, overlooked: self.overlooked.clone() }
    }

    fn round(&self) -> Round {
        self.round.unwrap_or(Round::Over)
    }

    pub(crate) fn kind(&self) -> Kind {
        if self.round() == Round::Discard { Kind::Discard } else { Kind::Play }
    }

    pub(crate) fn choices(&self) -> Vec<u8> {
        let own =
            self.own.as_ref().filter(|_| self.viewer.seat().is_some_and(|seat| self.to_act.contains(seat)));
        own.map(|own| own.hand.clone()).unwrap_or_default()
    }

    pub(crate) fn sample<R: Rng>(&self, rng: &mut R, defect: u8) -> State {
        if let Some(truth) = &self.truth {
            return **truth;
        }
        loop {
            let state = self.guess(rng, defect);
            if kept_the_house_rule(&state) {
                return state;
            }
        }
    }

    /// A state that fits, if the house's rule is left out of account.
    fn guess<R: Rng>(&self, rng: &mut R, defect: u8) -> State {
        let seats = self.seats;
        let shown = self.shown.len();
        let mut state = State {
            seats: seats as u8,
            house: self.house,
            stock: 0,
            hand: [0; 4],
            discard: [0; 4],
            played: [[0; 4]; 2],
            passed: [0; 4],
        };
        for (trick, cards) in self.shown.iter().enumerate() {
            state.played[trick][..seats].copy_from_slice(cards);
        }
        // What went to each seat in the second round, as far as it is known.
        let mut second: [Cards; 4] = [0; 4];
        if let (Some(own), Some(seat)) = (&self.own, self.viewer.seat()) {
            let me = seat.index();
            state.hand[me] = bits(&own.hand);
            state.discard[me] = own.discard;
            (state.played[0][me], state.played[1][me]) = (own.played[0], own.played[1]);
            if shown >= 1 {
                second[me] = bits(&own.hand) | bit(own.played[1]);
                if defect != defect::SAMPLE_FORGETS {
                    second[seat.left(seats).index()] = bits(&own.passed);
                }
            }
        }

        let known =
            state.cards().fold(second.iter().fold(0, |all, cards| all | cards), |all, card| all | bit(card));
        let mut pool: Vec<u8> = (1..=crate::CARDS).filter(|&card| known & bit(card) == 0).collect();
        shuffle(rng, &mut pool);
        let acted = |seat: Seat| !self.to_act.contains(seat);
        for seat in Seat::all(seats).filter(|&seat| self.viewer.seat() != Some(seat)) {
            let other = seat.index();
            if self.round() != Round::Discard || acted(seat) {
                state.discard[other] = pool.pop().unwrap_or(0);
            }
            let sealed = acted(seat) && self.round() != Round::Discard;
            if shown == 0 {
                let size = 4 - usize::from(state.discard[other] != 0);
                let mut hand: Vec<u8> = pool.split_off(pool.len() - size);
                if sealed {
                    state.played[0][other] = hand.pop().unwrap_or(0);
                }
                state.hand[other] = bits(&hand);
            } else {
                let after = state.played[1][other];
                let mut two: Vec<u8> = if second[other] != 0 {
                    each_card(second[other]).collect()
                } else if after != 0 {
                    vec![after, pool.pop().unwrap_or(0)]
                } else {
                    pool.split_off(pool.len() - 2)
                };
                second[other] = bits(&two);
                if after == 0 && sealed {
                    shuffle(rng, &mut two);
                    state.played[1][other] = two[0];
                }
                state.hand[other] = second[other] & !bit(state.played[1][other]);
                if defect == defect::SAMPLE_UNPLAYABLE {
                    state.hand[other] = 0;
                }
            }
        }
        if shown >= 1 {
            for from in Seat::all(seats) {
                state.passed[from.index()] = second[from.left(seats).index()];
            }
        }
        state.stock = if defect == defect::SAMPLE_WITHOUT_END { 0 } else { bits(&pool) };
        state
    }
}

fn bit(card: u8) -> Cards {
    if card == 0 { 0 } else { 1 << card }
}

fn bits(cards: &[u8]) -> Cards {
    cards.iter().fold(0, |all, &card| all | bit(card))
}

/// Whether all moves of the house follow its rule.
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

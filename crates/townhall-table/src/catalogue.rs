//! The games that can be played. The server knows none of them: whoever starts it fills this.

use serde::Serialize;
use tabletop::{Game, Seed};
use townhall_bots::{Level, Talker};

use crate::{
    journal::{Entry, What},
    protocol::{Action, Code, Command, Refusal},
    room::{Circumstances, Opening, Room},
    table::{self, Table},
};

/// The games that can be played, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<Listed>,
}

/// A game of the catalogue.
#[derive(Clone, Debug)]
struct Listed {
    info: GameInfo,
    open: fn(&str) -> Box<dyn Room>,
    check: fn(&str, usize) -> Result<(), Refusal>,
}

/// What a client has to know of a game before it opens a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameInfo {
    /// The name in addresses and on the command line.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The ways to play, the plain one first.
    pub variants: Vec<VariantInfo>,
    /// The levels of bots, the weakest first.
    pub levels: Vec<String>,
}

/// A way to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantInfo {
    /// Its text, as on the command line.
    pub id: String,
    /// The fewest players.
    pub min: usize,
    /// The most players.
    pub max: usize,
    /// How many seats the game itself plays.
    pub automata: usize,
}

impl Catalogue {
    /// The catalogue with one more game.
    #[must_use]
    pub fn with<G: Talker>(mut self) -> Self {
        self.games.push(Listed {
            info: info::<G>(),
            open: |code| Box::new(Table::<G>::new(code)),
            check: |variant, players| table::mode::<G>(variant, players).map(|_| ()),
        });
        self
    }

    /// What there is to play.
    pub fn games(&self) -> impl Iterator<Item = &GameInfo> {
        self.games.iter().map(|game| &game.info)
    }

    /// An empty room with this code, to which a journal is applied.
    ///
    /// # Errors
    /// There is no such game.
    pub fn open(&self, game: &str, code: &str) -> Result<Box<dyn Room>, Refusal> {
        Ok((self.find(game)?.open)(code))
    }

    /// A new table with its first entries, which are applied already and are to be stored. If `start`
    /// is set, the game has begun.
    ///
    /// # Errors
    /// Why there can't be such a table.
    pub fn set_up(
        &self,
        opening: &Opening,
        code: &str,
        start: bool,
        with: &Circumstances,
    ) -> Result<(Box<dyn Room>, Vec<Entry>), Refusal> {
        let Opening { game, variant, players, options, host, people, bots } = opening.clone();
        let listed = self.find(&game)?;
        (listed.check)(&variant, players)?;
        let mut room = (listed.open)(code);
        let mut entries = Vec::new();
        let mut take = |room: &mut Box<dyn Room>, fresh: Vec<Entry>| {
            for mut entry in fresh {
                entry.command = None;
                room.apply(&entry).map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
                entries.push(entry);
            }
            Ok::<(), Refusal>(())
        };
        let opened = What::Opened { game, variant, players, options, host: host.id };
        take(&mut room, vec![Entry { at: with.now, what: opened, command: None }])?;
        let steps = people
            .into_iter()
            .map(|(chair, person)| (person, Action::Sit { chair }))
            .chain(bots.into_iter().map(|(chair, level)| (host.clone(), Action::SeatBot { chair, level })))
            .chain(start.then(|| (host.clone(), Action::Start)));
        for (who, action) in steps {
            let command = Command { id: "set-up".to_owned(), on: room.version(), action };
            let fresh = room.decide(&who, &command, with)?;
            take(&mut room, fresh)?;
        }
        Ok((room, entries))
    }

    fn find(&self, game: &str) -> Result<&Listed, Refusal> {
        self.games.iter().find(|listed| listed.info.id == game).ok_or_else(|| {
            let known: Vec<_> = self.games().map(|game| game.id.as_str()).collect();
            Refusal::new(Code::Unknown, format!("expected one of {known:?}, found the game {game:?}"))
                .with("game", game)
        })
    }
}

fn info<G: Game>() -> GameInfo {
    let variants = G::variants().iter().map(|&variant| {
        let players = G::players(variant);
        let (setup, _) = G::deal_from(&Seed::from_phrase("an example"), variant, *players.start());
        let automata = G::seats(&G::start(&setup)) - players.start();
        VariantInfo { id: variant.to_string(), min: *players.start(), max: *players.end(), automata }
    });
    GameInfo {
        id: G::ID.to_owned(),
        name: G::NAME.to_owned(),
        variants: variants.collect(),
        levels: Level::ALL.map(|level| level.name().to_owned()).into(),
    }
}

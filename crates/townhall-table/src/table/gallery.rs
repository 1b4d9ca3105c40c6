//! The talk of spectators.
//!
//! Players read it only once the game is over, so that the talk neither disturbs nor advises them. It can't carry secrets:
//! spectators see only what is public.

use townhall_bots::BotGame;

use super::{
    Decision, Table,
    names::{clean_name, clean_saying},
};
use crate::{
    journal::{EntryKind, Person, Reaction},
    protocol::{Code, Refusal, Remark},
    room::Context,
};

/// How many lines are kept: the latest ones.
const KEPT: usize = 40;

impl<G: BotGame> Table<G> {
    /// Checks a line of a spectator of a game.
    pub(super) fn remark(&self, who: &Person, text: &str) -> Decision {
        self.remark_with(who, clean_saying(text)?, None)
    }

    /// Checks a reaction of a spectator of a game.
    pub(super) fn remark_by_reaction(&self, who: &Person, reaction: Reaction) -> Decision {
        self.has_subject(reaction)?;
        self.remark_with(who, String::new(), Some(reaction))
    }

    fn remark_with(&self, who: &Person, text: String, reaction: Option<Reaction>) -> Decision {
        self.may_talk(true)?;
        let person = Person { name: clean_name(&who.name)?, ..who.clone() };
        if self.is_name_taken(&person) {
            return Err(Refusal::new(Code::NameTaken, "a player of that name sits at this table"));
        }
        Ok(vec![EntryKind::Remarked { person, text, reaction }])
    }

    pub(super) fn remarked(&mut self, version: u64, person: &Person, text: &str, reaction: Option<Reaction>) {
        self.remarks += 1;
        if text.is_empty() && reaction.is_none() {
            return;
        }
        if self.gallery.len() == KEPT {
            self.gallery.pop_front();
        }
        let remark = Remark { version, name: person.name.clone(), text: text.to_owned(), reaction };
        self.gallery.push_back((person.clone(), remark));
    }

    /// The lines that a viewer may read.
    pub(super) fn gallery_seen(&self, me: Option<usize>) -> Vec<Remark> {
        let plays = me.is_some() && self.game.as_ref().is_some_and(|game| !game.is_over());
        if plays { Vec::new() } else { self.gallery.iter().map(|(_, remark)| remark.clone()).collect() }
    }

    /// The names of the connected spectators that have one.
    pub(super) fn watcher_names(&self, context: &Context) -> Vec<String> {
        let watching = context.names.iter().filter(|&(&id, _)| self.chair_of(id).is_none());
        watching.map(|(_, name)| name.clone()).collect()
    }
}

//! The main loop of a game in the terminal.

use tabletop::{Event, Knowledge, Seat, Seed, Viewer, record::DealProof};
use townhall_bots::{Level, bot, hints, system_clock};

use super::{
    command::Command,
    input::{Input, is_leaving, say},
    table::Table,
};
use crate::{
    failure::Failure,
    games::{
        Playable,
        menu::{Lost, Menu, Reached},
        style::{bold, dim},
    },
};

/// What can be typed at any time, besides moves.
const COMMANDS: &str = "Type numbers (several at once are fine: `1 3`) or a move as it stands in a record.
Enter  confirm what is proposed          b, back   one question back
undo   take your last move back, until something hidden is revealed
hint   what an expert would do           log       what happened so far
board  draw the table again              help      this, and the rules in short
quit   leave; with --record you can continue later";

/// Why `undo` does nothing.
const NOTHING_TO_UNDO: &str = "None of your moves can be taken back: something hidden was revealed since.";

/// How many moves a hint names.
const HINTS: usize = 5;

/// A game that is being played.
pub(crate) struct Session<G: Playable> {
    table: Table<G>,
    input: Input,
    state: G::State,
    log: Vec<String>,
    /// How much of the log each seat has been shown.
    shown: Vec<usize>,
    /// The history for undo: the earlier states, the seat that moved from each, and the numbers of moves and of lines
    /// of the log at that point.
    past: Vec<Past<G>>,
    /// The seat whose player looks at the screen.
    watching: Option<Seat>,
    /// The level of the bot that gives hints.
    adviser: Level,
}

struct Past<G: Playable> {
    seat: Seat,
    state: G::State,
    moves: usize,
    lines: usize,
}

/// The final result of a question to a player.
enum Answer<M> {
    Move(M),
    Undo,
    Leave,
}

impl<G: Playable> Session<G> {
    /// Starts the session, after replaying the moves that were already made.
    pub(crate) fn new(table: Table<G>, input: Input, adviser: Level) -> Result<Self, Failure> {
        // The commitment is shown before the first move.
        let proof = proof(G::KNOWLEDGE, table.record.deal.as_ref());
        let mut log: Vec<String> =
            proof.map(|deal| format!("Deal sealed: {}", deal.commitment)).into_iter().collect();
        let state = table
            .record
            .replay_each(|before, seat, mv, after| {
                log.extend(tell::<G>(&G::events(before, seat, mv, after), &table.names));
            })
            .map_err(Failure::bad_input)?;
        let shown = vec![log.len().saturating_sub(6); G::seats(&state)];
        Ok(Self { table, input, state, log, shown, past: Vec::new(), watching: None, adviser })
    }

    /// Plays until the end, or until a player quits.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        self.table.save()?;
        loop {
            if let Some(outcome) = G::outcome(&self.state) {
                self.table.finish(&outcome)?;
                return self.show_result(&outcome);
            }
            let Some((seat, mv)) = self.next_move()? else { break };
            self.apply(seat, mv)?;
        }
        match self.table.path() {
            Some(path) => say!("Kept. Go on with: townhall play --record {}", path.display()),
            None => say!("Left. Nothing was kept (--record FILE keeps a game)."),
        }
        Ok(())
    }

    /// The next move, of the lowest seat that may act; `None` if its player leaves.
    fn next_move(&mut self) -> Result<Option<(Seat, G::Move)>, Failure> {
        if let Some(forced) = G::automatic_move(&self.state) {
            return Ok(Some(forced));
        }
        // At one keyboard seats act one after the other: the lowest seat that may act goes first.
        let Some(seat) = G::to_act(&self.state).first() else { return Ok(None) };
        loop {
            if !self.table.is_person(seat) {
                let view = G::view(&self.state, Viewer::Seat(seat));
                let bot = self.table.bots.get_mut(seat.index()).and_then(Option::as_mut);
                return Ok(bot.map(|bot| (seat, bot.choose(&view))));
            }
            if !self.draw_curtain(seat)? {
                return Ok(None);
            }
            match self.ask(seat)? {
                Answer::Move(mv) => return Ok(Some((seat, mv))),
                Answer::Leave => return Ok(None),
                Answer::Undo => self.undo(seat)?,
            }
        }
    }

    fn apply(&mut self, seat: Seat, mv: G::Move) -> Result<(), Failure> {
        let before = self.state;
        let lines = self.log.len();
        let moves = self.table.record.moves().count();
        G::play(&mut self.state, seat, mv).map_err(Failure::bad_input)?;
        self.log.extend(tell::<G>(&G::events(&before, seat, mv, &self.state), &self.table.names));
        self.table.record.push(seat, mv);
        if G::reveals(&before, &self.state) {
            self.past.clear();
        } else if self.table.is_person(seat) {
            self.past.push(Past { seat, state: before, moves, lines });
        }
        self.table.save()
    }

    /// Takes the last move of `seat` back.
    fn undo(&mut self, seat: Seat) -> Result<(), Failure> {
        if let Some(past) = self.past.pop_if(|past| past.seat == seat) {
            self.state = past.state;
            self.table.record.truncate_moves(past.moves);
            self.log.truncate(past.lines);
            for shown in &mut self.shown {
                *shown = (*shown).min(past.lines);
            }
            self.table.save()?;
        }
        Ok(())
    }

    /// Hides the table until the player of `seat` is at the keyboard. False if they quit instead.
    fn draw_curtain(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.watching == Some(seat) || self.table.people() < 2 {
            self.watching = Some(seat);
            return Ok(true);
        }
        self.watching = Some(seat);
        self.input.clear()?;
        let name = &self.table.names[seat.index()];
        let came = self.input.ask(&format!("Curtain. {name}, take the keyboard and press Enter: "))?;
        self.input.clear()?;
        Ok(came.is_some_and(|typed| !is_leaving(&typed)))
    }

    /// Asks until there is a confirmed move, or something else to do.
    fn ask(&mut self, seat: Seat) -> Result<Answer<G::Move>, Failure> {
        let view = G::view(&self.state, Viewer::Seat(seat));
        let menu = G::menu(&view, &self.table.names);
        if self.input.is_interactive() {
            self.input.clear()?;
        }
        self.show_news(seat)?;
        say!("{}", G::draw(&view, &self.table.names));
        let mut path: Vec<usize> = Vec::new();
        loop {
            let Ok(Reached::Menu(here)) = menu.follow(&path) else {
                path.clear();
                continue;
            };
            say!("{}", here.draw(self.input.width()).trim_end());
            let Some(line) = self.input.ask("> ")? else { return Ok(Answer::Leave) };
            if line.is_empty() {
                continue;
            }
            let mv = if let Some(mv) = self.legal_move(seat, &line) {
                mv
            } else {
                match Command::read(&line) {
                    Some(Command::Leave) => return Ok(Answer::Leave),
                    Some(Command::Undo) if self.past.last().is_some_and(|past| past.seat == seat) => {
                        return Ok(Answer::Undo);
                    }
                    Some(Command::Undo) => {
                        say!("{NOTHING_TO_UNDO}");
                        continue;
                    }
                    Some(Command::Back) => {
                        path.pop();
                        continue;
                    }
                    Some(Command::Help) => {
                        say!("{COMMANDS}\n\n{}", G::HELP);
                        continue;
                    }
                    Some(Command::Log) => {
                        say!("{}", self.log.join("\n"));
                        continue;
                    }
                    Some(Command::Board) => {
                        say!("{}", G::draw(&view, &self.table.names));
                        continue;
                    }
                    Some(Command::Hint) => self.hint(&view)?,
                    None => match self.understand(&line, here, seat, &mut path) {
                        Ok(Some(mv)) => mv,
                        Ok(None) => continue,
                        Err(complaint) => {
                            say!("{complaint}");
                            continue;
                        }
                    },
                }
            };
            say!("{}\n{}", bold(&mv.to_string()), G::preview(&view, mv, &self.table.names));
            match self.input.ask("Enter to confirm, anything else to choose again: ")? {
                None => return Ok(Answer::Leave),
                Some(typed) if matches!(typed.as_str(), "" | "y" | "yes") => return Ok(Answer::Move(mv)),
                Some(typed) if is_leaving(&typed) => return Ok(Answer::Leave),
                Some(_) => path.clear(),
            }
        }
    }

    /// Prints the adviser's best moves and the points that it expects of each. Returns the best one.
    fn hint(&self, view: &G::View) -> Result<G::Move, Failure> {
        let (seed, level) = (Seed::from_phrase("hint"), self.adviser);
        let thoughts = hints::<G>(level, &seed, view, HINTS, system_clock);
        for (thought, number) in thoughts.iter().zip(1..) {
            let (mv, points) = (thought.mv.to_string(), thought.points);
            say!("{number:>3}  {mv:<40} {}", dim(&format!("about {points:.1} points at the end")));
        }
        Ok(thoughts.first().map_or_else(|| bot::<G>(level, &seed, system_clock).choose(view), |best| best.mv))
    }

    /// The legal move of `seat` whose text is this line.
    fn legal_move(&self, seat: Seat, line: &str) -> Option<G::Move> {
        let (mv, mut trial) = (line.parse().ok()?, self.state);
        G::play(&mut trial, seat, mv).is_ok().then_some(mv)
    }

    /// The move that numbers select from the menu `here`. If they lead to a further question, they are added to `path`.
    /// Any other text is an invalid move, since [`Self::legal_move`] has been tried: the error says why.
    fn understand(
        &self,
        line: &str,
        here: &Menu<G::Move>,
        seat: Seat,
        path: &mut Vec<usize>,
    ) -> Result<Option<G::Move>, String> {
        let numbers: Result<Vec<usize>, _> =
            line.split([' ', ',']).filter(|word| !word.is_empty()).map(str::parse).collect();
        let Ok(numbers) = numbers else {
            let mv: G::Move =
                line.parse().map_err(|error| format!("{error} (`help` says what you can type)"))?;
            let mut trial = self.state;
            return G::play(&mut trial, seat, mv).map(|()| Some(mv)).map_err(|error| error.to_string());
        };
        match here.follow(&numbers) {
            Err(Lost::NoSuchNumber(number)) => Err(format!("{number} is not in the list.")),
            Err(Lost::TooMany) => Err("That is one number too many.".to_owned()),
            Ok(Reached::Move(mv)) => Ok(Some(*mv)),
            Ok(Reached::Menu(_)) => {
                path.extend(&numbers);
                Ok(None)
            }
        }
    }

    /// Prints what happened since `seat` last looked.
    fn show_news(&mut self, seat: Seat) -> Result<(), Failure> {
        for line in &self.log[self.shown[seat.index()]..] {
            say!("{}", dim(line));
        }
        self.shown[seat.index()] = self.log.len();
        Ok(())
    }

    fn show_result(&mut self, outcome: &G::Outcome) -> Result<(), Failure> {
        self.show_news(self.watching.unwrap_or_default())?;
        say!("{}", G::result(&self.state, outcome, &self.table.names));
        let proof = proof(G::KNOWLEDGE, self.table.record.deal.as_ref());
        if let Some(seed) = proof.and_then(|deal| deal.seed) {
            say!("Deal seed: {seed}");
        }
        if let Some(path) = self.table.path() {
            say!("Saved to {}.", path.display());
            if proof.is_some() {
                say!("Check the deal with: townhall verify {}", path.display());
            }
        }
        Ok(())
    }
}

fn tell<G: Playable>(events: &[Event<G::EventKind>], names: &[String]) -> Vec<String> {
    events.iter().filter_map(|event| G::tell(event, names)).collect()
}

/// The proof of a deal, if a part of the deal is hidden at first: a commitment to a public deal proves nothing.
fn proof(knowledge: Knowledge, deal: Option<&DealProof>) -> Option<&DealProof> {
    deal.filter(|_| knowledge != Knowledge::Perfect)
}

#[cfg(test)]
mod tests {
    use tabletop::{Knowledge, Seed, record::DealProof};

    use super::proof;

    #[test]
    fn only_hidden_deals_are_proved() {
        let commitment = Seed::from_phrase("deal").commitment("occasion");
        let deal = DealProof { commitment, seed: None, extra: serde_json::Map::new() };
        for (knowledge, shown) in
            [(Knowledge::Private, true), (Knowledge::Symmetric, true), (Knowledge::Perfect, false)]
        {
            assert_eq!(proof(knowledge, Some(&deal)).is_some(), shown, "{knowledge:?}");
        }
        assert!(proof(Knowledge::Private, None).is_none());
    }
}

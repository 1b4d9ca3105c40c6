//! The main loop of a game in the terminal.

use tabletop::{Event, Knowledge, Record, Seat, Seed, Viewer, record::DealProof};
use townhall_bots::{Bot, Level, bot, hints, system_clock};
use townhall_table::table::Match;

use super::{
    command::Command,
    input::{Input, is_leaving, say},
    record_file::RecordFile,
};
use crate::{
    failure::Failure,
    games::{
        Playable,
        menu::{Lost, Menu, Reached},
        style::{bold, dim},
    },
    printable::printable,
};

/// The commands that can be typed at any time, as `help` shows them.
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

/// A game that is being played at one keyboard.
pub(crate) struct Terminal<G: Playable> {
    file: RecordFile<G>,
    game: Match<G>,
    /// The name of each seat, with those of automata.
    names: Vec<String>,
    /// The bot of each player's seat; `None` for a person.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    input: Input,
    log: Vec<String>,
    /// How much of the log each seat has been shown.
    shown: Vec<usize>,
    /// The seat whose player looks at the screen.
    watching: Option<Seat>,
    /// The level of the bot that gives hints.
    adviser: Level,
}

/// The final result of a question to a player.
enum Choice<M> {
    Move(M),
    /// A move was taken back, so the question is asked anew.
    Undone,
    Leave,
}

impl<G: Playable> Terminal<G> {
    /// Seats the players, and makes the moves that the file already has.
    pub(crate) fn new(file: RecordFile<G>, input: Input, adviser: Level) -> Result<Self, Failure> {
        let mut game = Match::new(&file.record.setup);
        for (seat, mv) in file.record.moves() {
            game.make(seat, mv).map_err(Failure::bad_input)?;
        }
        let seats = G::seats(game.state());
        let mut names: Vec<String> = file.record.players.iter().map(|name| printable(name)).collect();
        names.extend(Seat::all(seats).skip(names.len()).map(G::automaton_name));
        let bots = file.bots();
        let log = log(&file.record, &names)?;
        let shown = vec![log.len().saturating_sub(6); seats];
        Ok(Self { file, game, names, bots, input, log, shown, watching: None, adviser })
    }

    /// Plays until the end, or until a player quits.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        self.file.save()?;
        loop {
            if let Some(outcome) = G::outcome(self.game.state()) {
                self.file.finish(&outcome)?;
                return self.show_result(&outcome);
            }
            let Some((seat, mv)) = self.next_move()? else { break };
            self.make(seat, mv)?;
        }
        match self.file.path() {
            Some(path) => say!("Kept. Go on with: townhall play --record {}", path.display()),
            None => say!("Left. Nothing was kept (--record FILE keeps a game)."),
        }
        Ok(())
    }

    /// The next move, of the lowest seat that may act; `None` if its player leaves.
    fn next_move(&mut self) -> Result<Option<(Seat, G::Move)>, Failure> {
        if let Some(forced) = G::automatic_move(self.game.state()) {
            return Ok(Some(forced));
        }
        // At one keyboard seats act one after the other: the lowest seat that may act goes first.
        let Some(seat) = G::to_act(self.game.state()).first() else { return Ok(None) };
        if let Some(bot) = self.bots.get_mut(seat.index()).and_then(Option::as_mut) {
            let view = G::view(self.game.state(), Viewer::Seat(seat));
            return Ok(Some((seat, bot.choose(&view))));
        }
        loop {
            if !self.draw_curtain(seat)? {
                return Ok(None);
            }
            match self.ask(seat)? {
                Choice::Move(mv) => return Ok(Some((seat, mv))),
                Choice::Undone => {}
                Choice::Leave => return Ok(None),
            }
        }
    }

    fn make(&mut self, seat: Seat, mv: G::Move) -> Result<(), Failure> {
        let events = self.game.make(seat, mv).map_err(Failure::bad_input)?;
        self.log.extend(tell::<G>(&events, &self.names));
        self.file.record.push(seat, mv);
        self.file.save()
    }

    /// Takes the latest move of `seat` back. False if that can't be done.
    fn undo(&mut self, seat: Seat) -> Result<bool, Failure> {
        let Some(kept) = self.game.undo(seat) else { return Ok(false) };
        self.file.record.truncate_moves(kept);
        for (seat, mv) in self.game.moves().skip(kept) {
            self.file.record.push(seat, mv);
        }
        self.log = log(&self.file.record, &self.names)?;
        for shown in &mut self.shown {
            *shown = (*shown).min(self.log.len());
        }
        self.file.save()?;
        Ok(true)
    }

    /// Hides the table until the player of `seat` is at the keyboard. False if they quit instead.
    fn draw_curtain(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.watching == Some(seat) || self.bots.iter().filter(|bot| bot.is_none()).count() < 2 {
            self.watching = Some(seat);
            return Ok(true);
        }
        self.watching = Some(seat);
        self.input.clear_all()?;
        let name = &self.names[seat.index()];
        let came = self.input.ask(&format!("Curtain. {name}, take the keyboard and press Enter: "))?;
        self.input.clear_all()?;
        Ok(came.is_some_and(|typed| !is_leaving(&typed)))
    }

    /// Asks until there is a confirmed move, or something else to do.
    fn ask(&mut self, seat: Seat) -> Result<Choice<G::Move>, Failure> {
        let view = G::view(self.game.state(), Viewer::Seat(seat));
        let menu = G::menu(&view, &self.names);
        if self.input.is_interactive() {
            self.input.clear()?;
        }
        self.show_news(seat)?;
        say!("{}", G::draw(&view, &self.names, self.input.width()));
        let mut path: Vec<usize> = Vec::new();
        loop {
            let Ok(Reached::Menu(here)) = menu.follow(&path) else {
                path.clear();
                continue;
            };
            say!("{}", here.draw(self.input.width()).trim_end());
            let Some(line) = self.input.ask("> ")? else { return Ok(Choice::Leave) };
            if line.is_empty() {
                continue;
            }
            let mv = if let Some(mv) = self.legal_move(seat, &line) {
                mv
            } else {
                match Command::read(&line) {
                    Some(Command::Leave) => return Ok(Choice::Leave),
                    Some(Command::Undo) => {
                        if self.undo(seat)? {
                            return Ok(Choice::Undone);
                        }
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
                        say!("{}", G::draw(&view, &self.names, self.input.width()));
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
            say!("{}\n{}", bold(&mv.to_string()), G::preview(&view, mv, &self.names));
            match self.input.ask("Enter to confirm, anything else to choose again: ")? {
                None => return Ok(Choice::Leave),
                Some(typed) if matches!(typed.as_str(), "" | "y" | "yes") => return Ok(Choice::Move(mv)),
                Some(typed) if is_leaving(&typed) => return Ok(Choice::Leave),
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
        let mv = line.parse().ok()?;
        self.game.after(seat, mv).is_ok().then_some(mv)
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
            return self.game.after(seat, mv).map(|_| Some(mv)).map_err(|error| error.to_string());
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
        say!("{}", G::result(self.game.state(), outcome, &self.names));
        let proof = proof(G::KNOWLEDGE, self.file.record.deal.as_ref());
        if let Some(seed) = proof.and_then(|deal| deal.seed) {
            say!("Deal seed: {seed}");
        }
        if let Some(path) = self.file.path() {
            say!("Saved to {}.", path.display());
            if proof.is_some() {
                say!("Check the deal with: townhall verify {}", path.display());
            }
        }
        Ok(())
    }
}

/// The log of a record. The commitment to its deal comes before the first move.
fn log<G: Playable>(record: &Record<G>, names: &[String]) -> Result<Vec<String>, Failure> {
    let proof = proof(G::KNOWLEDGE, record.deal.as_ref());
    let mut log: Vec<String> =
        proof.map(|deal| format!("Deal sealed: {}", deal.commitment)).into_iter().collect();
    let told = record.replay_each(|before, seat, mv, after| {
        log.extend(tell::<G>(&G::events(before, seat, mv, after), names));
    });
    told.map_err(Failure::bad_input)?;
    Ok(log)
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

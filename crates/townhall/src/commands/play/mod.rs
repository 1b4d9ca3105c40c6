//! `townhall play`: a game in the terminal.

mod ask;
#[cfg(test)]
mod bare_game;
mod command;
mod input;
mod record_file;
mod terminal;

use tabletop::record::RawRecord;

use self::{input::Input, record_file::RecordFile, terminal::Terminal};
use crate::{
    cli,
    failure::Failure,
    files,
    games::{Playable, Visitor, visit, visit_record},
};

/// Plays a new game, or continues a saved one.
pub(crate) fn run(mut args: cli::Play) -> Result<(), Failure> {
    let input = Input::new();
    if let Some(raw) = unfinished(&args)? {
        let game = raw.game().to_owned();
        if args.game.as_ref().is_some_and(|asked| *asked != game) {
            return Err(Failure::BadInput(format!(
                "the record holds an unfinished game of {game}; name that, or none"
            )));
        }
        let path = args.record.clone().unwrap_or_default();
        return visit_record(&path, raw, |raw| Resume { args, raw, input })?;
    }
    if args.game.is_none() && !ask::what_to_play(&input, &mut args)? {
        return Ok(());
    }
    let game = args.game.clone().unwrap_or_default();
    visit(&game, Begin { args, input })?
}

/// The last game of the record file, if it is not over.
fn unfinished(args: &cli::Play) -> Result<Option<RawRecord>, Failure> {
    let Some(path) = args.record.as_ref().filter(|path| path.exists()) else { return Ok(None) };
    if files::read(path)?.trim().is_empty() {
        return Ok(None);
    }
    Ok(files::read_records(path)?.pop().filter(|raw| !raw.is_finished()))
}

struct Begin {
    args: cli::Play,
    input: Input,
}

impl Visitor for Begin {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let adviser = self.args.hints;
        let file = RecordFile::<G>::begin(self.args)?;
        Terminal::new(file, self.input, adviser)?.run()
    }
}

struct Resume {
    args: cli::Play,
    raw: RawRecord,
    input: Input,
}

impl Visitor for Resume {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let adviser = self.args.hints;
        let file = RecordFile::<G>::resume(self.args, self.raw)?;
        Terminal::new(file, self.input, adviser)?.run()
    }
}

//! Which of the verdicts have a reason, and which mistakes were charged twice.

use std::collections::BTreeMap;

use tabletop::{Record, Seat};
use townhall_analysis::{Analysis, Judgement, Mark};
use townhall_bots::Evaluate;

/// Two verdicts charge one mistake if their costs differ by at most this part of the larger cost.
const ABOUT: f64 = 0.3;

/// The verdicts of several games.
#[derive(Default)]
pub(crate) struct Reasons {
    /// For each kind of decision, by the words of the played and the better move.
    kinds: BTreeMap<String, Kind>,
    pub(crate) marked: u32,
    /// How many turns have two marked moves.
    pub(crate) both: u32,
    /// How many turns are charged twice for one mistake.
    pub(crate) twice: u32,
}

/// The marked decisions of a kind.
#[derive(Default)]
struct Kind {
    marked: u32,
    /// The decisions with a term of the game.
    named: u32,
    /// The decisions without a term, but with a line of turns that follow.
    later: u32,
}

impl Reasons {
    /// Adds the verdicts of a game. With a way to describe positions, each verdict is printed.
    pub(crate) fn add<G: Evaluate>(
        &mut self,
        record: &Record<G>,
        analysis: &Analysis<G>,
        show: Option<fn(&G::View) -> String>,
    ) {
        let moves = moves::<G>(record);
        for seat in Seat::all(record.players.len()) {
            let judgements = analysis.judgements(seat);
            let marked: Vec<_> = judgements.into_iter().filter(|one| one.mark >= Mark::Inexact).collect();
            self.marked += marked.len() as u32;
            for (one, next) in marked.iter().zip(marked.iter().skip(1)) {
                if !is_one_turn(one, next, &moves) {
                    continue;
                }
                self.both += 1;
                if is_charged_twice::<G>(one, next, &moves) {
                    self.twice += 1;
                    if show.is_some() {
                        println!("charged twice: {one:?}\n  {next:?}");
                    }
                }
            }
            for one in marked {
                let Some(why) = &one.why else { continue };
                let word = |mv: G::Move| mv.to_string().split(' ').next().unwrap_or_default().to_owned();
                let kind = format!("{}, better {}", word(one.played), word(one.best));
                let kind = self.kinds.entry(kind).or_default();
                kind.marked += 1;
                kind.named += u32::from(!why.terms.is_empty());
                kind.later += u32::from(why.terms.is_empty() && !why.line.is_empty());
                if let Some(position) = show {
                    let terms: Vec<_> = why.terms.iter().map(|term| &term.words).collect();
                    println!(
                        "ply {}: {} ({:.2}), better {}, own {}, others {}, parts {:?}, line {:?}: {terms:?}",
                        one.ply, one.played, one.cost, one.best, why.own, why.others, why.parts, why.line
                    );
                    if let Some(view) = analysis.view_before(one.ply) {
                        println!("    {}", position(view));
                    }
                }
            }
        }
    }

    #[allow(dead_code)]
    pub(crate) fn print(&self) {
        let Self { marked, both, twice, .. } = self;
        println!("{marked} marked decisions, in {both} turns two of them: {twice} mistakes charged twice");
        for (name, Kind { marked, named, later }) in &self.kinds {
            println!(
                "{name:<24} {marked:>5} marked, {named:>5} with a term, {later:>5} with turns that follow"
            );
        }
    }
}

/// A move of a game.
struct Moved<M> {
    seat: Seat,
    /// Whether the seat may go on in the same turn.
    goes_on: bool,
    /// Its legal moves before the move.
    legal: Vec<M>,
}

fn moves<G: Evaluate>(record: &Record<G>) -> Vec<Moved<G::Move>> {
    let mut all = Vec::new();
    // A record that could be analysed can be replayed.
    let _: Result<_, _> = record.replay_each(|before, seat, mv, after| {
        let mut legal = Vec::new();
        G::for_each_legal_move(before, seat, |mv| legal.push(mv));
        all.push(Moved { seat, goes_on: !G::seals(mv) && G::to_act(after).contains(seat), legal });
    });
    all
}

/// Whether the second of two decisions of a seat goes on with the turn of the first.
fn is_one_turn<M>(one: &Judgement<M>, next: &Judgement<M>, moves: &[Moved<M>]) -> bool {
    let mut later = moves.iter().enumerate().skip(one.ply + 1);
    let following = later.find(|(_, moved)| moved.seat == one.seat).map(|(ply, _)| ply);
    moves.get(one.ply).is_some_and(|moved| moved.goes_on) && following == Some(next.ply)
}

/// Whether two verdicts on successive moves of a turn name one better move at about the same cost, although it can still be
/// played the second time: so the first move did not cost what it was charged with.
fn is_charged_twice<G: Evaluate>(
    one: &Judgement<G::Move>,
    next: &Judgement<G::Move>,
    moves: &[Moved<G::Move>],
) -> bool {
    let followed = one.why.as_ref().and_then(|why| why.line.first());
    let followed = followed.filter(|turn| turn.seat == one.seat).and_then(|turn| turn.r#move.read().ok());
    // Two mistakes in different parts of the table, of which the second move could still mend one, are two mistakes.
    let named = next.best == one.best || Some(next.best) == followed && main_part(one) == main_part(next);
    let is_open = moves.get(next.ply).is_some_and(|moved| moved.legal.contains(&next.best));
    named && is_open && (one.cost - next.cost).abs() <= ABOUT * one.cost.max(next.cost)
}

/// The part of the table that changes most.
fn main_part<M>(one: &Judgement<M>) -> Option<usize> {
    let parts = one.why.as_ref()?.parts.iter();
    parts.max_by(|a, b| a.points.abs().total_cmp(&b.points.abs())).map(|change| change.part)
}

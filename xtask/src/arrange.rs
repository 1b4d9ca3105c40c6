//! The order of the functions of a WebAssembly module. Compression finds repetitions within a window, which has 32 KiB in gzip,
//! so a module becomes smaller when functions that resemble each other are neighbours.

use std::collections::HashMap;

/// A function is compared with those that begin at most so many bytes before it. Fewer than the window has are best: it does not
/// reach all of them from the end of a long function.
const WINDOW: usize = 20_000;

/// Functions resemble each other as far as they share pieces of this length.
const PIECE: usize = 8;

/// Pieces that more functions contain say nothing about resemblance.
const COMMON: usize = 100;

/// Returns the module with similar functions side by side and without their names, or `None` if it is not of a form that is known
/// here.
pub(crate) fn arranged(module: &[u8]) -> Option<Vec<u8>> {
    let code = sections(module)?.into_iter().find(|(id, _)| *id == CODE)?.1;
    let bodies = bodies(code)?;
    permuted(module, &order(&bodies))
}

const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const FUNCTIONS: u8 = 3;
const GLOBALS: u8 = 6;
const EXPORTS: u8 = 7;
const START: u8 = 8;
const ELEMENTS: u8 = 9;
const CODE: u8 = 10;

/// Returns the order in which each function follows those with which it shares most.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let mut found: Vec<(u64, usize)> = Vec::new();
    for (function, body) in bodies.iter().enumerate() {
        let pieces =
            body.windows(PIECE).map(|piece| piece.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)));
        found.extend(pieces.map(|piece| (piece, function)));
    }
    found.sort_unstable();
    found.dedup();
    // The functions with each piece, and the pieces of each function.
    let shared: Vec<&[(u64, usize)]> =
        found.chunk_by(|a, b| a.0 == b.0).filter(|with| (2..=COMMON).contains(&with.len())).collect();
    let mut pieces = vec![Vec::new(); bodies.len()];
    for (piece, with) in shared.iter().enumerate() {
        for &(_, function) in *with {
            pieces[function].push(piece);
        }
    }

    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    // How often the window contains each piece, and how many pieces each function shares with it.
    let mut within = vec![0_u32; shared.len()];
    let mut common = vec![0_usize; bodies.len()];
    let (mut oldest, mut size) = (0, 0);
    let score = |common: &[usize], function: usize| (common[function] << 16) / (bodies[function].len() + 20);
    while let Some(at) = (0..left.len())
        .reduce(|best, at| if score(&common, left[at]) > score(&common, left[best]) { at } else { best })
    {
        let next = left.remove(at);
        for &piece in &pieces[next] {
            within[piece] += 1;
            if within[piece] == 1 {
                shared[piece].iter().for_each(|&(_, function)| common[function] += 1);
            }
        }
        order.push(next);
        size += bodies[next].len();
        while size > WINDOW && oldest + 1 < order.len() {
            let gone = order[oldest];
            for &piece in &pieces[gone] {
                within[piece] -= 1;
                if within[piece] == 0 {
                    shared[piece].iter().for_each(|&(_, function)| common[function] -= 1);
                }
            }
            size -= bodies[gone].len();
            oldest += 1;
        }
    }
    order
}

/// Returns the module with its own functions in this order, which names the old place of each.
fn permuted(module: &[u8], order: &[usize]) -> Option<Vec<u8>> {
    let sections = sections(module)?;
    let imports = sections.iter().find(|(id, _)| *id == IMPORTS);
    let imports = imports.map_or(Some(0), |(_, content)| imported_functions(content))?;
    let places = order.iter().zip(imports..).map(|(&old, new)| (imports + old, new));
    let places: HashMap<usize, usize> = (0..imports).map(|import| (import, import)).chain(places).collect();
    let mut all = Writer { places: &places, out: module.get(..8)?.to_vec() };
    for (id, content) in sections {
        let mut read = Reader { bytes: content, at: 0 };
        let mut write = Writer { places: &places, out: Vec::new() };
        match id {
            CUSTOM if read.text()? == b"name" => continue,
            FUNCTIONS => {
                let types = read.all(Reader::number)?;
                write.number(order.len());
                for &old in order {
                    write.number(*types.get(old)?);
                }
            }
            CODE => {
                write.number(order.len());
                let bodies = bodies(content)?;
                for &old in order {
                    let mut body = Writer { places: &places, out: Vec::new() };
                    body.function(bodies.get(old)?)?;
                    write.text(&body.out);
                }
            }
            GLOBALS => write.copies(&mut read, |write, read| {
                write.out.extend(read.take(2)?);
                write.code(read, true)
            })?,
            EXPORTS => write.copies(&mut read, |write, read| {
                write.text(read.text()?);
                let kind = read.byte()?;
                write.out.push(kind);
                let index = read.number()?;
                if kind == 0 {
                    return write.place(index);
                }
                write.number(index);
                Some(())
            })?,
            START => write.place(read.number()?)?,
            ELEMENTS => write.copies(&mut read, |write, read| {
                // Functions for the first table, which is all that Rust writes.
                (read.number()? == 0).then_some(())?;
                write.number(0);
                write.code(read, true)?;
                write.copies(read, |write, read| write.place(read.number()?))
            })?,
            _ => write.out.extend(content),
        }
        all.out.push(id);
        all.text(&write.out);
    }
    Some(all.out)
}

/// The sections of a module: their numbers and contents.
fn sections(module: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut read = Reader { bytes: module, at: 0 };
    (read.take(8)? == b"\0asm\x01\0\0\0").then_some(())?;
    let mut sections = Vec::new();
    while read.at < module.len() {
        sections.push((read.byte()?, read.text()?));
    }
    Some(sections)
}

/// The bodies of the functions.
fn bodies(code: &[u8]) -> Option<Vec<&[u8]>> {
    Reader { bytes: code, at: 0 }.all(Reader::text)
}

/// The number of imported functions, if nothing else is imported.
fn imported_functions(imports: &[u8]) -> Option<usize> {
    let all = Reader { bytes: imports, at: 0 }.all(|read| {
        read.text()?;
        read.text()?;
        (read.byte()? == 0).then(|| read.number())?
    });
    all.map(|all| all.len())
}

/// A place in bytes that are read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..)?.get(..length)?;
        self.at += length;
        Some(taken)
    }

    /// An unsigned number. A signed one has the same length.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Bytes after their number.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// Elements after their number.
    fn all<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| one(self)).collect()
    }

    /// The bytes that `skip` reads.
    fn skipped(&mut self, skip: impl FnOnce(&mut Self) -> Option<()>) -> Option<&'a [u8]> {
        let from = self.at;
        skip(self)?;
        self.bytes.get(from..self.at)
    }

    /// Skips what follows the code of an instruction that names no function.
    fn operands(&mut self, instruction: u8) -> Option<()> {
        match instruction {
            0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => Some(()),
            // Blocks, branches, variables, sizes, constants.
            0x02..=0x04 | 0x0c | 0x0d | 0x20..=0x26 | 0x3f..=0x42 | 0xd0 => self.numbers(1),
            0x0e => {
                self.all(Self::number)?;
                self.numbers(1)
            }
            // Indirect calls, loads and stores.
            0x11 | 0x28..=0x3e => self.numbers(2),
            0x1c => self.text().map(drop),
            0x43 => self.take(4).map(drop),
            0x44 => self.take(8).map(drop),
            // Saturating conversions, and operations on ranges of memories and tables.
            0xfc => match self.number()? {
                0..=7 => Some(()),
                9 | 11 | 13 | 15..=17 => self.numbers(1),
                8 | 10 | 12 | 14 => self.numbers(2),
                _ => None,
            },
            // Vectors.
            0xfd => match self.number()? {
                0..=11 | 92 | 93 => self.numbers(2),
                12 | 13 => self.take(16).map(drop),
                21..=34 => self.take(1).map(drop),
                84..=91 => {
                    self.numbers(2)?;
                    self.take(1).map(drop)
                }
                14..=255 => Some(()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Skips some numbers.
    fn numbers(&mut self, count: usize) -> Option<()> {
        (0..count).try_for_each(|_| self.number().map(drop))
    }
}

/// A section as it is written, with the new places of functions.
struct Writer<'a> {
    places: &'a HashMap<usize, usize>,
    out: Vec<u8>,
}

impl Writer<'_> {
    fn number(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    /// Bytes after their number.
    fn text(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.out.extend(bytes);
    }

    /// The new place of the function that was at this one.
    fn place(&mut self, old: usize) -> Option<()> {
        let new = *self.places.get(&old)?;
        self.number(new);
        Some(())
    }

    /// Elements after their number, as `one` copies them.
    fn copies<'r>(
        &mut self,
        read: &mut Reader<'r>,
        mut one: impl FnMut(&mut Self, &mut Reader<'r>) -> Option<()>,
    ) -> Option<()> {
        let number = read.number()?;
        self.number(number);
        (0..number).try_for_each(|_| one(self, read))
    }

    /// The body of a function: local variables, then instructions.
    fn function(&mut self, body: &[u8]) -> Option<()> {
        let mut read = Reader { bytes: body, at: 0 };
        let locals = read.skipped(|read| read.all(|read| Some((read.number()?, read.byte()?))).map(drop))?;
        self.out.extend(locals);
        self.code(&mut read, false)
    }

    /// Instructions: those of a constant up to its end, otherwise all.
    fn code(&mut self, read: &mut Reader<'_>, constant: bool) -> Option<()> {
        while read.at < read.bytes.len() {
            let from = read.at;
            let instruction = read.byte()?;
            if matches!(instruction, 0x10 | 0x12 | 0xd2) {
                self.out.push(instruction);
                self.place(read.number()?)?;
                continue;
            }
            read.operands(instruction)?;
            self.out.extend(&read.bytes[from..read.at]);
            if constant && instruction == 0x0b {
                return Some(());
            }
        }
        (!constant).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports a function and has three of its own, with these types, bodies, the one that is exported and the one
    /// that is in a table.
    fn module(types: [u8; 3], bodies: [&[u8]; 3], exported: u8, element: u8) -> Vec<u8> {
        let code: Vec<u8> = bodies.iter().flat_map(|body| [&[body.len() as u8], *body].concat()).collect();
        let sections: [(u8, &[u8]); 7] = [
            (1, &[2, 0x60, 0, 0, 0x60, 0, 1, 0x7f]),
            (IMPORTS, &[1, 1, b'm', 1, b'f', 0, 0]),
            (FUNCTIONS, &[3, types[0], types[1], types[2]]),
            (4, &[1, 0x70, 0, 2]),
            (EXPORTS, &[1, 1, b'e', 0, exported]),
            (ELEMENTS, &[1, 0, 0x41, 0, 0x0b, 1, element]),
            (CODE, &[&[3], &code[..]].concat()),
        ];
        let sections =
            sections.iter().flat_map(|(id, content)| [&[*id, content.len() as u8], *content].concat());
        b"\0asm\x01\0\0\0".iter().copied().chain(sections).collect()
    }

    /// 0x10 calls a function, 0x1a drops its result, 0x41 pushes a number, 0x0b ends.
    fn example() -> Vec<u8> {
        let calls_two = [0, 0x10, 2, 0x1a, 0x10, 0, 0x0b];
        let returns_sixteen = [1, 1, 0x7f, 0x41, 0x10, 0x0b];
        let calls_one = [0, 0x10, 1, 0x0b];
        module([0, 1, 0], [&calls_two, &returns_sixteen, &calls_one], 1, 2)
    }

    #[test]
    fn functions_and_all_that_names_them_move_together() {
        let calls_two = [0, 0x10, 3, 0x1a, 0x10, 0, 0x0b];
        let returns_sixteen = [1, 1, 0x7f, 0x41, 0x10, 0x0b];
        let calls_one = [0, 0x10, 2, 0x0b];
        let moved = module([0, 0, 1], [&calls_one, &calls_two, &returns_sixteen], 2, 3);
        assert_eq!(permuted(&example(), &[2, 0, 1]), Some(moved));
    }

    #[test]
    fn what_is_no_module_stays() {
        let whole = example();
        assert!(arranged(&whole).is_some());
        for length in 0..whole.len() {
            assert_eq!(arranged(&whole[..length]), None, "{length} bytes");
        }
    }

    #[test]
    fn similar_functions_become_neighbours() {
        let [one, other] = [*b"first of two functions", *b"here is something else"];
        assert_eq!(order(&[&one, &other, &one, &other]), [0, 2, 1, 3]);
    }
}

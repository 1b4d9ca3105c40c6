//! The order of the functions of a WebAssembly module. Compression finds repetitions within a window, which has 32 KiB in gzip,
//! so a module becomes smaller when functions that resemble each other are neighbours.

use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef,
};

/// A function is compared with those that begin at most so many bytes before it. Fewer than the window has are best: it does not
/// reach all of them from the end of a long function.
const WINDOW: usize = 20_000;

/// Functions resemble each other as far as they share pieces of this length.
const PIECE: usize = 8;

/// Pieces that more functions contain say nothing about resemblance.
const COMMON: usize = 100;

/// Returns the module with similar functions side by side and without their names, or why it cannot be read.
pub(crate) fn arranged(module: &[u8]) -> Result<Vec<u8>, Error> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    permuted(module, imported, &order(&bodies))
}

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
fn permuted(module: &[u8], imported: u32, order: &[usize]) -> Result<Vec<u8>, Error> {
    let mut places = vec![0; order.len()];
    for (&old, new) in order.iter().zip(imported..) {
        places[old] = new;
    }
    let mut moved = Module::new();
    Permutation { imported, order, places }.parse_core_module(&mut moved, Parser::new(0), module)?;
    Ok(moved.finish())
}

/// Another order of the functions that a module has of its own.
struct Permutation<'a> {
    /// How many functions are imported. They come first, and stay there.
    imported: u32,
    /// The old place of each function among the module's own.
    order: &'a [usize],
    /// The new place of each function among all.
    places: Vec<u32>,
}

impl Reencode for Permutation<'_> {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |own| self.places[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for &old in self.order {
            functions.function(types[old]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for &old in self.order {
            self.parse_function_body(code, bodies[old].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        if section.name() == "name" {
            return Ok(());
        }
        wasm_encoder::reencode::utils::parse_custom_section(self, module, section)
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
            (2, &[1, 1, b'm', 1, b'f', 0, 0]),
            (3, &[3, types[0], types[1], types[2]]),
            (4, &[1, 0x70, 0, 2]),
            (7, &[1, 1, b'e', 0, exported]),
            (9, &[1, 0, 0x41, 0, 0x0b, 1, element]),
            (10, &[&[3], &code[..]].concat()),
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
        assert_eq!(permuted(&example(), 1, &[2, 0, 1]).unwrap(), moved);
    }

    #[test]
    fn a_module_without_similar_functions_stays_as_it_is() {
        assert_eq!(arranged(&example()).unwrap(), example());
        arranged(&example()[..50]).unwrap_err();
    }

    #[test]
    fn similar_functions_become_neighbours() {
        let [one, other] = [*b"first of two functions", *b"here is something else"];
        assert_eq!(order(&[&one, &other, &one, &other]), [0, 2, 1, 3]);
    }
}

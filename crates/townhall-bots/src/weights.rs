//! The learned weights, read from their files while the program is compiled. So a browser downloads the numbers, but
//! neither their text nor a parser.

/// Reads the weights of a file, which has a comment in its first line and then a line for each feature.
///
/// # Panics
/// Panics if the file has a different number of weights. In the value of a constant, this is an error of the compiler.
pub(crate) const fn read<const FEATURES: usize, const POWERS: usize>(
    file: &str,
) -> [[f32; POWERS]; FEATURES] {
    let file = file.as_bytes();
    let mut weights = [[0.0; POWERS]; FEATURES];
    let mut at = 0;
    while file[at] != b'\n' {
        at += 1;
    }
    at += 1;
    let mut line = 0;
    while line < FEATURES {
        let mut column = 0;
        while column < POWERS {
            (weights[line][column], at) = number(file, at);
            column += 1;
            assert!(file[at] == if column == POWERS { b'\n' } else { b' ' }, "other columns than expected");
            at += 1;
        }
        line += 1;
    }
    assert!(at == file.len(), "other lines than expected");
    weights
}

/// Returns the number that begins at a place, and the place behind it. Numbers of up to 15 digits are read as by
/// `str::parse`, except those halfway between two values.
const fn number(file: &[u8], mut at: usize) -> (f32, usize) {
    let negative = file[at] == b'-';
    if negative {
        at += 1;
    }
    let (mut digits, mut scale, mut behind_point) = (0_u64, 1.0, false);
    loop {
        match file[at] {
            digit @ b'0'..=b'9' => {
                digits = digits * 10 + (digit - b'0') as u64;
                if behind_point {
                    scale *= 10.0;
                }
            }
            b'.' if !behind_point => behind_point = true,
            _ => break,
        }
        at += 1;
    }
    assert!(digits < 1 << 53, "a number has too many digits");
    let size = (digits as f64 / scale) as f32;
    (if negative { -size } else { size }, at)
}

#[cfg(test)]
mod tests {
    use super::read;

    /// Returns the numbers of a file, as the standard library reads them.
    fn parsed(file: &str) -> Vec<f32> {
        let words = file.lines().skip(1).flat_map(str::split_whitespace);
        words.map(|word| word.parse().expect("a number")).collect()
    }

    #[test]
    fn weights_are_those_of_their_files() {
        const TEXT: &str = "# of a test\n1.1879287 18.355524 -0.0010228\n0 -0.012918906 12345.678\n";
        const READ: [[f32; 3]; 2] = read(TEXT);
        assert_eq!(READ.as_flattened(), parsed(TEXT));
        let cities = crate::between_two_cities::value::WEIGHTS.as_flattened();
        assert_eq!(cities, parsed(include_str!("../data/between-two-cities.txt")));
        let points = crate::point_city::value::WEIGHTS.as_flattened();
        assert_eq!(points, parsed(include_str!("../data/point-city.txt")));
    }
}

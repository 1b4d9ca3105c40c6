//! Scoring, implemented directly from the rules page.

pub(crate) type Grid = [[char; 4]; 4];

pub(crate) fn grid(text: &str) -> Grid {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    std::array::from_fn(|y| std::array::from_fn(|x| rows[y][x]))
}

pub(crate) fn text(grid: &Grid) -> String {
    grid.map(|row| row.iter().collect::<String>()).join("/")
}

fn cells(grid: &Grid, letters: &str) -> Vec<(usize, usize)> {
    let all = (0..4).flat_map(|y| (0..4).map(move |x| (x, y)));
    all.filter(|&(x, y)| letters.contains(grid[y][x])).collect()
}

fn adjacent(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

/// Returns the points of shops. It tries every way to split them into straight connected lines. The first remaining
/// shop is always the first cell of a line.
pub(crate) fn shops(cells: &[(usize, usize)]) -> u32 {
    let Some(&(x, y)) = cells.first() else { return 0 };
    let mut best = 0;
    for length in 1..=4 {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let line: Vec<_> = (0..length).map(|step| (x + dx * step, y + dy * step)).collect();
            // A single shop is one line in both directions, so it counts only once.
            if line.iter().all(|cell| cells.contains(cell)) && (length > 1 || dx == 1) {
                let rest: Vec<_> = cells.iter().copied().filter(|cell| !line.contains(cell)).collect();
                best = best.max([0, 2, 5, 10, 16][length] + shops(&rest));
            }
        }
    }
    best
}

pub(crate) fn taverns(mut icons: Vec<char>) -> u32 {
    let mut points = 0;
    while !icons.is_empty() {
        let mut set = Vec::new();
        for icon in "demb".chars() {
            if let Some(at) = icons.iter().position(|&other| other == icon) {
                set.push(icons.remove(at));
            }
        }
        points += [0, 1, 4, 9, 17][set.len()];
    }
    points
}

pub(crate) fn office_sets(mut offices: usize) -> u32 {
    let mut points = 0;
    while offices > 0 {
        let set = offices.min(6);
        points += [0, 1, 3, 6, 10, 15, 21][set];
        offices -= set;
    }
    points
}

pub(crate) fn park_group(parks: usize) -> u32 {
    match parks {
        0 => 0,
        1 => 2,
        2 => 8,
        3 => 12,
        more => 12 + (more as u32 - 3),
    }
}

pub(crate) fn parks(grid: &Grid) -> u32 {
    let mut left = cells(grid, "P");
    let mut points = 0;
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        while let Some(at) = left.iter().position(|&cell| group.iter().any(|&other| adjacent(cell, other))) {
            group.push(left.remove(at));
        }
        points += park_group(group.len());
    }
    points
}

/// Returns the points of one factory in each city.
pub(crate) fn factory_values(counts: &[usize]) -> Vec<u32> {
    let mut occurring = counts.to_vec();
    occurring.sort_unstable();
    occurring.dedup();
    occurring.reverse();
    let value = |count: &usize| match occurring.iter().position(|other| other == count) {
        Some(0) => 4,
        Some(1) => 3,
        _ => 2,
    };
    counts.iter().map(value).collect()
}

/// Returns the points of shops, factories, taverns, offices, parks and houses and the total, for each city.
pub(crate) fn score(cities: &[Grid]) -> Vec<[u32; 7]> {
    let counts: Vec<usize> = cities.iter().map(|city| cells(city, "F").len()).collect();
    let values = factory_values(&counts);
    cities.iter().zip(values).map(|(city, value)| score_one(city, value)).collect()
}

fn score_one(city: &Grid, factory: u32) -> [u32; 7] {
    let offices = cells(city, "O");
    let beside = |cell: (usize, usize), letters: &str| {
        cells(city, letters).into_iter().any(|other| adjacent(cell, other))
    };
    let other_types =
        ["S", "F", "demb", "O", "P"].iter().filter(|t| !cells(city, t).is_empty()).count() as u32;
    let house = |cell| if beside(cell, "F") { 1 } else { other_types };
    let types = [
        shops(&cells(city, "S")),
        factory * cells(city, "F").len() as u32,
        taverns(cells(city, "demb").into_iter().map(|(x, y)| city[y][x]).collect()),
        office_sets(offices.len()) + offices.iter().filter(|&&cell| beside(cell, "demb")).count() as u32,
        parks(city),
        cells(city, "H").into_iter().map(house).sum(),
    ];
    let [a, b, c, d, e, f] = types;
    [a, b, c, d, e, f, types.iter().sum()]
}

/// Returns the score of the Automa city, which has no grid.
pub(crate) fn score_automa(tiles: &[char], factory: u32) -> [u32; 7] {
    let count = |letters: &str| tiles.iter().filter(|&&tile| letters.contains(tile)).count();
    let mut shops = 0;
    let mut left = count("S");
    while left > 0 {
        shops += [0, 2, 5, 10, 16][left.min(4)];
        left -= left.min(4);
    }
    let taverns: Vec<char> = tiles.iter().copied().filter(|tile| "demb".contains(*tile)).collect();
    let with_tavern = if taverns.is_empty() { 0 } else { count("O") as u32 };
    let other_types = ["S", "F", "demb", "O", "P"].iter().filter(|t| count(t) > 0).count() as u32;
    let types = [
        shops,
        factory * count("F") as u32,
        self::taverns(taverns),
        office_sets(count("O")) + with_tavern,
        count("P") as u32 / 2 * 8 + count("P") as u32 % 2 * 2,
        other_types * count("H") as u32,
    ];
    let [a, b, c, d, e, f] = types;
    [a, b, c, d, e, f, types.iter().sum()]
}

//! Tests of the sort that is compiled once.

use std::cmp::Reverse;

use proptest::prelude::*;
use tabletop::sorting::{sort_by, sort_by_key};

proptest! {
    #[test]
    fn sorting_is_stable(keys in prop::collection::vec(0..6u8, 0..200)) {
        let items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
        let (mut ours, mut model) = (items.clone(), items);
        sort_by(&mut ours, |(a, _), (b, _)| b.cmp(a));
        model.sort_by_key(|(key, _)| Reverse(*key));
        prop_assert_eq!(&ours, &model);
        sort_by_key(&mut ours, |(key, _)| *key);
        model.sort_by_key(|(key, _)| *key);
        prop_assert_eq!(ours, model);
    }
}

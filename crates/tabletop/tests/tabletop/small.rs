//! The map of few entries is a map, and the sort that is compiled once sorts.

use std::{cmp::Reverse, collections::BTreeMap};

use proptest::prelude::*;
use tabletop::{
    SmallMap,
    sorting::{sort_by, sort_by_key},
};

proptest! {
    #[test]
    fn small_maps_do_what_trees_do(steps in prop::collection::vec((0..4, 0..8u8, any::<u16>()), 0..60)) {
        let (mut map, mut model) = (SmallMap::new(), BTreeMap::new());
        for (step, key, value) in steps {
            match step {
                0 => prop_assert_eq!(map.insert(key, value), model.insert(key, value)),
                1 => prop_assert_eq!(map.remove(&key), model.remove(&key)),
                2 => {
                    let one = map.get_or_insert_with(key, || value);
                    let other = model.entry(key).or_insert(value);
                    *one = one.wrapping_add(1);
                    *other = other.wrapping_add(1);
                }
                _ => {
                    map.retain(|other, _| *other != key);
                    model.retain(|other, _| *other != key);
                }
            }
            prop_assert_eq!(map.get(&key), model.get(&key));
            prop_assert_eq!(map.contains_key(&key), model.contains_key(&key));
            prop_assert_eq!((map.len(), map.is_empty()), (model.len(), model.is_empty()));
            prop_assert!(map.iter().eq(&model));
        }
        let text = serde_json::to_string(&map).unwrap();
        prop_assert_eq!(&text, &serde_json::to_string(&model).unwrap());
        prop_assert_eq!(serde_json::from_str::<SmallMap<u8, u16>>(&text).unwrap(), map);
    }

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

//! The TypeScript types of the reasons that bots give for their proposals.

use ts_rs::TypeVisitor;

use crate::{
    between_two_cities::{Contrast, Forecast, Reason},
    point_city,
};

/// Visits these types.
pub fn visit(visitor: &mut impl TypeVisitor) {
    visitor.visit::<Reason>();
    visitor.visit::<Contrast>();
    visitor.visit::<Forecast>();
    visitor.visit::<point_city::Contrast>();
    visitor.visit::<point_city::Forecast>();
}

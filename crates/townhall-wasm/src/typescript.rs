//! The TypeScript types of messages between a worker and the engine.

use ts_rs::TypeVisitor;

use crate::{EngineAnswer, EngineRequest};

/// Visits the types of requests and answers.
pub fn visit(visitor: &mut impl TypeVisitor) {
    visitor.visit::<EngineRequest>();
    visitor.visit::<EngineAnswer>();
}

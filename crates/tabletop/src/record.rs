//! Placeholder
/// r
pub struct Record; 
/// e
pub struct RecordError;

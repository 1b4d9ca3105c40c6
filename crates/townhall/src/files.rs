//! Reading and writing whole files.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use tabletop::record::{self, RawRecord, RecordError};

use crate::failure::Failure;

/// The text of a file; of standard input if its name is `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let text =
        if path == Path::new("-") { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) };
    text.map_err(|error| Failure::CannotRead { path: path.to_owned(), error })
}

/// The games of a file of records.
pub(crate) fn read_records(path: &Path) -> Result<Vec<RawRecord>, Failure> {
    record::split(&read(path)?).map_err(bad_record(path))
}

/// The games of a file of records, each for itself: what is wrong with one says nothing of the others.
pub(crate) fn read_each_record(path: &Path) -> Result<Vec<Result<RawRecord, Failure>>, Failure> {
    let games = record::split_each(&read(path)?);
    Ok(games.into_iter().map(|game| game.map_err(bad_record(path))).collect())
}

/// Turns an error in a record into a failure that names its file.
pub(crate) fn bad_record(path: &Path) -> impl Fn(RecordError) -> Failure {
    move |error| Failure::BadRecord { path: path.to_owned(), error }
}

/// A file that appears whole or not at all: it is written under a temporary name in the same
/// folder, and renamed by [`NewFile::finish`].
pub(crate) struct NewFile<'a> {
    path: &'a Path,
    file: io::BufWriter<tempfile::NamedTempFile>,
}

impl<'a> NewFile<'a> {
    /// Begins a file that will stand at `path`.
    pub(crate) fn begin(path: &'a Path) -> Result<Self, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".townhall-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| Failure::CannotWrite { path: path.to_owned(), error })?;
        Ok(Self { path, file: io::BufWriter::new(file) })
    }

    /// Adds to the file.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| Failure::CannotWrite { path: self.path.to_owned(), error })
    }

    /// Puts the file in its place, on disk.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let failed = |error| Failure::CannotWrite { path: self.path.to_owned(), error };
        let file = self.file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = NewFile::begin(path)?;
    file.write(text)?;
    file.finish()
}

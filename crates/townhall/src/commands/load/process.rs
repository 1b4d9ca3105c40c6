//! The resources that the server holds, and its processor time, from `/proc`.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

/// The process that listens at an address of this machine, if this user may read that.
pub(super) fn listener(address: SocketAddr) -> Option<u32> {
    let inode = ["/proc/net/tcp", "/proc/net/tcp6"].iter().find_map(|table| {
        let table = fs::read_to_string(table).ok()?;
        table.lines().find_map(|line| listening_inode(line, address.port()))
    })?;
    let wanted = format!("socket:[{inode}]");
    fs::read_dir("/proc").ok()?.filter_map(Result::ok).find_map(|process| {
        let pid = process.file_name().to_str()?.parse().ok()?;
        let mut files = fs::read_dir(process.path().join("fd")).ok()?.filter_map(Result::ok);
        files.any(|file| fs::read_link(file.path()).is_ok_and(|to| to.as_os_str() == &*wanted)).then_some(pid)
    })
}

/// The inode of a line of `/proc/net/tcp`, if it tells of a socket that listens at this port.
fn listening_inode(line: &str, port: u16) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.get(1)?.rsplit_once(':')?.1;
    let listens = *words.get(3)? == "0A" && u16::from_str_radix(at, 16).ok()? == port;
    listens.then(|| words.get(9).map(|&inode| inode.to_owned())).flatten()
}

/// The resident memory of a process, in bytes.
pub(super) fn resident(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// The resources that a process holds.
#[derive(Default)]
pub(super) struct Holdings {
    /// Its resident memory, in bytes.
    pub(super) resident: u64,
    pub(super) descriptors: usize,
    /// The size of its open database, in bytes, and of the write-ahead log of that.
    pub(super) data: u64,
    pub(super) log: u64,
}

/// Returns the resources that a process of this user holds.
pub(super) fn holdings(pid: u32) -> Option<Holdings> {
    let mut holdings = Holdings { resident: resident(pid)?, ..Holdings::default() };
    let open = fs::read_dir(format!("/proc/{pid}/fd")).ok()?.filter_map(Result::ok);
    let open: Vec<PathBuf> = open.filter_map(|file| fs::read_link(file.path()).ok()).collect();
    holdings.descriptors = open.len();
    let size = |file: &Path| fs::metadata(file).map_or(0, |file| file.len());
    if let Some(log) = open.iter().find(|file| file.to_string_lossy().ends_with("-wal")) {
        let data = log.to_string_lossy();
        holdings.log = size(log);
        holdings.data = size(Path::new(data.trim_end_matches("-wal")));
    }
    Some(holdings)
}

/// The processor time of a process, user and system.
pub(super) fn worked(pid: u32) -> Option<Duration> {
    work(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Reads the processor time from the text of `/proc/PID/stat`, which counts in hundredths of a second.
fn work(stat: &str) -> Option<Duration> {
    // The name of the program, in brackets, may hold anything.
    let (_, numbers) = stat.rsplit_once(')')?;
    let mut ticks = numbers.split_whitespace().skip(11).map(str::parse::<u64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some(Duration::from_millis(10 * (user + system)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{listening_inode, work};

    #[test]
    fn the_time_of_the_processors_is_found() {
        let stat = "4711 (town) hall) S 1 4711 4711 0 -1 4194560 22 0 0 0 150 50 0 0 20 0 5 0 900 1000 200";
        assert_eq!(work(stat), Some(Duration::from_secs(2)));
        assert_eq!(work("4711 (townhall) S"), None);
    }

    #[test]
    fn the_listener_is_found() {
        let line = "   1: 0100007F:221A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 35712 1 0";
        assert_eq!(listening_inode(line, 8730).as_deref(), Some("35712"));
        assert_eq!(listening_inode(line, 8731), None);
        assert_eq!(listening_inode("  sl  local_address rem_address   st", 8730), None);
    }
}

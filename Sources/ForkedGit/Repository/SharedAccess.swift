import Synchronization

/// The access that other users have to the files of a repository, beside what the `umask` gives them.
///
/// Each file and directory that is made below the git directory of an open repository gets it, by ``Files`` and
/// ``UnnamedFile``: a place that makes files cannot leave it out.
///
/// Source: git-config(1), `core.sharedRepository`; git-init(1), `--shared`.
struct SharedAccess: Hashable, Sendable {
  /// The bits of a file.
  private let bits: UInt32
  /// True if the bits replace those that the `umask` leaves, false if they are added.
  private let isExact: Bool

  /// Reads the value of the setting; nil if the `umask` alone decides.
  ///
  /// - Throws: Kind `invalid` for a value that git does not know, or that takes access from the owner.
  init?(_ value: String?) throws(GitError) {
    switch value?.lowercased() {
    case nil, "umask", "false", "no", "off", "0", "00": return nil
    case "group", "true", "yes", "on", "1", "": (bits, isExact) = (0o660, false)
    case "all", "world", "everybody", "2": (bits, isExact) = (0o664, false)
    case let number?:
      guard let mode = UInt32(number, radix: 8), mode & 0o600 == 0o600 else {
        throw GitError(.invalid, "core.sharedRepository has an unknown value", context: number)
      }
      bits = mode & 0o666
      isExact = true
    }
  }

  /// The value that git records in a new repository.
  var recorded: String {
    isExact ? "0" + String(bits, radix: 8) : bits == 0o660 ? "1" : "2"
  }

  /// The mode of a file that was made with another one.
  private func mode(_ status: FileStatus) -> UInt32 {
    let (mode, isDirectory) = (status.modeBits, status.type == .directory)
    var added = mode & 0o200 == 0 ? bits & ~0o222 : bits
    if isDirectory || mode & 0o100 != 0 { added |= (added & 0o444) >> 2 }
    let result = (isExact ? mode & ~0o777 : mode) | added
    // New files then belong to the group of the directory.
    return isDirectory && result & 0o060 != 0 ? result | 0o2000 : result
  }
}

extension SharedAccess {
  /// The access of the repositories that this process has opened, by their git directories, each with a slash at its
  /// end.
  private static let known = Mutex<[String: SharedAccess]>([:])

  /// Notes the access to the files below a directory; nil: the `umask` decides.
  static func note(_ access: SharedAccess?, below directory: String) {
    known.withLock { $0[directory] = access }
  }

  /// Gives a file or a directory that was just made its access. That of another user cannot be changed, and stays.
  ///
  /// - Parameter descriptor: The open file; nil: the path names it.
  static func adjust(_ path: String, _ descriptor: Int32? = nil) {
    let access = known.withLock { known in known.first { path.hasPrefix($0.key) }?.value }
    guard let access,
      let status = try? descriptor.map(FileStatus.init) ?? FileStatus(link: path)
    else { return }
    let mode = access.mode(status)
    if mode == status.modeBits { return }
    _ = descriptor.map { chmod($0, mode: mode) } ?? chmod(path, mode: mode)
  }
}

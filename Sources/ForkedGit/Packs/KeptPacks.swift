/// Packs that are stored, and to whose objects no reference leads yet: git would remove them with what it packs anew.
///
/// A file beside each one tells git to leave it, as git's own `receive-pack` does. Source: git-repack(1), `-a` and
/// `-d`; git-index-pack(1), `--keep`.
struct KeptPacks {
  private var files: [String] = []

  /// The contents of the file, before the number of the process.
  private static let start = Array("fork ".utf8)

  /// Keeps a pack before git can see it.
  ///
  /// - Parameter pack: The path of the pack without its ending. One that is kept already stays so.
  mutating func keep(_ pack: String) throws(GitError) {
    let path = pack + ".keep"
    guard !Files.exists(path) else { return }
    try Files.write(Self.start + Array("\(Machine.process())\n".utf8), to: path)
    files.append(path)
  }

  /// Leaves the packs to git again, now that references lead to their objects, or none ever will.
  mutating func release() {
    for file in files { unlink(file) }
    files = []
  }

  /// True if a process of this program that has ended left the file.
  static func isAbandoned(_ path: String) -> Bool {
    guard path.hasSuffix(".keep"), let text = try? Files.read(path), text.starts(with: start),
      let process = Int32(String(decoding: text.dropFirst(start.count).dropLast(), as: UTF8.self))
    else { return false }
    return Machine.hasEnded(process)
  }
}

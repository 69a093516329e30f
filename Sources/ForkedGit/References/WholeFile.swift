/// Files that are replaced whole: nobody sees half of one.
public enum WholeFile {
  /// Puts a file in place of the one at a path, or of the one that a link there names; its mode stays.
  ///
  /// It has no name until it is whole, and then, for a moment, one beside `neighbour`.
  ///
  /// - Parameter neighbour: a file in a directory where the names that killed processes leave are looked for; on another
  ///   file system, or where it is not there, it does not count.
  /// - Throws: kind `io` or `permission`. The old file stands then.
  public static func replace(
    _ path: String, with bytes: [UInt8], through neighbour: String? = nil
  ) throws(GitError) {
    let target = resolved(path)
    let mode = (try? FileStatus(target))?.modeBits
    let place = neighbour.flatMap { isNear($0, target) ? $0 : nil } ?? target
    let file = try UnnamedFile(beside: place)
    defer { close(file.descriptor) }
    do throws(GitError) {
      if let mode { chmod(file.descriptor, mode: mode) }
      try Files.write(bytes, to: file.descriptor, path: target)
    } catch {
      file.forgetName()
      throw error
    }
    try file.replace(target, through: place)
  }

  /// A name can only move within a file system.
  private static func isNear(_ path: String, _ other: String) -> Bool {
    Files.exists(path)
      && Files.areOnOneFileSystem(Files.directory(of: path), Files.directory(of: other))
  }
}

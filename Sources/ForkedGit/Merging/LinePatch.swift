import CLibgit2

/// The difference between two texts by lines, as `git diff` shows it.
public enum LinePatch {
  /// The patch; nothing where both are equal.
  ///
  /// - Parameters:
  ///   - old: the older text.
  ///   - new: the newer text.
  ///   - path: the file's path, for the patch's header.
  /// - Throws: ``GitError`` where libgit2 cannot be started or has no memory.
  ///   The corresponding C function is `git_patch_from_buffers`.
  public static func text(
    from old: [UInt8], to new: [UInt8], path: String
  ) throws(GitError) -> [UInt8] {
    try Library.start()
    let patch = try Handle.make("git_patch_from_buffers", release: git_patch_free) {
      git_patch_from_buffers($0, old, old.count, path, new, new.count, path, nil)
    }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try check("git_patch_to_buf") { git_patch_to_buf(&buffer, patch.pointer) }
    let bytes = UnsafeRawBufferPointer(
      start: buffer.ptr, count: buffer.ptr == nil ? 0 : buffer.size)
    return Array(bytes)
  }
}

import CLibgit2

extension LocalRepository {
  /// The shortest beginning of an id, from seven digits (`core.abbrev`) on, that no other object has.
  ///
  /// The corresponding C function is `git_object_short_id`.
  public func shortID(_ id: ObjectID) throws(GitError) -> String {
    let object = try Handle.make(
      "git_revparse_single", release: git_object_free, context: id.hex
    ) { git_revparse_single($0, handle.pointer, id.hex) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try check("git_object_short_id", context: id.hex) {
      git_object_short_id(&buffer, object.pointer)
    }
    return buffer.ptr.map { String(cString: $0) } ?? id.hex
  }
}

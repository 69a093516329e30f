import CLibgit2

extension LocalRepository {
  /// What gitattributes(5) say of a path: the value of an attribute; nil where it is unset, or set without a value.
  ///
  /// The corresponding C function is `git_attr_get`.
  public func attribute(_ name: String, of path: TreePath) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    try check("git_attr_get", context: path.description) {
      git_attr_get(&value, handle.pointer, 0, path.cString, name)
    }
    guard let value, git_attr_value(value) == GIT_ATTR_VALUE_STRING else { return nil }
    return String(cString: value)
  }
}

import CLibgit2

/// The version of libgit2 that the program has loaded, like `1.5.1`.
public func libgit2Version() -> String {
  var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
  _ = git_libgit2_version(&major, &minor, &revision)
  return "\(major).\(minor).\(revision)"
}

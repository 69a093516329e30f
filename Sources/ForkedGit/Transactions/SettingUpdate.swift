import CLibgit2

/// A change of the repository's own configuration that belongs to the update of references.
enum SettingUpdate: Hashable {
  /// The section `branch.<name>` goes with a fork that is renamed.
  case branch(old: String, new: String)
  /// A key gets a value; nil: it has none any more.
  case value(key: String, old: String?, new: String?)

  var reversed: SettingUpdate {
    switch self {
    case .branch(let old, let new): .branch(old: new, new: old)
    case .value(let key, let old, let new): .value(key: key, old: new, new: old)
    }
  }
}

extension LocalRepository {
  /// Makes a change of the repository's own configuration; nothing happens where it is made already.
  ///
  /// - Throws: kind `locked`, `io` or `permission`. Nothing changed then.
  func apply(_ update: SettingUpdate) throws(GitError) {
    switch update {
    case .value(let key, _, let new?): try settings.set(key, to: new, in: .local)
    case .value(let key, _, nil): try settings.unset(key, in: .local)
    case .branch(let old, let new):
      try settings.renameSection("branch", from: old, to: new)
      try removeEmptySections([(section: "branch", subsection: old)])
    }
  }
}

/// All that a scene holds, but for objects, logs and the operation log.
struct Snapshot: Sendable {
  /// The references of all repositories, by the paths of their files.
  var references: [String: String] = [:]
  /// The other files: work trees, HEADs, configurations.
  var files: [String: [UInt8]] = [:]
  /// `git status` of each work tree.
  var statuses: [String: String] = [:]
  /// The commits that each repository's `ORIG_HEAD` names.
  var originalHeads: [String: String] = [:]
  /// Names of files that only a process that is at work has.
  var temporary: [String] = []

  /// - Parameter asksGit: true to see the index of each work tree, too.
  init(_ place: Place, asksGit: Bool = true) {
    let paths = Files.all(below: place.scene)
    let repositories = Self.repositories(in: paths)
    for path in paths { add(path, of: place, repositories) }
    guard asksGit else { return }
    for path in paths where path.hasSuffix("/.git") || path.hasSuffix("/.git/HEAD") {
      let tree = path.hasSuffix("/HEAD") ? String(path.dropLast(10)) : String(path.dropLast(5))
      let status = place.run(
        .git("--no-optional-locks", "status", "--porcelain", "--untracked-files=all", in: tree))
      statuses[tree] = status.isDone ? status.output : status.summary
    }
  }

  /// The start of the names of directories in which git receives objects: they are of no repository yet.
  private static let received = "/fork-remote-"

  /// The git directories of a scene.
  static func repositories(in paths: [String]) -> [String] {
    let known = Set(paths)
    return paths.compactMap { path in
      guard path.hasSuffix("/HEAD"), !path.contains("/logs/"), !path.contains(received) else {
        return nil
      }
      let directory = String(path.dropLast(4))
      return known.contains(directory + "config") ? directory : nil
    }
  }

  private mutating func add(_ path: String, of place: Place, _ repositories: [String]) {
    if path.hasSuffix("/.git") { return }
    let bytes = Files.bytes(place.scene + "/" + path) ?? []
    guard let repository = repositories.first(where: { path.hasPrefix($0) }) else {
      if Self.isLockOutside(path) { return temporary.append(path) }
      files[path] = Self.moved(bytes, from: place)
      return
    }
    let name = path.dropFirst(repository.count)
    let last = name.split(separator: "/").last ?? ""
    if last.hasPrefix("tmp_") || last.hasSuffix(".lock") || last.hasSuffix(".tmp")
      || last.hasPrefix(".fork-checkout-") || path.contains(Self.received)
      || name.hasPrefix("fork/transactions/")
    {
      temporary.append(path)
    } else if name.hasPrefix("objects/") || name.hasPrefix("logs/") || name.hasPrefix("fork/")
      || name.hasPrefix("refs/fork/") || last == "index" || name.contains("/logs/")
      || last == "COMMIT_EDITMSG" || last == "gitdir"
    {
      return
    } else if last == "ORIG_HEAD" {
      originalHeads[path] = Self.line(bytes)
    } else if name.hasPrefix("refs/") {
      references[path] = Self.line(bytes)
    } else if name == "packed-refs" {
      addPacked(bytes, repository)
    } else {
      files[path] = Self.moved(bytes, from: place)
    }
  }

  /// True for a lock of the user's configuration, or of a repository that is not complete yet. A document may have such a
  /// name too.
  private static func isLockOutside(_ path: String) -> Bool {
    path.hasSuffix(".lock")
      && (path.hasPrefix("home/") || path.hasPrefix("new/") || path.contains("/.git/"))
  }

  /// The bytes of a file, which would be the same in another directory.
  private static func moved(_ bytes: [UInt8], from place: Place) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains(place.scene) else { return bytes }
    return Array(text.replacing(place.scene, with: "<scene>").utf8)
  }

  private mutating func addPacked(_ bytes: [UInt8], _ repository: String) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, line.first != "#", !words[1].hasPrefix("refs/fork/") else { continue }
      let path = repository + words[1]
      if references[path] == nil { references[path] = String(words[0]) }
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
  }
}

extension Snapshot {
  /// The snapshot without what the commands that come afterwards concern.
  var withoutProbes: Snapshot {
    var copy = self
    copy.references = references.filter { !Self.isProbe($0.key) }
    return copy
  }

  /// True for a reference that the commands that come afterwards update.
  static func isProbe(_ path: String) -> Bool {
    path.hasSuffix("/probe") || path.hasSuffix("/spare") || path.hasSuffix("/probed")
  }

  /// The tree of each reference of all repositories, without those that later commands update. Two ways to the same
  /// documents can have different commits.
  static func trees(in place: Place) -> [String: String] {
    var trees: [String: String] = [:]
    for repository in repositories(in: Files.all(below: place.scene)) {
      let list = place.run(
        .git(
          "--git-dir", repository, "for-each-ref", "--format=%(refname) %(tree)", "refs/heads",
          "refs/remotes", "refs/tags", in: "."))
      for line in list.output.split(separator: "\n") {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let path = repository + words[0]
        if !isProbe(path) { trees[path] = words.count > 1 ? String(words[1]) : "" }
      }
    }
    return trees
  }

  /// The first differences of what is in two snapshots, in words; none: they are the same.
  func differences(from other: Snapshot) -> [String] {
    Self.differences(references, other.references, of: "reference")
      + differencesOfFiles(from: other)
  }

  /// The differences of work trees, HEADs, configurations and indexes.
  func differencesOfFiles(from other: Snapshot) -> [String] {
    Self.differences(
      files.mapValues { String(decoding: $0, as: UTF8.self) },
      other.files.mapValues { String(decoding: $0, as: UTF8.self) }, of: "file")
      + (statuses.isEmpty || other.statuses.isEmpty
        ? [] : Self.differences(statuses, other.statuses, of: "git status"))
  }

  static func differences(
    _ left: [String: String], _ right: [String: String], of kind: String
  ) -> [String] {
    Set(left.keys).union(right.keys).sorted().compactMap { key in
      if left[key] == right[key] { return nil }
      func text(_ value: String?) -> String { value.map { $0.debugDescription } ?? "nothing" }
      return "\(kind) \(key): \(text(left[key])), not \(text(right[key]))"
    }
  }
}

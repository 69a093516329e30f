import CLibgit2

/// The object database of a repository: libgit2's, with objects that wait to be stored, and with its readers of packs,
/// but with ours of files of single objects.
struct ObjectDatabase {
  let handle: Handle
  /// The files of single objects that new ones are added to.
  let loose: LooseObjects

  /// As libgit2 orders them: packs are asked first.
  private static let (looseOrder, packOrder): (Int32, Int32) = (1, 2)
  /// Source: git's `alternates` are followed so far.
  private static let longestChain = 5

  /// Opens the database.
  ///
  /// - Parameters:
  ///   - directory: The `objects` directory, with a slash at its end.
  ///   - pending: The objects that wait to be stored.
  init(in directory: String, pending: PendingObjects) throws(GitError) {
    handle = try Handle.make("git_odb_new", release: git_odb_free) { git_odb_new($0) }
    loose = LooseObjects(in: directory)
    try pending.attach(to: handle)
    try add(loose, isAlternate: false)
    var known: Set = [directory]
    try addAlternates(of: directory, depth: 1, &known)
    addCommitGraph(of: directory)
  }

  private func add(_ objects: LooseObjects, isAlternate: Bool) throws(GitError) {
    let add = isAlternate ? git_odb_add_alternate : git_odb_add_backend
    var packs: UnsafeMutablePointer<git_odb_backend>?
    try check("git_odb_backend_pack", context: objects.directory) {
      git_odb_backend_pack(&packs, objects.directory)
    }
    try check("git_odb_add_backend") { add(handle.pointer, packs, Self.packOrder) }
    try ObjectBackend.add(objects) { add(handle.pointer, $0, Self.looseOrder) }
  }

  /// Source: gitrepository-layout(5), `objects/info/alternates`.
  private func addAlternates(
    of directory: String, depth: Int, _ known: inout Set<String>
  ) throws(GitError) {
    guard depth <= Self.longestChain,
      let bytes = try Files.read(directory + "info/alternates")
    else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let path = String(decoding: line, as: UTF8.self)
      let other = (path.hasPrefix("/") ? path : directory + path) + "/"
      guard known.insert(other).inserted, Files.exists(other) else { continue }
      try add(LooseObjects(in: other), isAlternate: true)
      try addAlternates(of: other, depth: depth + 1, &known)
    }
  }

  /// Without one, or with one that is damaged, libgit2 reads the commits instead.
  private func addCommitGraph(of directory: String) {
    var graph: OpaquePointer?
    guard git_commit_graph_open(&graph, directory) == 0 else { return }
    if git_odb_set_commit_graph(handle.pointer, graph) != 0 { git_commit_graph_free(graph) }
  }
}

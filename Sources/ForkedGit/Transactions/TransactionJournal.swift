/// The journal of a transaction, from which the next process can recover if this one is killed.
///
/// A running process holds its `flock`. Records end with a NUL, and the byte 1 separates their fields:
///
/// - `ref <old> <new> <name>`.
/// - `head <old> <new>`, with the path of a git directory.
/// - `tree <old> <new>`, with the paths of a git directory and its work tree. A record `held <path>` follows for each
///   file there that holds changes of the user.
/// - `branch <old> <new>` and `value <key> <old> <new>` for the configuration.
///
/// `-` stands for nil. A record `end` is the last one.
struct TransactionJournal {
  struct Tree {
    var old: ObjectID?
    var new: ObjectID
    var gitDirectory: String
    var workTree: String
    /// The files that differed from the old tree.
    var held: [TreePath] = []
  }

  var references: [(name: ReferenceName, old: ObjectID?, new: ObjectID?)] = []
  var heads: [(gitDirectory: String, old: String, new: String)] = []
  var trees: [Tree] = []
  var settings: [SettingUpdate] = []

  /// True if several refs and HEADs are updated, which can be finished or taken back only by the journal. Of a single
  /// one, its file alone tells whether it was updated.
  var updatesSeveral: Bool { references.count + heads.count > 1 }

  /// The directory of all journals.
  static func directory(in repository: LocalRepository) -> String {
    repository.commonDirectory + "fork/transactions"
  }
}

extension TransactionJournal {
  private var bytes: [UInt8] {
    func hex(_ id: ObjectID?) -> String { id?.hex ?? "-" }
    func record(_ fields: String...) -> [UInt8] { fields.joined(separator: "\u{1}").utf8 + [0] }
    var bytes: [UInt8] = []
    for (name, old, new) in references {
      bytes += record("ref", hex(old), hex(new), name.rawValue)
    }
    for head in heads { bytes += record("head", head.old, head.new, head.gitDirectory) }
    for tree in trees {
      bytes += record("tree", hex(tree.old), hex(tree.new), tree.gitDirectory, tree.workTree)
      for path in tree.held { bytes += Array("held\u{1}".utf8) + path.bytes + [0] }
    }
    for setting in settings {
      switch setting {
      case .branch(let old, let new): bytes += record("branch", old, new)
      case .value(let key, let old, let new): bytes += record("value", key, old ?? "-", new ?? "-")
      }
    }
    return bytes + record("end")
  }

  /// Parses a journal; nil if it is not complete.
  private init?(_ bytes: [UInt8]) {
    let records = bytes.split(separator: 0).map(JournalRecord.init)
    guard bytes.last == 0, records.last?.kind == "end" else { return nil }
    for record in records.dropLast() {
      guard add(record) else { return nil }
    }
  }

  private mutating func add(_ record: JournalRecord) -> Bool {
    let fields = record.fields
    switch (record.kind, fields.count) {
    case ("ref", 3):
      references.append(
        (ReferenceName(unchecked: fields[2]), ObjectID(hex: fields[0]), ObjectID(hex: fields[1])))
    case ("head", 3): heads.append((fields[2], fields[0], fields[1]))
    case ("tree", 4):
      guard let new = ObjectID(hex: fields[1]) else { return false }
      trees.append(
        Tree(old: ObjectID(hex: fields[0]), new: new, gitDirectory: fields[2], workTree: fields[3]))
    case ("held", _):
      guard !trees.isEmpty else { return false }
      trees[trees.count - 1].held.append(TreePath(bytes: record.rest))
    case ("branch", 2): settings.append(.branch(old: fields[0], new: fields[1]))
    case ("value", 3):
      let values = fields[1...].map { $0 == "-" ? nil : $0 }
      settings.append(.value(key: fields[0], old: values[0], new: values[1]))
    default: return false
    }
    return true
  }
}

/// A record of a journal.
private struct JournalRecord {
  let kind: String
  /// The bytes after the kind.
  let rest: [UInt8]

  init(_ bytes: ArraySlice<UInt8>) {
    kind = String(decoding: bytes.prefix { $0 != 1 }, as: UTF8.self)
    rest = Array(bytes.dropFirst(kind.utf8.count + 1))
  }

  var fields: [String] {
    rest.split(separator: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension TransactionJournal {
  /// A journal on the disk. This process holds its `flock`.
  final class Open {
    let journal: TransactionJournal
    private let path: String
    /// The file, or the descriptor of one that a killed process wrote.
    private let (file, abandoned): (UnnamedFile?, Int32?)
    private let sync: DiskSync

    /// Writes the journal of a transaction that is about to be committed.
    init(_ journal: TransactionJournal, in repository: LocalRepository) throws(GitError) {
      self.journal = journal
      sync = journal.updatesSeveral ? try repository.durability()(of: .reference) : .none
      let name = Machine.uniqueName()
      path = TransactionJournal.directory(in: repository) + "/" + name
      try Files.makeParent(of: path, sync: sync)
      let file = try UnnamedFile(for: path)
      self.file = file
      abandoned = nil
      if let failure = flock(file.descriptor) { throw .system("flock", path: path, failure) }
      try file.write(journal.bytes)
      try sync.file(file.descriptor, path: path)
      try file.replace()
      do throws(GitError) { try sync.directory(of: path) } catch {
        unlink(path)
        throw error
      }
    }

    /// Opens the journal of a killed process; nil if its process still runs, or another one is recovering it.
    init?(abandonedAt path: String, in repository: LocalRepository) throws(GitError) {
      self.path = path
      guard let opened = try? open(path) else { return nil }
      file = nil
      abandoned = opened
      guard flock(opened) == nil, let bytes = try Files.read(path) else {
        close(opened)
        return nil
      }
      // A power cut can leave a journal incomplete. Then nothing had begun that relies on it.
      journal = TransactionJournal(bytes) ?? TransactionJournal()
      sync = journal.updatesSeveral ? try repository.durability()(of: .reference) : .none
    }

    /// Removes the file: the transaction is complete, or taken back.
    func erase() {
      unlink(path)
      do { try sync.directory(of: path) } catch {
        // The next process finds that there is nothing left to do.
      }
    }

    deinit { if let abandoned { close(abandoned) } }
  }
}

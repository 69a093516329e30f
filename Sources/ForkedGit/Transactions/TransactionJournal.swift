import Glibc

/// The file that tells the next process what a killed one was doing.
///
/// A living process holds its `flock`. Records end with a NUL: `ref <old> <new> <name>`, `head <old> <new>` with the
/// path of a git directory, `tree <old> <new>` with the paths of a git directory and its work tree; `-` is nothing.
struct TransactionJournal {
  struct Tree {
    var old: ObjectID?
    var new: ObjectID
    var gitDirectory: String
    var workTree: String
  }

  var references: [(name: ReferenceName, old: ObjectID?, new: ObjectID?)] = []
  var heads: [(gitDirectory: String, old: String, new: String)] = []
  var trees: [Tree] = []

  /// True if the order of what is done can be told after a power cut: each part depends on the others.
  var isSynced: Bool { references.count > 1 }

  /// The directory of all of them.
  static func directory(in repository: LocalRepository) -> String {
    repository.commonDirectory + "fork/transactions"
  }
}

extension TransactionJournal {
  private var bytes: [UInt8] {
    func hex(_ id: ObjectID?) -> String { id?.hex ?? "-" }
    let records =
      references.map { ["ref", hex($0.old), hex($0.new), $0.name.rawValue] }
      + heads.map { ["head", $0.old, $0.new, $0.gitDirectory] }
      + trees.map { ["tree", hex($0.old), hex($0.new), $0.gitDirectory, $0.workTree] }
      + [["end"]]
    return Array(records.map { $0.joined(separator: "\u{1}") + "\0" }.joined().utf8)
  }

  /// - Returns: nil where the file is not whole.
  private init?(_ bytes: [UInt8]) {
    let records = bytes.split(separator: 0).map { record in
      record.split(separator: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    guard bytes.last == 0, records.last == ["end"] else { return nil }
    for record in records.dropLast() {
      switch (record.first, record.count) {
      case ("ref", 4):
        references.append(
          (ReferenceName(unchecked: record[3]), ObjectID(hex: record[1]), ObjectID(hex: record[2])))
      case ("head", 4): heads.append((record[3], record[1], record[2]))
      case ("tree", 5):
        guard let new = ObjectID(hex: record[2]) else { return nil }
        trees.append(
          Tree(
            old: ObjectID(hex: record[1]), new: new, gitDirectory: record[3], workTree: record[4]))
      default: return nil
      }
    }
  }
}

extension TransactionJournal {
  /// A journal on the disk, whose `flock` this process holds.
  final class Open {
    let journal: TransactionJournal
    private let path: String
    private let descriptor: Int32
    private let sync: DiskSync

    /// Writes the journal of a transaction that is about to be committed.
    init(_ journal: TransactionJournal, in repository: LocalRepository) throws(GitError) {
      self.journal = journal
      sync = journal.isSynced ? try repository.durability()(of: .reference) : .none
      let name = "\(getpid())-\(UInt32.random(in: 0 ... .max))"
      path = TransactionJournal.directory(in: repository) + "/" + name
      try Files.makeParent(of: path, sync: sync)
      let file = try UnnamedFile(beside: path)
      descriptor = file.descriptor
      do throws(GitError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
          throw .system("flock", path: path)
        }
        try Files.write(journal.bytes, to: descriptor, path: path)
        try sync.file(descriptor, path: path)
        try file.replace(path)
        try sync.directory(of: path)
      } catch {
        file.forgetName()
        throw error
      }
    }

    /// Opens the journal of a killed process; nil where its process lives, or another one takes care of it.
    init?(abandonedAt path: String, in repository: LocalRepository) throws(GitError) {
      self.path = path
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
        let bytes = try Files.read(path)
      else {
        if descriptor >= 0 { close(descriptor) }
        return nil
      }
      // One that a power cut tore: nothing had begun that relies on it.
      journal = TransactionJournal(bytes) ?? TransactionJournal()
      sync = journal.isSynced ? try repository.durability()(of: .reference) : .none
    }

    /// Removes the file: the transaction is whole, or gone.
    func erase() {
      unlink(path)
      do { try sync.directory(of: path) } catch {
        // The next process finds that there is nothing left to do.
      }
    }

    deinit { close(descriptor) }
  }
}

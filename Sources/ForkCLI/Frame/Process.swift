import ForkedStore
import Glibc
import Synchronization

/// The process and the system around it: the one place that reads clock, variables and randomness.
enum Process {
  private static let interrupts = Atomic<Int>(0)

  /// Ends the process.
  static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Makes the first interrupt a request to stop before anything moves; the second ends the process at once.
  static func catchInterrupts() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in _ = Process.interrupts.add(1, ordering: .relaxed)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
  }

  /// Whether the person asked to stop.
  static var isInterrupted: Bool { interrupts.load(ordering: .relaxed) > 0 }

  /// Goes to a directory.
  static func changeDirectory(to path: String) throws(StoreError) {
    if chdir(path) != 0 { throw StoreError(errno: errno, "cannot go to", path, missing: .notFound) }
  }

  /// Everything that a file holds; `-` means standard input.
  static func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard path != "-" else { return try readAll(STDIN_FILENO, named: "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "cannot read", path, missing: .notFound)
    }
    defer { close(descriptor) }
    return try readAll(descriptor, named: path)
  }

  private static func readAll(_ descriptor: Int32, named name: String) throws(StoreError) -> [UInt8]
  {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return bytes
      } else if isInterrupted {
        throw StoreError(.interrupted, "interrupted; nothing was changed")
      } else if errno != EINTR {
        throw StoreError(errno: errno, "cannot read", name, missing: .inputOutput)
      }
    }
  }
}

extension StoreError {
  /// What the system said when something was done to a file.
  init(errno code: Int32, _ what: String, _ path: String, missing: Kind) {
    let kind: Kind =
      switch code {
      case ENOENT, ENOTDIR: missing
      case EACCES, EPERM, EROFS: .notPermitted
      default: .inputOutput
      }
    self.init(kind, "\(what) '\(path)': \(String(cString: strerror(code)))")
  }
}

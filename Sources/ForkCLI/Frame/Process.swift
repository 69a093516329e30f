import ForkedGit
import ForkedStore
import Synchronization

/// The process and its system; only this type reads the clock, variables and random numbers.
enum Process {
  /// The first signal that requested an interrupt; 0 if there was none.
  private static let interrupt = Atomic<Int32>(0)

  /// The start of the process in seconds since 1970; relative times in the output refer to it.
  static let startTime = Machine.time().seconds

  /// Turns the first signal to stop into a request to stop before anything changes.
  static func catchInterrupts() {
    Signals.catchInterrupts { signal in
      _ = Process.interrupt.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    }
  }

  /// True if a signal requested an interrupt.
  static var isInterrupted: Bool { interrupt.load(ordering: .relaxed) != 0 }

  /// The exit status that shells give to a process ended by the signal.
  static var interruptedStatus: Int32 {
    let signal = interrupt.load(ordering: .relaxed)
    return 128 + (signal == 0 ? Signals.interrupt : signal)
  }

  /// Throws if a signal requested an interrupt; to be called before anything is written.
  static func checkInterruption() throws(StoreError) {
    if isInterrupted { throw StoreError(.interrupted, "interrupted; nothing was changed") }
  }

  /// Changes the working directory.
  static func changeDirectory(to path: String) throws(StoreError) {
    do throws(SystemFailure) {
      try Machine.changeDirectory(to: path)
    } catch {
      throw StoreError(error, "cannot change to", path, missing: .notFound)
    }
  }

  /// Returns the contents of a file, or of standard input for `-`.
  static func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard path != "-" else { return try readAll(.input, named: "standard input") }
    let file: ByteStream
    do throws(SystemFailure) {
      file = try ByteStream(reading: path)
    } catch {
      throw StoreError(error, "cannot read", path, missing: .notFound)
    }
    defer { file.close() }
    return try readAll(file, named: path)
  }

  /// Reads up to the end. The size of a file is only a hint, since the file can change meanwhile.
  private static func readAll(
    _ stream: ByteStream, named name: String
  ) throws(StoreError) -> [UInt8] {
    var capacity = stream.fileSize.map { min($0, 1 << 30) + 1 } ?? 1 << 16
    var bytes: [UInt8] = []
    while true {
      let chunk = try readChunk(stream, atMost: capacity, named: name)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      capacity = 1 << 16
    }
  }

  /// Waits for input, and returns what is available; empty at the end.
  static func readSome(_ stream: ByteStream, named name: String) throws(StoreError) -> [UInt8] {
    try readChunk(stream, atMost: 1 << 18, named: name)
  }

  /// Returns the bytes of one read; empty at the end. A signal before the wait begins does not end it, so interrupts are
  /// checked every 100 ms.
  private static func readChunk(
    _ stream: ByteStream, atMost capacity: Int, named name: String
  ) throws(StoreError) -> [UInt8] {
    repeat { try checkInterruption() } while !stream.isReadable(within: 100)
    do throws(SystemFailure) {
      return try stream.read(atMost: capacity)
    } catch {
      throw StoreError(error, "cannot read", name, missing: .inputOutput)
    }
  }
}

extension StoreError {
  /// Creates the error of a failed system call on a file.
  init(_ failure: SystemFailure, _ operation: String, _ path: String, missing: Kind) {
    let kind = failure.isMissing ? missing : failure.isRefused ? .notPermitted : .inputOutput
    self.init(kind, "\(operation) '\(path)': \(failure)")
  }
}

extension Process {
  /// Returns the contents of a file, or nil if it does not exist.
  static func readIfThere(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) { return try read(path) } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }

  /// Replaces the contents of a file atomically; its mode stays.
  ///
  /// - Parameter neighbour: a file in the directory for the temporary name; nil: the file itself.
  static func replace(
    _ path: String, with bytes: [UInt8], through neighbour: String? = nil
  ) throws(StoreError) {
    try checkInterruption()
    do throws(GitError) {
      try WholeFile.replace(path, with: bytes, through: neighbour)
    } catch {
      throw StoreError(translating: error)
    }
  }

  /// Creates a file and the directories of its path.
  static func create(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try checkInterruption()
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/" + part
      do throws(SystemFailure) {
        try FileSystem.makeDirectory(directory)
      } catch {
        throw StoreError(error, "cannot create", directory, missing: .cannotCreate)
      }
    }
    try replace(path, with: bytes)
  }

  /// Creates a directory that only this user can read, and returns its path.
  static func temporaryDirectory(in parent: String) throws(StoreError) -> String {
    do throws(SystemFailure) {
      return try FileSystem.makeTemporaryDirectory("\(parent)/fork-")
    } catch {
      throw StoreError(error, "cannot create a directory in", parent, missing: .cannotCreate)
    }
  }

}

extension Environment {
  /// Returns the environment of this process.
  static func ofProcess(_ console: Console) -> Environment {
    var environment = Environment.process { console.notify($0) }
    environment.isInterrupted = { Process.isInterrupted }
    environment.report = { console.show($0) }
    return environment
  }
}

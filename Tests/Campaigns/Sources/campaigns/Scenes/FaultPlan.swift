/// A call of the program that is to go wrong; none: calls are counted.
struct FaultPlan: Sendable {
  enum Fault: Sendable, Equatable {
    /// The process is killed before it.
    case kill
    /// A write writes half of what it was given.
    case short
    case error(FaultError)

    var name: String {
      switch self {
      case .kill: "kill"
      case .short: "short"
      case .error(let error): error.name
      }
    }
  }

  var call = 0
  var fault = Fault.kill

  func variables(_ surroundings: Surroundings, log: String) -> [String: String] {
    var variables = [
      "LD_PRELOAD": surroundings.library, "FAULTS_PROGRAM": surroundings.fork, "FAULTS_LOG": log,
    ]
    guard call > 0 else { return variables }
    variables["FAULTS_AT"] = "\(call)"
    variables["FAULTS_WITH"] =
      if case .error(let error) = fault { "\(error.number)" } else { fault.name }
    return variables
  }
}

/// An error that calls fail with.
struct FaultError: Sendable, Equatable {
  let name: String
  let number: Int32
}

/// A call that changes something, as the library noted it.
struct Call: Sendable {
  let number: Int
  let function: String
  let inode: UInt
  let path: String
  let other: String

  var description: String { "\(function) \(path)" + (other.isEmpty ? "" : " \(other)") }

  var isWrite: Bool { ["write", "pwrite", "pwrite64", "writev"].contains(function) }

  /// A file whose removal fails is left over: nothing can be done about that.
  var isRemoval: Bool { ["unlink", "unlinkat", "rmdir", "remove"].contains(function) }

  static func all(in log: String) -> [Call] {
    Files.text(log).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let number = Int(parts[0]), let inode = UInt(parts[2]) else {
        return nil
      }
      return Call(
        number: number, function: parts[1], inode: inode, path: parts[3], other: parts[4])
    }
  }
}

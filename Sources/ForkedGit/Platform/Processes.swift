import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts a program, and returns its process number. It inherits only the descriptors of its three streams, and no
/// ignored or blocked signals. posix_spawn(3)
///
/// - Parameters:
///   - variables: The environment, each entry with its name and an equals sign.
///   - directory: The working directory; nil: that of this process.
///   - isAlone: True if it gets a session of its own, and so no terminal.
func spawn(
  _ program: String, _ arguments: [String], _ variables: [String], in directory: String?,
  streams: [Int32], isAlone: Bool
) throws(SystemFailure) -> Int32 {
  #if canImport(Darwin)
    var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    let ownSession = Int32(POSIX_SPAWN_SETSID)
  #else
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    let ownSession: Int32 = 0x80  // Hidden without `_GNU_SOURCE`.
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (target, source) in streams.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
  }
  if let directory { _ = fork_addchdir(&actions, directory) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (usual, none) = (Signals.set([SIGPIPE]), Signals.set([]))
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setsigmask(&attributes, &none)
  let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isAlone ? ownSession : 0)
  posix_spawnattr_setflags(&attributes, Int16(flags))
  var id: pid_t = 0
  let code = withCStrings(arguments) { arguments in
    withCStrings(variables) { posix_spawn(&id, program, &actions, &attributes, arguments, $0) }
  }
  guard code == 0 else { throw SystemFailure(rawValue: code) }
  return id
}

/// Returns the status of a child that has ended; nil if it runs. waitpid(2)
///
/// - Parameter blocking: True to wait for its end.
func waitpid(_ id: Int32, blocking: Bool = true) throws(SystemFailure) -> Int32? {
  var status: Int32 = 0
  let ended = try systemResult { waitpid(id, &status, blocking ? 0 : WNOHANG) }
  return ended == id ? status : nil
}

/// Calls a function with an array of C strings that ends with a null pointer.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}

/// The signals that this process gets.
package enum Signals {
  /// SIGINT, which Ctrl-C sends.
  package static let interrupt = SIGINT

  /// The signals with which a user or the system ends a program.
  static let ofInterrupts = [SIGINT, SIGTERM, SIGHUP]

  /// Writing to a pipe that nobody reads fails, and ends the process no more.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Calls a function at the first SIGINT, SIGTERM or SIGHUP.
  ///
  /// The same signal again ends the process at once. SIGHUP stays ignored if `nohup` ignores it. SIGCHLD is not ignored,
  /// whatever the process was started with: otherwise the status of a hook that fails would be lost.
  package static func catchInterrupts(_ body: @escaping @convention(c) (Int32) -> Void) {
    signal(SIGCHLD, SIG_DFL)
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = body
      action.sa_flags = Int32(SA_RESETHAND)
    #else
      action.__sigaction_handler.sa_handler = body
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    #endif
    for signal in ofInterrupts where signal != SIGHUP || !isIgnored(signal) {
      sigaction(signal, &action, nil)
    }
  }

  /// Asks a process to end, or ends it by force; a negative number stands for its whole group.
  static func end(_ process: Int32, byForce: Bool) { kill(process, byForce ? SIGKILL : SIGTERM) }

  /// A set of signals.
  static func set(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    #if canImport(Darwin)
      let (handler, ignoring) = (action.__sigaction_u.__sa_handler, SIG_IGN)
    #else
      let (handler, ignoring): (__sighandler_t?, __sighandler_t?) = (
        action.__sigaction_handler.sa_handler, SIG_IGN
      )
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(ignoring, to: Int.self)
  }
}

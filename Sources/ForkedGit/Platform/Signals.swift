#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

/// A mode of the terminal of standard input.
package struct TerminalMode {
  private var settings = termios()

  /// The present mode; nil if standard input is no terminal.
  package init?() {
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
  }

  /// The same mode, but each key is given at once and not shown, and the keys which stop or abort a process do nothing.
  package var withSingleKeys: TerminalMode {
    var mode = self
    mode.settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &mode.settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      for key in [VSUSP, VQUIT] { characters[Int(key)] = 0 }
    }
    return mode
  }

  /// Sets this mode, once all that was written is shown.
  package func set() {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}

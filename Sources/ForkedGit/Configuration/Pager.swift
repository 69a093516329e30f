import Glibc

/// The program that shows long output page by page.
///
/// Source: git-var(1), `GIT_PAGER`, and git's pager.c.
public struct Pager: Sendable {
  /// The descriptor that the output is written to.
  public let input: Int32
  private let process: pid_t

  /// Starts the pager: that of the variable `GIT_PAGER`, else of `core.pager`, else of the variable `PAGER`, else
  /// `less`. As in git, the options of `less` and `lv` are set unless the variables `LESS` and `LV` set them.
  ///
  /// - Returns: nil if the output is not to be paged, or there is no pager.
  public init?(configuredIn settings: Configuration) throws(GitError) {
    var variables = settings.environment
    let configured = try settings.string("core.pager")
    let command = variables["GIT_PAGER"] ?? configured ?? variables["PAGER"] ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    if command == "less", !ChildProcess.canFind(command, variables["PATH"]) { return nil }
    variables["LESS"] = variables["LESS"] ?? "FRX"
    variables["LV"] = variables["LV"] ?? "-c"
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system("pipe", path: command) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(GitError) {
      process = try ChildProcess(
        ["/bin/sh", "-c", command], environment: variables,
        streams: (ends[0], STDOUT_FILENO, STDERR_FILENO)
      ).id
    } catch {
      close(ends[1])
      throw error
    }
    input = ends[1]
  }

  /// Waits until the user quits the pager. Every descriptor of its input must be closed before.
  public func wait() { while waitpid(process, nil, 0) < 0, errno == EINTR {} }
}

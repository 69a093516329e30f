extension MergeDriverCommand {
  /// The command as git calls it; nil for arguments of any other shape, which go to the parser.
  ///
  /// git starts the driver once for each document, and setting up the parser of all commands would take most of
  /// such a process's time.
  ///
  /// - Parameter arguments: `merge-driver %O %A %B --path %P --marker-size %L`.
  init?(asGitCalls arguments: [String]) {
    guard arguments.count == 8, arguments[0] == "merge-driver", arguments[4] == "--path",
      arguments[6] == "--marker-size", let size = Int(arguments[7]),
      (arguments[1...3] + [arguments[5]]).allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") })
    else { return nil }
    self.init()
    (base, ours, theirs) = (arguments[1], arguments[2], arguments[3])
    (path, markerSize) = (arguments[5], size)
  }
}

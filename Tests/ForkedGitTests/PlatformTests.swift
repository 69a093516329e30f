import ForkedGitTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite("the machine and its system") struct PlatformTests {
  @Test("the clocks are those of Foundation")
  func clocks() {
    let before = Machine.ticks()
    #expect(abs(Date().timeIntervalSince1970 - Double(Machine.time().seconds)) < 60)
    Machine.pause(nanoseconds: 1_000_000)
    #expect(Machine.ticks() >= before + 1_000_000)
    let zone = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1_700_000_000))
    #expect(Machine.offsetMinutes(at: 1_700_000_000) * 60 == zone)
  }

  @Test("a time of the calendar has its seconds")
  func calendar() {
    var time = CalendarTime(year: 2026, month: 2, day: 28)
    (time.hour, time.minute, time.second) = (23, 59, 59)
    #expect(time.secondsOfUniversal == 1_772_323_199)
    let offset = Int64(Machine.offsetMinutes(at: time.secondsOfUniversal) * 60)
    #expect(time.secondsOfLocal == time.secondsOfUniversal - offset)
  }

  @Test("the process is the one that Foundation describes")
  func process() throws {
    #expect(Machine.variables()["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    #expect(Machine.variable("PATH") == Machine.variables()["PATH"])
    #expect(Machine.variable("FORK_NO_SUCH_VARIABLE") == nil)
    #expect(Machine.workingDirectory() == FileManager.default.currentDirectoryPath)
    #expect(!Machine.userName().isEmpty && !Machine.hostName().isEmpty)
    #expect(Machine.isExecutable("/bin/sh") && !Machine.isExecutable("/etc/passwd"))
    let failure = #expect(throws: SystemFailure.self) {
      try Machine.changeDirectory(to: "/no/such/directory")
    }
    #expect(failure?.isMissing == true && failure?.isRefused == false)
    #expect(failure?.description == "No such file or directory")
  }

  @Test("a pipe in place of a file that is replaced gets the bytes, and stays")
  func replacedPipe() throws {
    let sandbox = try GitSandbox()
    let path = sandbox.work.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = try #require(FileHandle(forUpdatingAtPath: path))
    try WholeFile.replace(path, with: Array("text".utf8))
    #expect(reader.availableData == Data("text".utf8))
    #expect(try FileStatus(path).type != .regular)
  }

  @Test("a stream reads up to its end, and tells a file from a pipe")
  func streams() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("twelve bytes", to: "file")
    let file = try ByteStream(reading: sandbox.work.appending(path: "file").path)
    defer { file.close() }
    #expect(file.fileSize == 12 && !file.isTerminal && file.isReadable(within: 0))
    #expect(try file.read(atMost: 6) == Array("twelve".utf8))
    #expect(try file.read(atMost: 100) == Array(" bytes".utf8))
    #expect(try file.read(atMost: 100).isEmpty)
    #expect(throws: SystemFailure.self) { try file.write([1]) }

    let (own, other) = try ByteStream.pipe()
    #expect(own.fileSize == nil && !own.isReadable(within: 0))
    #expect(try other.write(Array("text".utf8)[1...]) == 3)
    #expect(try own.isReadable(within: 1000) && own.read(atMost: 9) == Array("ext".utf8))
    other.close()
    #expect(try own.read(atMost: 9).isEmpty)
    own.adopt(try ByteStream(reading: "/dev/null"))
    #expect(try own.read(atMost: 9).isEmpty && own.fileSize == nil)
    own.close()
    #expect(throws: SystemFailure.self) { try ByteStream(reading: "/no/such/file") }
  }

  @Test("the program of this process is known")
  func running() throws {
    #expect(FileSystem.isRunning("/bin/sh") == false)
    #expect(FileSystem.isRunning("/proc/self/exe") == true)
    #expect(FileSystem.isRunning("/no/such/file") == nil)
  }

  @Test("directories are made and removed")
  func directories() throws {
    let sandbox = try GitSandbox()
    let made = try FileSystem.makeTemporaryDirectory(sandbox.work.path + "/d-")
    try FileSystem.makeDirectory(made)
    #expect(Files.isDirectory(made))
    #expect(throws: SystemFailure.self) { try FileSystem.makeDirectory(made + "/a/b") }
    try sandbox.write("text", to: "file")
    FileSystem.removeIfEmpty(sandbox.work.path)
    try FileSystem.remove(sandbox.work.path + "/file")
    #expect(throws: SystemFailure.self) { try FileSystem.remove(sandbox.work.path + "/file") }
    FileSystem.removeIfEmpty(made)
    #expect(Files.isDirectory(sandbox.work.path) && !Files.exists(made))
  }

  @Test("files are made, named, exchanged and removed, beside an open directory too")
  func files() throws {
    let sandbox = try GitSandbox()
    let path = sandbox.work.path + "/"
    let directory = try open(path, .readOnly, .directory)
    defer { ForkedGit.close(directory) }
    let unnamed = try UnnamedFile(
      for: "one", in: directory, mode: 0o640, elseAt: path + "temporary")
    #expect(try write(Array("first".utf8)[...], to: unnamed.descriptor) == 5)
    #expect(unnamed.link(as: TreePath("one").cString, in: directory) == nil)
    #expect(unnamed.link(as: TreePath("one").cString, in: directory) == .fileExists)
    #expect(throws: SystemFailure.fileExists) {
      try open("one", .writeOnly, [.create, .exclusiveCreate], mode: 0o600, in: directory)
    }
    try sandbox.write("second", to: "two")
    #expect(exchange(path + "two", "one", in: directory) == nil)
    #expect(try Files.read(path + "two") == Array("first".utf8))
    #expect(renameNew(path + "two", "one", in: directory) == .fileExists)
    #expect(renameNew(path + "two", "three", in: directory) == nil)
    #expect(symlink("three", at: path + "link") == nil)
    #expect(try readlink(path + "link") == Array("three".utf8))
    #expect(throws: SystemFailure.self) { try open("link", .readOnly, .noFollow, in: directory) }
    #expect(resolved(path + "link") == resolved(path) + "/three")
    #expect(resolved(path + "none") == path + "none")
    #expect(ForkedGit.mkdir("d", in: directory) == nil)
    #expect(ForkedGit.rename(path + "three", path + "d/three") == nil)
    #expect(ForkedGit.rmdir("d", in: directory) == .directoryNotEmpty)
    #expect(ForkedGit.rename(path + "d/three", "three", in: directory) == nil)
    #expect(ForkedGit.rmdir("d", in: directory) == nil)
    empty(path + "three")
    #expect(try FileStatus(path + "three").size == 0)
    #expect(ForkedGit.unlink("one", in: directory) == nil && !Files.exists(path + "one"))
    #expect(ForkedGit.unlink(path + "one") == .noSuchFileOrDirectory)
  }

  @Test("the status of a file: its kind, mode and times")
  func status() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("text", to: "file")
    let path = sandbox.work.path + "/file"
    #expect(chmod(path, mode: 0o640) == nil && symlink("file", at: path + "-link") == nil)
    let status = try FileStatus(path)
    #expect(status.type == .regular && status.modeBits == 0o640 && status.size == 4)
    #expect(status.userID.rawValue == Machine.userID())
    #expect(abs(Machine.time().seconds - Int64(status.modified.seconds)) < 60)
    #expect(status.changed >= status.modified)
    #expect(try FileStatus(path + "-link").isSame(as: status))
    #expect(try FileStatus(link: path + "-link").type == .symbolicLink)
    #expect(throws: SystemFailure.noSuchFileOrDirectory) { try FileStatus(path + "-none") }
    let file = try open(path)
    defer { ForkedGit.close(file) }
    #expect(try FileStatus(file).isSame(as: status))
    #expect(touch(path) == nil && touch(path + "-none") == .noSuchFileOrDirectory)
    #expect(ForkedGit.fsync(file) == nil)
    writeOut(file, waits: true)
  }

  @Test("a lock is held until its descriptor is closed")
  func locks() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("", to: "file")
    let path = sandbox.work.path + "/file"
    let (one, other) = (try open(path), try open(path))
    #expect(flock(one) == nil && flock(other) == .wouldBlock)
    ForkedGit.close(one)
    // A process that another test starts holds the file open until it runs its program.
    #expect((0..<10_000).contains { _ in usleep(100) == 0 && flock(other) == nil })
    ForkedGit.close(other)
  }

  @Test("a program gets its streams, variables and directory, and its end is waited for")
  func programs() throws {
    let output = try MemoryFile()
    let child = try spawn(
      "/bin/sh", ["sh", "-c", "echo $A $1; pwd; exit 3", "sh", "b"], ["A=a"], in: "/",
      streams: [0, output.descriptor, 2], isAlone: true)
    #expect(try ForkedGit.waitpid(child) == 3 << 8)
    #expect(output.text == "a b\n/\n")
    #expect(throws: SystemFailure.self) { try ForkedGit.waitpid(child) }
    #expect(Machine.hasEnded(child) && !Machine.hasEnded(Machine.process()))
    let sleeping = try spawn(
      "/bin/sleep", ["sleep", "600"], [], in: nil, streams: [0, 1, 2], isAlone: false)
    #expect(try ForkedGit.waitpid(sleeping, blocking: false) == nil)
    Signals.end(sleeping, byForce: true)
    #expect(try ForkedGit.waitpid(sleeping) == 9)
    #expect(throws: SystemFailure.noSuchFileOrDirectory) {
      try spawn("/no/such/program", [], [], in: nil, streams: [0, 1, 2], isAlone: false)
    }
  }

  @Test("a watch reports what was written, removed and made")
  func watch() throws {
    let sandbox = try GitSandbox()
    let (path, pipe) = (sandbox.work.path, try ByteStream.pipe())
    let watch = try DirectoryWatch()
    try watch.add(path)
    #expect(throws: SystemFailure.noSuchFileOrDirectory) { try watch.add(path + "/none") }
    // Another process writes it: one that starts meanwhile would have the file open for a while.
    _ = try sandbox.run(["sh", "-c", "echo text > file"])
    #expect(ForkedGit.mkdir(path + "/d") == nil)
    let changes = try watch.changes(whileReading: pipe.input.descriptor, unless: { false })
    #expect(changes?.contains { $0.name == "file" && !$0.isNewDirectory } == true)
    #expect(changes?.last?.name == "d" && changes?.last?.isNewDirectory == true)
    #expect(changes?.allSatisfy { $0.directory == path } == true)
    #expect(try watch.changes(whileReading: 1, unless: { true })?.isEmpty == true)
    pipe.output.close()
    #expect(try watch.changes(whileReading: pipe.input.descriptor, unless: { false }) == nil)
    pipe.input.close()
  }
}

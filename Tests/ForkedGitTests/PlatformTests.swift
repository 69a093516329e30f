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

    let sockets = try SocketPair()
    let (own, other) = (ByteStream(sockets.own), ByteStream(sockets.others))
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
}

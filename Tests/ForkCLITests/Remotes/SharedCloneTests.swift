import Foundation
import Testing

@Suite("a clone by path")
struct SharedCloneTests {
  /// A repository `data` with a pack, loose objects and a commit graph.
  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put(#"{"a":1}"#)
      try await sandbox.put(#"{"a":2}"#)
      try await sandbox.play("git gc -q", "git commit-graph write --reachable --changed-paths")
      try await sandbox.put(#"{"a":3}"#)
      return sandbox
    }
  }

  /// The files of a clone's objects, each with the number of its names; without the entry of the operation log, which is
  /// the clone's own.
  private static func files(_ clone: String, _ sandbox: Sandbox) async throws -> [String: Int] {
    let own = try await sandbox.git(
      "--git-dir", clone, "rev-parse", "refs/fork/operations", in: "."
    ).line.dropFirst(2)
    let list = try await sandbox.run(
      "find", [clone + "/objects", "-type", "f", "-printf", "%f %n\n"], in: "."
    ).succeed().text
    let lines = list.split(separator: "\n").map { $0.split(separator: " ") }
    let counts = lines.filter { $0[0] != own }.map { (String($0[0]), Int($0[1]) ?? 0) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  @Test("shares all files of objects, as git does", arguments: [false, true])
  func shares(bare: Bool) async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.run(
      "fork", ["clone", "data", "copy"] + (bare ? ["--bare"] : []), in: "."
    ).succeed()
    let git = bare ? "copy" : "copy/.git"
    let files = try await Self.files(git, sandbox)
    #expect(files.values.allSatisfy { $0 == 2 }, "\(files)")
    for part in [".pack", ".idx", "commit-graph"] {
      #expect(files.keys.contains { $0.hasSuffix(part) }, "\(part)")
    }
    #expect(files.keys.count { $0.utf8.count == 38 } >= 3)
    #expect(try await sandbox.git("fsck", "--strict", in: "copy").status == 0)
    // The clone owes nothing to the other repository.
    try await sandbox.run("rm", ["-rf", "data"], in: ".").succeed()
    #expect(
      try await sandbox.fork("get", "a.json", "--fork", "main", in: "copy").text.contains("3"))
  }

  @Test("an address, a repository that borrows objects: shares nothing", arguments: [true, false])
  func transfers(isAddress: Bool) async throws {
    let sandbox = try await Self.sandbox()
    var source = "file://" + sandbox.path("data")
    if !isAddress {
      try await sandbox.git("clone", "-q", "--shared", "data", "borrower", in: ".").succeed()
      source = "borrower"
    }
    try await sandbox.run("fork", ["clone", source, "copy"], in: ".").succeed()
    #expect(try await Self.files("copy/.git", sandbox).values.allSatisfy { $0 == 1 })
    try await sandbox.run("rm", ["-rf", "data"], in: ".").succeed()
    #expect(try await sandbox.git("fsck", "--strict", in: "copy").status == 0)
    #expect(try sandbox.read("copy/a.json").contains("3"))
  }

  @Test("an address: the index of a pack is not believed")
  func index() async throws {
    let sandbox = try await Self.sandbox()
    // Each of the two blobs has the place of the other.
    let script = """
      set -e; cd data/.git/objects/pack; index=$(echo *.idx); chmod u+w $index
      git rev-parse main~1:a.json main~2:a.json > ../../blobs
      python3 - $index $(cat ../../blobs) <<'END'
      import hashlib, struct, sys
      data = bytearray(open(sys.argv[1], "rb").read())
      count = struct.unpack(">I", data[1028:1032])[0]
      ids = [data[1032 + 20 * n:1052 + 20 * n].hex() for n in range(count)]
      places = [1032 + 24 * count + 4 * ids.index(id) for id in sys.argv[2:4]]
      one, other = (bytes(data[place:place + 4]) for place in places)
      data[places[0]:places[0] + 4], data[places[1]:places[1] + 4] = other, one
      data[-20:] = hashlib.sha1(data[:-20]).digest()
      open(sys.argv[1], "wb").write(data)
      END
      """
    let made = try await sandbox.run("bash", ["-c", script], in: ".")
    guard made.status != 127 else { return print("python3 is not installed") }
    try made.succeed()
    let url = "file://" + sandbox.path("data")
    try await sandbox.run("fork", ["clone", url, "copy"], in: ".").succeed()
    #expect(try await sandbox.git("fsck", "--strict", in: "copy").status == 0)
    #expect(try await sandbox.git("show", "main~1:a.json", in: "copy").text.contains("2"))
  }

  @Test(
    "a symbolic link among the objects: nothing is taken, 77",
    arguments: ["objects/pack/pack-x.pack", "objects/info/commit-graph", "objects/ab"])
  func links(path: String) async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write("secret", to: "secret")
    let script = """
      set -e; cd data/.git; rm -rf \(path); ln -s ../../../../secret \(path)
      case \(path) in *ab) rm \(path); mkdir away; ln -s ../away \(path);; esac
      """
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
    try await sandbox.run("fork", ["clone", "data", "copy"], in: ".").warns(
      "symbolic link", status: 77)
    #expect(!sandbox.exists("copy"))
  }

  @Test("a hostile path is not written: 65, and nothing is left")
  func paths() async throws {
    let sandbox = try await Self.sandbox()
    let script = """
      set -e; cd data; blob=$(echo evil | git hash-object -w --stdin)
      tree=$(printf "100644 ..\\\\0$(printf '%s' $blob | sed 's/../\\\\\\\\x&/g')" \\
        | git hash-object -w -t tree --literally --stdin)
      git update-ref refs/heads/main $(git commit-tree -p main -m x $tree)
      """
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
    try await sandbox.run("fork", ["clone", "data", "copy"], in: ".").expect(status: 65)
    #expect(!sandbox.exists("copy"))
  }

  @Test(
    "files of another user are copied; a repository of another user is not shared at all",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func otherUsers() async throws {
    let sandbox = try await Self.sandbox()
    let chown = "chown 12345 data/.git/objects/pack/*.pack"
    try await sandbox.run("bash", ["-c", chown], in: ".").succeed()
    try await sandbox.run("fork", ["clone", "data", "copy"], in: ".").succeed()
    let files = try await Self.files("copy/.git", sandbox)
    #expect(files.allSatisfy { $0.value == ($0.key.hasSuffix(".pack") ? 1 : 2) }, "\(files)")
    try await sandbox.run("chown", ["-R", "12345", "data"], in: ".").succeed()
    try await sandbox.git("config", "--global", "safe.directory", "*", in: ".").succeed()
    try await sandbox.run("fork", ["clone", "data", "other"], in: ".").succeed()
    #expect(try await Self.files("other/.git", sandbox).values.allSatisfy { $0 == 1 })
    #expect(try await sandbox.git("fsck", "--strict", in: "other").status == 0)
  }
}

import Foundation
import Testing

/// Servers that send what git never sends, behind a program instead of ssh.
@Suite("servers that lie")
struct HostileServerTests {
  private static let server = #"""
    use strict; use Compress::Zlib; use Digest::SHA qw(sha1);
    binmode STDIN; binmode STDOUT; $| = 1;
    my ($mode, $hub) = @ENV{qw(MODE HUB)};
    sub pkt { my $s = shift; print sprintf("%04x", length($s) + 4), $s }
    sub line {
      read(STDIN, my $n, 4) == 4 or exit; $n = hex $n; return "" if $n < 4;
      read(STDIN, my $s, $n - 4); $s
    }
    my $tip = `git -C $hub rev-parse main`; chomp $tip;
    my @names = ("main", $mode eq "colliding" ? "main/sub" : (), $mode eq "many" ? map "f$_", 1 .. 3000 : ());
    pkt("$tip HEAD\0side-band-64k ofs-delta symref=HEAD:refs/heads/main agent=x\n");
    pkt("$tip refs/heads/$_\n") for sort @names;
    print "0000";
    while (1) { last if line() =~ /^done/ }
    pkt("NAK\n");
    my $pack = `git -C $hub pack-objects --stdout --all --revs < /dev/null 2>/dev/null`;
    my $body = substr($pack, 12, -20); my $count = unpack "N", substr($pack, 8, 4);
    my %extra = (
      "type 0" => chr(0x01) . compress("x"), "type 5" => chr(0x51) . compress("x"),
      "too short" => chr(0x32) . compress("x"), "too long" => chr(0x31) . compress("xyz"),
      "2^63 bytes" => chr(0xB1) . (chr(0xFF) x 8) . chr(0x7F) . compress("x"));
    if (my $extra = $extra{$mode}) { $body .= $extra; $count++ }
    $pack = "PACK" . pack("NN", 2, $count) . $body; $pack .= sha1($pack);
    pkt("\1" . $_) for unpack("(a60000)*", $pack);
    print "0000";
    """#

  private static func sandbox(_ mode: String) async throws -> (Sandbox, [String: String]) {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("{}", to: "data/a.json")
    try await sandbox.fork("update", "-q").succeed()
    try sandbox.write(server, to: "server.pl")
    try await sandbox.writeProgram(
      "#!/bin/sh\nexec perl '\(sandbox.path("server.pl"))'\n", to: "ssh")
    try await sandbox.git("init", "-q", "-b", "main", "other", in: ".").succeed()
    try await sandbox.git("remote", "add", "origin", "ssh://host/hub", in: "other").succeed()
    return (
      sandbox,
      ["MODE": mode, "HUB": sandbox.path("data"), "GIT_SSH_COMMAND": sandbox.path("ssh")]
    )
  }

  @Test(
    "a damaged pack is refused, and no part of it stays",
    arguments: ["type 0", "type 5", "too short", "too long", "2^63 bytes"])
  func packs(mode: String) async throws {
    let (sandbox, environment) = try await Self.sandbox(mode)
    try await sandbox.fork("fetch", in: "other", environment: environment)
      .fail(65, printing: "the pack that was received is damaged")
    #expect(try await sandbox.git("for-each-ref", in: "other").text.isEmpty)
    #expect(try await sandbox.run("ls", ["other/.git/objects/pack"], in: ".").text.isEmpty)
    try await sandbox.git("fsck", "--strict", in: "other").succeed()
    let leftovers = try await sandbox.run("ls", ["other/.git"], in: ".").text
    #expect(!leftovers.contains("fork-remote"))
    try await sandbox.run(
      "fork", ["clone", "ssh://host/hub", "clone"], in: ".", environment: environment
    ).expect(status: 65)
    #expect(!sandbox.exists("clone"))
  }

  @Test("a sound pack is taken, with all forks of it", arguments: ["sound", "many"])
  func sound(mode: String) async throws {
    let (sandbox, environment) = try await Self.sandbox(mode)
    try await sandbox.fork("fetch", in: "other", environment: environment).succeed()
    let lines = try await sandbox.git("for-each-ref", "refs/remotes/origin/", in: "other").lines
    #expect(lines.count == (mode == "many" ? 3002 : 2))
    try await sandbox.git("fsck", "--strict", in: "other").succeed()
    let again = try await sandbox.fork("fetch", in: "other", environment: environment).succeed()
    #expect(again.lines.count <= 1, "\(again)")
  }

  @Test("forks whose names collide: one is taken, the other is named")
  func colliding() async throws {
    let (sandbox, environment) = try await Self.sandbox("colliding")
    try await sandbox.fork("fetch", in: "other", environment: environment).warns(
      "git does not accept: refs/heads/main/sub")
    let names = try await sandbox.git("for-each-ref", "--format=%(refname)", in: "other").lines
    #expect(names == ["refs/remotes/origin/HEAD", "refs/remotes/origin/main"])
  }
}

# A Homebrew formula for Linux; the program does not run on macOS. .ci/package writes it with the address of the
# repository. To install the present state:
#   brew install --HEAD ./.build-package/packages/fork-json.rb
# A release adds url and sha256 of its source archive.
class ForkJson < Formula
  desc "Version control for JSON documents, by property instead of by line"
  homepage "@homepage@"
  license "MIT"
  head "@homepage@.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "libgit2"
  depends_on :linux

  def install
    system "bash", ".ci/packaging/build", ".build", "--disable-sandbox",
           "-Xcc", "-I#{Formula["libgit2"].opt_include}", "-Xlinker", "-rpath=#{Formula["libgit2"].opt_lib}"
    system "bash", ".ci/packaging/stage", ".build/release/fork", prefix
  end

  test do
    assert_predicate bin/"git-merge-fork", :exist?
    (testpath/"base.json").write '{ "a": 1, "b": 1 }'
    (testpath/"ours.json").write '{ "a": 2, "b": 1 }'
    (testpath/"theirs.json").write '{ "a": 1, "b": 2 }'
    assert_equal '{ "a": 2, "b": 2 }', shell_output("#{bin}/fork merge-file -p ours.json base.json theirs.json")
  end
end

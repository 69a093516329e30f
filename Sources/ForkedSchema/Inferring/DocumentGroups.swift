import ForkedJSON

/// Groups of documents that share a schema, by their paths and their contents.
struct DocumentGroups {
  /// Documents that share a schema.
  struct Group {
    var glob: String
    /// One of its documents.
    var example: String
    var shape: FieldShape
  }

  /// The glob of each document whose group is determined by its name alone.
  private var named: [JSONString: String] = [:]
  /// The documents whose name other directories have, too, by that name. Their shapes tell whether the name or the
  /// directory makes the group.
  private var repeated: [(name: String, paths: [String])] = []
  /// The other documents of each directory, by its pattern, in order.
  private var folders: [(folder: String, paths: [String])] = []
  private var examples: [JSONString: String] = [:]
  /// The directories with a document whose name alone puts it into another group.
  ///
  /// A pattern for all documents of such a directory would be more specific than that name.
  private var mixed: Set<JSONString> = []
  private let directories: DirectoryPatterns
  /// The number of documents of a directory above which they are assumed to be alike.
  private static let mostCompared = 50

  init(_ paths: [String]) {
    let directories = DirectoryPatterns(of: paths)
    self.directories = directories
    let names = Dictionary(grouping: paths) { JSONString(Self.name(of: $0)) }
      .mapValues { Set($0.map { JSONString(directories.pattern(of: $0)) }).count }
    var unnamed: [String] = []
    for path in paths.sorted(by: Self.precedes) {
      let name = Self.name(of: path)
      if let glob = BuiltInSchema.ofDocument(path)?.pattern(ofFile: name) {
        named[JSONString(path)] = glob
      } else if names[JSONString(name), default: 0] > Self.mostCompared {
        named[JSONString(path)] = Self.escaped(name)
      } else {
        unnamed.append(path)
        continue
      }
      mixed.insert(JSONString(directories.pattern(of: path)))
    }
    let byFolder = Dictionary(grouping: unnamed) { JSONString(directories.pattern(of: $0)) }
    folders = byFolder.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) }
    for (folder, paths) in folders
    where paths.count > Self.mostCompared && !mixed.contains(JSONString(folder))
      && Self.haveOwnNames(paths)
    {
      for path in paths { named[JSONString(path)] = Self.glob(ofFolder: folder, path) }
    }
    let others = unnamed.filter { named[JSONString($0)] == nil }
    repeated = Dictionary(grouping: others) { JSONString(Self.name(of: $0)) }
      .filter { $1.count > 1 }.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) }
    for path in paths.sorted(by: Self.precedes).reversed() { examples[unit(of: path)] = path }
  }

  /// Returns the name of the unit of observation: a group that is determined by names alone, or a single document.
  func unit(of path: String) -> JSONString {
    let path = JSONString(path)
    return named[path].map { JSONString($0) } ?? path
  }

  /// Returns the groups by the observed shapes, in the order of their globs.
  func groups(by shapes: [JSONString: FieldShape]) -> [Group] {
    var groups: [Group] = []
    for glob in Set(named.values.map { JSONString($0) }) {
      guard let shape = shapes[glob], let example = examples[glob] else { continue }
      groups.append(Group(glob: glob.description, example: example, shape: shape))
    }
    let families = families(by: shapes)
    groups += families.map(\.group)
    let taken = Set(families.flatMap(\.paths).map { JSONString($0) })
    let mixed = mixed.union(taken.map { JSONString(directories.pattern(of: $0.description)) })
    for (folder, paths) in folders where paths.allSatisfy({ named[JSONString($0)] == nil }) {
      let rest = paths.filter { !taken.contains(JSONString($0)) }
      groups += alike(rest, in: folder, shapes, isMixed: mixed.contains(JSONString(folder)))
    }
    return groups.sorted { Self.precedes($0.glob, $1.glob) }
  }

  /// Groups the documents of a directory: the largest set of similar ones gets the directory's glob, the others their
  /// own paths.
  private func alike(
    _ paths: [String], in folder: String, _ shapes: [JSONString: FieldShape], isMixed: Bool
  ) -> [Group] {
    var clusters: [(paths: [String], shape: FieldShape)] = []
    for path in paths {
      guard let shape = shapes[JSONString(path)] else { continue }
      if let place = clusters.firstIndex(where: { $0.shape.isAlike(shape) }) {
        clusters[place].paths.append(path)
        clusters[place].shape.formUnion(shape)
      } else {
        let own = FieldShape()
        own.formUnion(shape)
        clusters.append(([path], own))
      }
    }
    let largest = clusters.indices.max { clusters[$0].paths.count < clusters[$1].paths.count }
    return clusters.indices.flatMap { index -> [Group] in
      let (paths, shape) = clusters[index]
      if index == largest, paths.count > 1, !isMixed {
        let glob = Self.glob(ofFolder: folder, paths[0])
        return [Group(glob: glob, example: paths[0], shape: shape)]
      }
      return paths.map { Group(glob: Self.literal($0), example: $0, shape: shape) }
    }
  }

  /// Returns the groups of documents of one name in several directories.
  ///
  /// The name makes a group if all of them are alike, unless they are also like the others in their directories, which
  /// are more than the directories that have the name: then each directory is a group.
  private func families(
    by shapes: [JSONString: FieldShape]
  ) -> [(group: Group, paths: [String])] {
    let sizes = Dictionary(folders.map { (JSONString($0.folder), $0.paths) }) { first, _ in first }
    return repeated.compactMap { name, paths in
      let known = paths.compactMap { path in shapes[JSONString(path)].map { (path, $0) } }
      guard let first = known.first?.1, known.allSatisfy({ $1.isAlike(first) }) else { return nil }
      let isOfFolder = known.allSatisfy { path, shape in
        let others = sizes[JSONString(directories.pattern(of: path)), default: []]
          .filter { JSONString(Self.name(of: $0)) != JSONString(name) }
        return others.count >= paths.count
          && others.contains { shapes[JSONString($0)].map(shape.isAlike) ?? false }
      }
      if isOfFolder { return nil }
      let shape = FieldShape()
      for (_, other) in known { shape.formUnion(other) }
      let group = Group(glob: Self.escaped(name), example: paths[0], shape: shape)
      return (group, known.map(\.0))
    }
  }

  // MARK: Paths

  /// Returns true if most documents have a name that no other one has: shards may have names of their kinds in common.
  private static func haveOwnNames(_ paths: [String]) -> Bool {
    Set(paths.map { JSONString(name(of: $0)) }).count * 2 > paths.count
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func glob(ofFolder folder: String, _ path: String) -> String {
    let name = name(of: path)
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? "json"
    let pattern = name.utf8.contains(UInt8(ascii: ".")) ? "*." + escaped(String(ending)) : "*"
    return "\(folder)/\(pattern)"
  }

  /// Returns a pattern for one path, with a slash, since a pattern without one matches at any depth.
  private static func literal(_ path: String) -> String {
    path.utf8.contains(UInt8(ascii: "/")) ? escaped(path) : "/" + escaped(path)
  }

  fileprivate static func escaped(_ path: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if ["*", "?", "[", "\\"].contains(scalar) || scalar == "!" && result.isEmpty {
        result.append("\\")
      }
      result.append(scalar)
    }
    return String(result)
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

/// The directories of documents as patterns, in which `*` stands for the names of shards.
///
/// Shards are directories that share the documents of one kind out among them, as `00` to `49` or `2025` and `2026` do:
/// several in one directory, and all of them, whose names are numbers, or hexadecimal ones of one length.
private struct DirectoryPatterns {
  /// The patterns of the directories that hold nothing but shards.
  private var sharded: Set<JSONString> = []
  private static let fewestShards = 3

  init(of paths: [String]) {
    let directories = Set(paths.map { JSONString(Self.parts(of: $0).joined(separator: "/")) })
      .map { $0.description.split(separator: "/")[...] }
    // The shards of a level are known before those below are counted, which shards may have in common.
    for depth in 0..<(directories.map(\.count).max() ?? 0) {
      let level = Dictionary(grouping: directories.filter { $0.count > depth }) {
        JSONString(pattern($0.prefix(depth)))
      }
      for (parent, directories) in level {
        let names = Set(directories.map { Array($0[depth].utf8) })
        if Self.areShards(names) { sharded.insert(parent) }
      }
    }
  }

  /// Returns the pattern of the directory of a document; empty for the root.
  func pattern(of path: String) -> String { pattern(Self.parts(of: path)) }

  private func pattern(_ names: ArraySlice<Substring>) -> String {
    names.reduce("") { parent, name in
      let name = sharded.contains(JSONString(parent)) ? "*" : DocumentGroups.escaped(String(name))
      return parent.isEmpty ? name : "\(parent)/\(name)"
    }
  }

  private static func parts(of path: String) -> ArraySlice<Substring> {
    path.split(separator: "/").dropLast()
  }

  private static func areShards(_ names: Set<[UInt8]>) -> Bool {
    guard names.count >= fewestShards else { return false }
    if names.allSatisfy({ $0.allSatisfy(\.isDigit) }) { return true }
    return Set(names.map(\.count)).count == 1
      && names.allSatisfy { $0.allSatisfy(\.isHexDigit) }
      && names.contains { $0.contains(where: \.isDigit) }
  }
}

extension FieldShape {
  /// Returns true if one schema could describe both documents.
  fileprivate func isAlike(_ other: FieldShape) -> Bool {
    guard types == other.types else { return false }
    guard types == .object else {
      guard let elements, let others = other.elements else { return true }
      return elements.types != .object || elements.isAlike(others)
    }
    if isDictionary && other.isDictionary {
      return entry.types.subtracting(.null) == other.entry.types.subtracting(.null)
    }
    let common = other.keys.count { members[$0] != nil }
    return common * 2 >= min(keys.count, other.keys.count)
  }
}

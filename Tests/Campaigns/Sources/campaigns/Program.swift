import Glibc

@main
enum Program {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let surroundings = try Surroundings()
      let context = Context(options: options, surroundings: surroundings, tally: Tally())
      let chosen = options.campaigns
      for (name, run) in campaigns where chosen.isEmpty || chosen.contains(name) { run(context) }
      print(context.tally.table)
      if options.keeps, context.tally.failures > 0 {
        print("kept: \(surroundings.directory)")
      } else {
        surroundings.remove()
      }
      exit(context.tally.failures == 0 ? 0 : 1)
    } catch {
      print("campaigns: \(error)")
      exit(64)
    }
  }

  private static let campaigns: [(String, @Sendable (Context) -> Void)] = [
    (Kills.name, { Kills(context: $0).run() }),
    (Failures.name, { Failures(context: $0).run() }),
    (PowerCuts.name, { PowerCuts(context: $0).run() }),
    (Damages.name, { Damages(context: $0).run() }),
    (Races.name, { Races(context: $0).run() }),
    (FullDisks.name, { FullDisks(context: $0).run() }),
    (Links.name, { Links(context: $0).run() }),
    (Memory.name, { Memory(context: $0).run() }),
  ]

  static var names: [String] { campaigns.map(\.0) }
}

extension Options {
  /// - Throws: a ``Mistake`` where an argument is unknown or has no value.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      func value<Value>(_ make: (String) -> Value?) throws -> Value {
        guard let text = rest.popFirst(), let value = make(text) else {
          throw Mistake("\(word) needs a value")
        }
        return value
      }
      switch word {
      case "--share": share = try value { Double($0) }
      case "--seed": seed = try value { UInt64($0) }
      case "--jobs": jobs = max(1, try value { Int($0) })
      case "--only": only = try value { $0 }
      case "--call": call = try value { Int($0) }
      case "--fault": fault = try value { $0 }
      case "--keep": keeps = true
      default:
        guard Program.names.contains(word) else {
          let names = Program.names.joined(separator: ", ")
          throw Mistake("there is no campaign \(word); there are \(names)")
        }
        campaigns.append(word)
      }
    }
  }
}

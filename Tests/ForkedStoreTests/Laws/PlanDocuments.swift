import Foundation

/// An element of an ordered list; without a position, its place in the array says where it stands.
protocol Listed: Codable, Equatable {
  var name: String { get }
  var position: Int? { get set }
}

struct PlannedPerson: Listed {
  var id: Int
  var alias: String?
  var position: Int?

  var name: String { "\(id)" }
}

struct PlannedStep: Listed {
  var id: String
  var text: String?
  var owner: PlannedPerson?
  var position: Int?

  var name: String { id }
}

struct Plan: Listed {
  var id: Int
  var title: String?
  var steps: [PlannedStep] = []
  var team: [PlannedPerson] = []
  var position: Int?

  var name: String { "\(id)" }
}

struct Board: Codable, Equatable {
  var title: String?
  var plans: [Plan] = []
}

/// A document that holds plans.
enum PlanDocument: Equatable {
  case plan(Plan)
  case board(Board)

  /// - Parameter path: says which sort it is.
  init(_ text: [UInt8], at path: String) throws {
    let decoder = JSONDecoder()
    self =
      path.hasPrefix("plans/")
      ? .plan(try decoder.decode(Plan.self, from: Data(text)))
      : .board(try decoder.decode(Board.self, from: Data(text)))
  }

  /// - Parameter isPretty: whether it has lines.
  func text(isPretty: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return switch self {
    case .plan(let plan): String(decoding: try encoder.encode(plan), as: UTF8.self)
    case .board(let board): String(decoding: try encoder.encode(board), as: UTF8.self)
    }
  }

  var plans: [Plan] {
    switch self {
    case .plan(let plan): [plan]
    case .board(let board): board.plans
    }
  }

  /// The pointer of a plan.
  func pointer(toPlan index: Int) -> String {
    if case .board = self { "/plans/\(index)" } else { "" }
  }

  /// Changes one of the plans.
  mutating func edit<Result>(_ index: Int, _ edit: (inout Plan) -> Result) -> Result {
    switch self {
    case .plan(var plan):
      defer { self = .plan(plan) }
      return edit(&plan)
    case .board(var board):
      defer { self = .board(board) }
      return edit(&board.plans[index])
    }
  }
}

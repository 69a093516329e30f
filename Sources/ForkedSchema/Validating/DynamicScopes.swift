/// The resources that an evaluation has gone through, outermost first; each such list has a number.
///
/// A resource that is in the list already changes nothing, as the outermost decides; so there are few lists.
struct DynamicScopes {
  static let outermost = 0

  private var lists: [[Int]] = [[]]
  private var longer: [Step: Int] = [:]

  private struct Step: Hashable {
    let scope: Int
    let resource: Int
  }

  subscript(scope: Int) -> [Int] { lists[scope] }

  /// The scope inside a resource that is entered from another scope.
  mutating func entering(_ resource: Int, from scope: Int) -> Int {
    if lists[scope].last == resource { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = longer[step] { return known }
    if lists[scope].contains(resource) {
      longer[step] = scope
      return scope
    }
    lists.append(lists[scope] + [resource])
    longer[step] = lists.count - 1
    return lists.count - 1
  }
}

import ForkedJSON

/// The keywords for arrays (JSON Schema Core, 10.3.1; Validation, 6.4).
extension Validation {
  mutating func acceptsArray(
    _ array: JSONNode, _ schema: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = hasRightCount(
      array.count, array, schema, rule.elementCounts, "there are \(array.count) elements")
    guard isValid || report != nil else { return false }
    isValid = acceptsElements(array, rule, scope, &evaluated) && isValid
    guard isValid || report != nil else { return false }
    if rule.keywords.hasUniqueItems { isValid = hasUniqueElements(array, schema) && isValid }
    if let wanted = rule.keywords.contains {
      isValid = holds(wanted, array, schema, rule, scope, &evaluated) && isValid
    }
    return isValid
  }

  private mutating func acceptsElements(
    _ array: JSONNode, _ rule: SchemaRule, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    let (prefix, items) = (rule.keywords.prefixItems, rule.keywords.items)
    guard !prefix.isEmpty || items != nil else { return true }
    var isValid = true
    for (position, element) in array.elements.enumerated() {
      guard let schema = position < prefix.count ? prefix[position] : items else {
        break
      }
      evaluated.mark(position)
      if !acceptsPart(element, schema, scope, at: JSONString(String(position))) { isValid = false }
      guard isValid || report != nil, !isExhausted else { return false }
    }
    return isValid
  }

  private mutating func hasUniqueElements(_ array: JSONNode, _ schema: Int) -> Bool {
    guard array.count > 1 else { return true }
    guard spend(array.count + array.range.count >> 4) else { return giveUp() }
    var known = Set<JSONNode>(minimumCapacity: array.count)
    for (position, element) in array.elements.enumerated() {
      guard known.insert(element).inserted else {
        refuse(
          array, schema, "uniqueItems", "element \(position) repeats an earlier one",
          expected: "each element once")
        return false
      }
    }
    return true
  }

  /// Checks how many elements fit a schema.
  private mutating func holds(
    _ wanted: Int, _ array: JSONNode, _ schema: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    let counts = rule.keywords.assertions.counts
    let (least, most) = (counts[.minContains] ?? 1, counts[.maxContains])
    var count = 0
    var unwanted = Evaluated.unwanted
    for (position, element) in array.elements.enumerated() {
      if mayAccept(element, wanted, scope, &unwanted) {
        count += 1
        evaluated.mark(position)
      }
      guard !isExhausted else { return false }
    }
    if count < least {
      refuse(
        array, schema, least == 1 ? "contains" : "minContains",
        "\(count) elements fit", expected: "at least \(least)")
    }
    if let most, count > most {
      refuse(array, schema, "maxContains", "\(count) elements fit", expected: "at most \(most)")
    }
    return count >= least && most.map { count <= $0 } ?? true
  }
}

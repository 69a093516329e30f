import ForkedJSON

/// The keywords for arrays (JSON Schema Core, 10.3.1; Validation, 6.4).
extension Validation {
  mutating func acceptsArray(
    _ array: JSONNode, _ schema: Int, _ rule: ArrayRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = hasRightCount(array, schema, rule)
    guard isValid || report != nil else { return false }
    isValid = acceptsElements(array, rule, scope, &evaluated) && isValid
    guard isValid || report != nil else { return false }
    if rule.hasUniqueItems { isValid = hasUniqueElements(array, schema) && isValid }
    if let contains = rule.contains {
      isValid = holds(contains, in: array, schema, scope, &evaluated) && isValid
    }
    return isValid
  }

  private mutating func hasRightCount(
    _ array: JSONNode, _ schema: Int, _ rule: ArrayRule
  ) -> Bool {
    if let most = rule.maxItems, array.count > most {
      refuse(
        array, schema, "maxItems", "there are \(array.count) elements",
        expected: "at most \(most)")
      return false
    }
    if let least = rule.minItems, array.count < least {
      refuse(
        array, schema, "minItems", "there are \(array.count) elements",
        expected: "at least \(least)")
      return false
    }
    return true
  }

  private mutating func acceptsElements(
    _ array: JSONNode, _ rule: ArrayRule, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    guard !rule.prefix.isEmpty || rule.items != nil else { return true }
    var isValid = true
    for (position, element) in array.elements.enumerated() {
      guard let schema = position < rule.prefix.count ? rule.prefix[position] : rule.items else {
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

  private mutating func holds(
    _ rule: ContainsRule, in array: JSONNode, _ schema: Int, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var count = 0
    var unwanted = Evaluated.unwanted
    for (position, element) in array.elements.enumerated() {
      if mayAccept(element, rule.schema, scope, &unwanted) {
        count += 1
        evaluated.mark(position)
      }
      guard !isExhausted else { return false }
    }
    if count < rule.least {
      refuse(
        array, schema, rule.least == 1 ? "contains" : "minContains",
        "\(count) elements fit", expected: "at least \(rule.least)")
    }
    if let most = rule.most, count > most {
      refuse(array, schema, "maxContains", "\(count) elements fit", expected: "at most \(most)")
    }
    return count >= rule.least && rule.most.map { count <= $0 } ?? true
  }
}

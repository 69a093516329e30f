// ForkedConsistency

// ForkedStore

// ForkedDocument

// ForkedModel

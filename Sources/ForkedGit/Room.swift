// ForkedGit

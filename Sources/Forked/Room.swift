// Forked

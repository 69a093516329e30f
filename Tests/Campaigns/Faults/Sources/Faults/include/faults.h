// The library is preloaded, and its functions are called in place of those of libc. Nothing is called by name.

import CKeptMemory
import ForkCLI

fork_keep_freed_memory()
Program.main()

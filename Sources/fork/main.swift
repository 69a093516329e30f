import ForkCLI

Program.main()

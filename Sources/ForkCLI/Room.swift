// ForkCLI

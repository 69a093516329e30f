// All functions are in the header, so that Swift's compiler puts them into the loops that call them.
#include "JSONBlocks.h"

// Debian's libgit2 has Mbed TLS read the certificates of the system whenever it starts, which takes longer than most
// commands. The program exports this function, as Package.swift links it, so that libgit2 calls it instead and reads
// them when it connects. It belongs to the program alone: another one may use Mbed TLS itself.

#include "LateCertificates.h"
#include "shim.h"

__attribute__((visibility("default"), used))
int mbedtls_x509_crt_parse_file(void *chain, const char *file) {
  return fork_git_read_certificates(chain, file);
}

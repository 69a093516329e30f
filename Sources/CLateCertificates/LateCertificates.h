// Replaces the function of Mbed TLS by which libgit2 reads the certificates of the system when it starts.
int mbedtls_x509_crt_parse_file(void *chain, const char *file);

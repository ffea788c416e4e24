// Compiled for its precompiled headers alone, which the programs of the tests share.
int main() {}

/* Stands for another build of Cuba: the right names without versions, and no results. */
void Cuhre(int ndim) {
  (void)ndim;
}
void Vegas(int ndim) {
  (void)ndim;
}
void cubacores(int n, int p) {
  (void)n;
  (void)p;
}

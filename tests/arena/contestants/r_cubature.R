# A routine of the package cubature on a problem of the arena's library; the answer is a line.  See r_cubature.py.
suppressMessages(library(cubature))
own <- function() sum(proc.time()[1:2])
ask <- function(name, index, d, m, lower, upper, tol, points, seconds) {
  run <- function(f, m, lower, upper, tol) {
    if (name %in% c("hcubature", "pcubature"))
      return(get(name)(f, lower, upper, fDim = m, tol = tol, absError = 0, vectorInterface = TRUE))
    get(name)(f, m, lower, upper, relTol = tol, absTol = 0, nVec = 1024L)
  }
  f <- function(x, ...) {
    n <- length(x) / d
    numbers <- as.integer(c(index, n, d, m))
    found <- .C("arena_rows", numbers[1], numbers[2], numbers[3], numbers[4], as.double(x), double(n * m))
    matrix(found[[6]], m)
  }
  # What R compiles and loads at a first call is not in the time.
  invisible(run(function(x, ...) matrix(1, 1, length(x) / 2), 1, c(0, 0), c(1, 1), .1))
  invisible(.C("arena_start_", points, seconds))
  begin <- own()
  wall <- proc.time()[[3]]
  r <- try(run(f, m, lower, upper, tol), silent = TRUE)
  took <- own() - begin
  share <- min(1, took / max(1e-9, proc.time()[[3]] - wall))
  counts <- .C("arena_counts", double(4))[[1]]
  code <- if (inherits(r, "try-error")) -1 else if (is.null(r$returnCode)) 0 else r$returnCode
  numbers <- if (code < 0) NULL else format(c(r$integral, r$error), digits = 17)
  cat(took, share, counts, code, numbers, "\n")
}

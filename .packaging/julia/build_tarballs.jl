# BinaryBuilder's script for cuboid_jll: libcuboid and a libcuba that Cuba.jl takes.
using BinaryBuilder

name = "cuboid"
version = v"@CUBOID_VERSION@"
sources = [
    ArchiveSource("@CUBOID_URL@/releases/cuboid-@CUBOID_VERSION@.tar.gz", "@CUBOID_SHA256@"),
]
script = raw"""
cd ${WORKSPACE}/srcdir/cuboid-*
cmake -B build -DCMAKE_INSTALL_PREFIX=${prefix} -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TARGET_TOOLCHAIN} \
  -DCMAKE_BUILD_TYPE=Release -DCUBOID_CUDA=OFF -DCUBOID_TESTS=OFF -DCUBOID_EXAMPLES=OFF -DCUBOID_MPI=OFF \
  -DCUBOID_FORTRAN=OFF -DCUBOID_COMMAND=OFF
cmake --build build --parallel ${nproc}
cmake --install build
install_license LICENSE
"""
platforms = expand_cxxstring_abis([Platform("x86_64", "linux"; libc="glibc")])
products = [LibraryProduct("libcuboid", :libcuboid), LibraryProduct("libcuba", :libcuba)]
dependencies = [Dependency("CompilerSupportLibraries_jll")]
build_tarballs(ARGS, name, version, sources, script, platforms, products, dependencies;
               julia_compat="1.6", preferred_gcc_version=v"12")

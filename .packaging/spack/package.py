# Spack's recipe for cuboid.
from spack.package import *


class Cuboid(CMakePackage, CudaPackage):
    """Integration of functions over boxes in 1 to about 30 dimensions, on every core and every GPU,
    with the interface of Cuba."""

    # `make dist` writes this archive; its sum goes to version() when it is published.
    url = "file:///cuboid-0.2.0.tar.gz"

    license("BSD-3-Clause")

    version("0.2.0")

    variant("fortran", default=True, description="Build the Fortran modules")
    variant("mpi", default=False, description="Build the plug-in for MPI")
    variant("command", default=True, description="Build the command cuboid")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("cuda@12.8:", when="+cuda")
    depends_on("mpi", when="+mpi")
    depends_on("cli11", type="build", when="+command")
    depends_on("nlohmann-json", type="build", when="+command")

    def cmake_args(self):
        return [
            self.define("CUBOID_TESTS", False),
            self.define("CUBOID_EXAMPLES", False),
            self.define_from_variant("CUBOID_CUDA", "cuda"),
            self.define_from_variant("CUBOID_FORTRAN", "fortran"),
            self.define_from_variant("CUBOID_MPI", "mpi"),
            self.define_from_variant("CUBOID_COMMAND", "command"),
        ]

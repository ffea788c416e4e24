# Homebrew's formula for cuboid, on Linux: macOS' linker has no symbol versions.
class Cuboid < Formula
  desc "Integration over boxes in many dimensions, with the interface of Cuba"
  homepage "@CUBOID_URL@"
  url "@CUBOID_URL@/releases/cuboid-@CUBOID_VERSION@.tar.gz"
  sha256 "@CUBOID_SHA256@"
  license "BSD-3-Clause"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "nlohmann-json" => :build
  depends_on "python@3.13" => :build
  depends_on "gcc"
  depends_on :linux

  def install
    args = %w[CUDA TESTS EXAMPLES MPI].map { |part| "-DCUBOID_#{part}=OFF" }
    system "cmake", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "0.25", shell_output("#{bin}/cuboid integrate -e 'x[0]*x[1]' --ndim 2")
  end
end

"""The compilers for a GPU that come in NVIDIA's wheels."""

import ctypes
import functools
import glob
import importlib.util
import os


@functools.lru_cache(maxsize=None)
def load_compilers() -> None:
    """Loads NVRTC and nvJitLink from nvidia-cuda-nvrtc and nvidia-nvjitlink, where they are there.

    They lie in nvidia/cu13/lib, with CUDA 12 in nvidia/cuda_nvrtc/lib and nvidia/nvjitlink/lib.
    What is loaded under its name is what the library then finds under this name.
    """
    package = importlib.util.find_spec("nvidia")
    for folder in (package and package.submodule_search_locations) or ():
        for name in ("libnvrtc.so.*", "libnvJitLink.so.*"):
            for path in sorted(glob.glob(os.path.join(folder, "*", "lib", name))):
                try:
                    ctypes.CDLL(path)
                except OSError:
                    continue  # Of another machine; the library says what is missing.

# vcpkg's port of cuboid.
vcpkg_download_distfile(ARCHIVE
  URLS "@CUBOID_URL@/releases/cuboid-@CUBOID_VERSION@.tar.gz"
  FILENAME "cuboid-@CUBOID_VERSION@.tar.gz"
  SHA512 @CUBOID_SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES command CUBOID_COMMAND)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options}
  -DCUBOID_CUDA=OFF -DCUBOID_TESTS=OFF -DCUBOID_EXAMPLES=OFF -DCUBOID_MPI=OFF -DCUBOID_FORTRAN=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME cuboid CONFIG_PATH lib/cmake/cuboid)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

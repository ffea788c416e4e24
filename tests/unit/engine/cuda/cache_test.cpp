// The cache of compiled kernels and its checksum.
#include "engine/cuda/compile/cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "engine/cuda/compile/sha256.hpp"

namespace {

using namespace cuboid::engine::cuda;
namespace fs = std::filesystem;

/// A folder that is removed at the end of the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "cuboid-cache-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path &path() const { return path_; }

 private:
  fs::path path_;
};

/// Sets an environment variable for the length of a test; nullptr unsets it.
class Variable {
 public:
  Variable(const char *name, const char *value) : name_(name) {
    if (const char *old = std::getenv(name)) old_ = old;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { old_.empty() ? unsetenv(name_) : setenv(name_, old_.c_str(), 1); }

 private:
  const char *name_;
  std::string old_;
};

TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ImageCache, KeepsImagesInMemory) {
  ImageCache cache("");
  EXPECT_EQ(cache.find("key"), nullptr);
  EXPECT_EQ(*cache.keep("key", "image"), "image");
  EXPECT_EQ(*cache.find("key"), "image");
}

TEST(ImageCache, ThreadsMakeAnImageOnce) {
  ImageCache cache("");
  std::atomic<int> made = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      right += *cache.find_or_make("key", [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++made;
        return "image";
      }) == "image";
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(right, 8);
}

TEST(ImageCache, MakesAnImageAgainAfterAFailure) {
  ImageCache cache("");
  EXPECT_THROW(cache.find_or_make("key", []() -> std::string { throw 1; }), int);
  EXPECT_EQ(*cache.find_or_make("key", [] { return "image"; }), "image");
}

TEST(ImageCache, KeepsImagesInFiles) {
  const Folder folder;
  const std::string image("a\0b\n", 4);
  const fs::path below = folder.path() / "not" / "yet";
  ImageCache(below.string()).keep("key", image);
  ImageCache other(below.string());
  ASSERT_NE(other.find("key"), nullptr);
  EXPECT_EQ(*other.find("key"), image);
  EXPECT_EQ(std::distance(fs::directory_iterator(below), fs::directory_iterator()), 1);
}

TEST(ImageCache, DoesNotUseDamagedFiles) {
  const Folder folder;
  const std::string image(1000, 'x');
  ImageCache(folder.path().string()).keep("key", image);
  const fs::path file = folder.path() / "key";
  const auto size = fs::file_size(file);
  for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{40}, size - 1}) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put('!');
    stream.close();
    ImageCache damaged(folder.path().string());
    EXPECT_EQ(damaged.find("key"), nullptr) << "byte " << at;
    damaged.keep("key", image);
    EXPECT_EQ(*ImageCache(folder.path().string()).find("key"), image) << "byte " << at;
  }
  for (const std::uintmax_t length : {std::uintmax_t{0}, std::uintmax_t{30}, size - 1}) {
    fs::resize_file(file, length);
    ImageCache damaged(folder.path().string());
    EXPECT_EQ(damaged.find("key"), nullptr) << "length " << length;
    damaged.keep("key", image);
  }
}

/// A cache in the folder below, with an image in its file.
class FilledCache {
 public:
  FilledCache() { ImageCache(path()).keep("key", "image"); }
  std::string path() const { return (folder_.path() / "cache").string(); }
  std::string file() const { return path() + "/key"; }
  bool has_image() const { return ImageCache(path()).find("key") != nullptr; }

 private:
  Folder folder_;
};

TEST(ImageCache, MakesFoldersAndFilesForItsUserAlone) {
  const mode_t mask = umask(0);
  const FilledCache cache;
  umask(mask);
  EXPECT_EQ(fs::status(cache.path()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(cache.file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(ImageCache, DoesNotLoadWhatOthersMayWrite) {
  const FilledCache cache;
  EXPECT_TRUE(cache.has_image());
  for (const mode_t mode : {0602, 0620, 0666}) {
    chmod(cache.file().c_str(), mode);
    EXPECT_FALSE(cache.has_image()) << mode;
  }
  chmod(cache.file().c_str(), 0644);
  EXPECT_TRUE(cache.has_image());
  for (const mode_t mode : {0702, 0770, 01777}) {
    chmod(cache.path().c_str(), mode);
    EXPECT_FALSE(cache.has_image()) << mode;
    ImageCache(cache.path()).keep("other", "image");
    EXPECT_FALSE(fs::exists(cache.path() + "/other")) << mode;
  }
  chmod(cache.path().c_str(), 0755);
  EXPECT_TRUE(cache.has_image());
}

TEST(ImageCache, DoesNotLoadWhatBelongsToAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const FilledCache cache;
  constexpr uid_t nobody = 65534;
  ASSERT_EQ(chown(cache.file().c_str(), nobody, nobody), 0);
  EXPECT_FALSE(cache.has_image());
  ASSERT_EQ(chown(cache.file().c_str(), 0, 0), 0);
  EXPECT_TRUE(cache.has_image());
  ASSERT_EQ(chown(cache.path().c_str(), nobody, nobody), 0);
  EXPECT_FALSE(cache.has_image());
}

TEST(ImageCache, DoesNotWaitForAFifoNorFollowALink) {
  const FilledCache cache;
  fs::rename(cache.file(), cache.path() + "/image");
  fs::create_symlink("image", cache.file());
  EXPECT_FALSE(cache.has_image());
  fs::remove(cache.file());
  ASSERT_EQ(mkfifo(cache.file().c_str(), 0600), 0);
  alarm(20);
  EXPECT_FALSE(cache.has_image());
  alarm(0);
  ImageCache(cache.path()).keep("key", "image");
  EXPECT_TRUE(cache.has_image());
}

TEST(ImageCache, WritesThroughNoLinkThatSomebodyHasLaid) {
  const FilledCache cache;
  const std::string victim = cache.path() + "/victim";
  std::ofstream(victim) << "precious";
  for (int i = 0; i < 1000; ++i)
    fs::create_symlink("victim",
                       cache.file() + "." + std::to_string(getpid()) + "." + std::to_string(i));
  ImageCache(cache.path()).keep("key", "image");
  std::string content;
  std::ifstream(victim) >> content;
  EXPECT_EQ(content, "precious");
}

TEST(ImageCache, WorksWhereNothingCanBeWritten) {
  ImageCache cache("/proc/no/such/folder");
  EXPECT_EQ(*cache.keep("key", "image"), "image");
  EXPECT_EQ(*cache.find("key"), "image");
}

TEST(ImageCache, BearsProcessesAndThreadsThatWriteTheSameFile) {
  const Folder folder;
  const std::string image(1 << 20, 'y');
  const auto work = [&] {
    for (int i = 0; i < 20; ++i) {
      ImageCache cache(folder.path().string());
      cache.keep("key", image);
      const auto found = ImageCache(folder.path().string()).find("key");
      if (!found || *found != image) return false;
    }
    return true;
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    children.push_back(child);
  }
  bool thread_result = false;
  std::thread thread([&] { thread_result = work(); });
  EXPECT_TRUE(work());
  thread.join();
  EXPECT_TRUE(thread_result);
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST(CacheFolder, FollowsTheEnvironment) {
  const Variable home("HOME", "/a/home");
  const Variable none("XDG_CACHE_HOME", nullptr);
  const Variable unset("CUBOID_CACHE", nullptr);
  EXPECT_EQ(cache_folder(), "/a/home/.cache/cuboid");
  {
    const Variable relative("XDG_CACHE_HOME", "relative");
    EXPECT_EQ(cache_folder(), "/a/home/.cache/cuboid");
  }
  const Variable xdg("XDG_CACHE_HOME", "/a/cache");
  EXPECT_EQ(cache_folder(), "/a/cache/cuboid");
  {
    const Variable chosen("CUBOID_CACHE", "/elsewhere");
    EXPECT_EQ(cache_folder(), "/elsewhere");
  }
  const Variable off("CUBOID_CACHE", "off");
  EXPECT_EQ(cache_folder(), "");
}

}  // namespace

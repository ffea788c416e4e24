// Functions that stop where they need something from outside, and go on when it is there: so runs
// of many integrals stand side by side on one thread.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace cuboid::algorithm {

template <class T>
class Asking;

/// What all of them have in common: who waits for the end, and what was thrown.
struct AskingPromise {
  std::coroutine_handle<> caller = std::noop_coroutine();
  std::exception_ptr thrown;

  struct End {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      return ended.promise().caller;
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  End final_suspend() const noexcept { return {}; }
  void unhandled_exception() { thrown = std::current_exception(); }
};

template <class T>
struct AskingPromiseOf : AskingPromise {
  std::optional<T> value;

  Asking<T> get_return_object();
  void return_value(T returned) { value.emplace(std::move(returned)); }
  T take() { return std::move(*value); }
};

template <>
struct AskingPromiseOf<void> : AskingPromise {
  Asking<void> get_return_object();
  void return_void() const noexcept {}
  void take() const noexcept {}
};

/// Begins when another one awaits it, or when its handle is resumed.
template <class T>
class Asking {
 public:
  using promise_type = AskingPromiseOf<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Asking(Handle handle) : handle_(handle) {}
  Asking(Asking &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Asking &operator=(Asking &&) = delete;
  ~Asking() {
    if (handle_) handle_.destroy();
  }

  Handle handle() const { return handle_; }
  bool ended() const { return handle_.done(); }
  /// Of one that has ended: what it returned, or throws what it has thrown.
  T take() const {
    if (handle_.promise().thrown) std::rethrow_exception(handle_.promise().thrown);
    return handle_.promise().take();
  }

  bool await_ready() const noexcept { return false; }
  Handle await_suspend(std::coroutine_handle<> caller) const noexcept {
    handle_.promise().caller = caller;
    return handle_;
  }
  T await_resume() const { return take(); }

 private:
  Handle handle_;
};

template <class T>
Asking<T> AskingPromiseOf<T>::get_return_object() {
  return Asking<T>(Asking<T>::Handle::from_promise(*this));
}

inline Asking<void> AskingPromiseOf<void>::get_return_object() {
  return Asking<void>(Asking<void>::Handle::from_promise(*this));
}

}  // namespace cuboid::algorithm

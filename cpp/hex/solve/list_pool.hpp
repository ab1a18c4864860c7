// Memory for many short lists that are all forgotten at once. The lists lie close together, so that going through them
// misses the cache less often than with vectors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hexapoda::hex {

template <class Item>
class ListPool {
 public:
  static constexpr std::size_t kLongest = 1024;  // the maximum number of items in a list; a block of memory has as many

  // Its items never move while other lists grow.
  class List {
   public:
    Item* begin() { return items_; }
    Item* end() { return items_ + size_; }
    const Item* begin() const { return items_; }
    const Item* end() const { return items_ + size_; }
    std::size_t size() const { return size_; }

    // Removes the items for which f(item) is true. Returns their number.
    template <class F>
    std::size_t erase_if(F f) {
      const auto gone = static_cast<std::size_t>(end() - std::remove_if(begin(), end(), f));
      size_ -= static_cast<std::uint32_t>(gone);
      return gone;
    }

   private:
    friend ListPool;
    Item* items_ = nullptr;
    std::uint32_t size_ = 0, room_ = 0;
  };

  ListPool() = default;
  ListPool(const ListPool&) = delete;
  ListPool& operator=(const ListPool&) = delete;

  // Forgets all lists, but keeps their memory. No list may be used again until it is assigned `List()`.
  void clear() { block_ = used_ = 0; }

  void append(List& list, const Item& item) {
    if (list.size_ == list.room_) grow(list);
    list.items_[list.size_++] = item;
  }

  std::size_t bytes() const { return blocks_.size() * kLongest * sizeof(Item); }

 private:
  // Moves a list to a place with room for twice as many items.
  void grow(List& list) {
    const std::size_t room = std::max<std::size_t>(2, 2 * list.room_);
    if (used_ + room > kLongest) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) blocks_.push_back(std::make_unique<Item[]>(kLongest));
    Item* const items = blocks_[block_].get() + used_;
    used_ += room;
    std::copy(list.begin(), list.end(), items);
    list.items_ = items;
    list.room_ = static_cast<std::uint32_t>(room);
  }

  std::vector<std::unique_ptr<Item[]>> blocks_;
  std::size_t block_ = 0, used_ = 0;  // the block in use, and the number of its items that belong to lists
};

}  // namespace hexapoda::hex

#include "hex/solve/proof_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace hexapoda::hex {
namespace {

// The number of moves searched at a time: kFirstMoves, plus 1 / kOpenShare of those not yet proven to lose.
constexpr int kFirstMoves = 1;
constexpr int kOpenShare = 3;
constexpr int kFillSteps = 10;              // WorkLimit steps of a fill-in per cell
constexpr std::uint64_t kLongSearch = 100;  // positions
// The search stays with the best child until another one is better by 1 / kMargin, so that it does not switch back and
// forth between the two.
constexpr int kMargin = 8;

// The first guess of how many leaves are needed to prove what is wrong with this probability: from 3 to 320.
std::uint16_t guessed_leaves(float wrong) {
  const double bounded = std::clamp(wrong, 1e-4F, 1 - 1e-4F);
  return static_cast<std::uint16_t>(std::lround(32 * std::pow(bounded / (1 - bounded), 0.25)));
}

std::uint64_t hash_step(std::uint64_t value) {  // the finalizer of MurmurHash3 (Appleby)
  value = (value ^ value >> 33) * 0xFF51AFD7ED558CCDull;
  value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53ull;
  return value ^ value >> 33;
}

// The connection of a list that needs the fewest cells.
template <class Link>
const Link& smallest(std::span<const Link> list) {
  return *std::ranges::min_element(list, {}, [](const Link& link) { return link.carrier.size(); });
}

// Calls a function at the end of the scope.
template <class Call>
class AtEnd {
 public:
  explicit AtEnd(Call call) : call_(call) {}
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
  ~AtEnd() { call_(); }

 private:
  Call call_;
};

}  // namespace

template <int kWords>
ProofSearch<kWords>::ProofSearch(const ProofBoard<kWords>& geometry, const SolveFeatures& features,
                                 const NetworkWeights* network, Table& table)
    : geometry_(geometry),
      features_(features),
      inferior_(geometry),
      connections_(geometry, {features.captures, features.or_rule}),
      table_(table) {
  if (features.evaluation && network != nullptr) network_ = std::make_unique<NetworkPolicy>(geometry.shape(), *network);
}

// The filled-in position in its canonical orientation: on a square board, the position is mirrored if White is to move;
// then the smaller of the result and its half-turn is chosen.
template <int kWords>
typename ProofSearch<kWords>::Canonical ProofSearch<kWords>::canonical(Board board, std::optional<Set> added) {
  Canonical canonical;
  if (features_.fill_in) {
    const auto filled = inferior_.fill(board, added);
    for (const int color : {kBlack, kWhite}) canonical.captured[color] = filled.captured[color];
  }
  if (features_.symmetry) {
    if (geometry_.shape().square() && board.to_move == kWhite) {
      canonical.mirrored = true;
      board = {{geometry_.mirrored(board.of[kWhite]), geometry_.mirrored(board.of[kBlack])}, kBlack};
    }
    const Board turned{{geometry_.rotated(board.of[kBlack]), geometry_.rotated(board.of[kWhite])}, board.to_move};
    if (std::pair(turned.of[kBlack].words, turned.of[kWhite].words) <
        std::pair(board.of[kBlack].words, board.of[kWhite].words)) {
      canonical.rotated = true;
      board = turned;
    }
  }
  canonical.board = board;
  canonical.key = {0x9E3779B97F4A7C15ull + static_cast<unsigned>(board.to_move), 0xD1B54A32D192ED03ull};
  for (const Set& set : board.of)
    for (const std::uint64_t word : set.words) {
      canonical.key.low = hash_step(canonical.key.low ^ word);
      canonical.key.high = hash_step(canonical.key.high + word) ^ canonical.key.low;
    }
  return canonical;
}

// The canonical position after a move in a position that is filled in, which is the case for every position searched.
template <int kWords>
typename ProofSearch<kWords>::Canonical ProofSearch<kWords>::canonical_after(const Board& board, Cell move) {
  return canonical(board.after(move), Set::only(move));
}

// Maps a cell or cells of the canonical position to the original position.
template <int kWords>
Cell ProofSearch<kWords>::image(Cell cell, const Canonical& canonical) const {
  if (cell == kNoCell) return cell;
  if (canonical.rotated) cell = geometry_.shape().rotated(cell);
  return canonical.mirrored ? geometry_.shape().mirrored(cell) : cell;
}
template <int kWords>
typename ProofSearch<kWords>::Set ProofSearch<kWords>::image(Set cells, const Canonical& canonical) const {
  if (canonical.rotated) cells = geometry_.rotated(cells);
  return canonical.mirrored ? geometry_.mirrored(cells) : cells;
}

template <int kWords>
void ProofSearch<kWords>::run(const Board& board, const std::function<bool()>& over) {
  if (wins(board) >= 0) return;
  over_ = over;
  stopped_ = false;
  const Canonical root = canonical(board);
  search(root.board, {nullptr, root.key}, kInfinite, kInfinite);
}

template <int kWords>
int ProofSearch<kWords>::wins(const Board& board) {
  for (const int color : {kBlack, kWhite})
    if (geometry_.joined(board.of[color], color)) return color == board.to_move;
  const ProofKey key = canonical(board).key;
  const std::lock_guard lock(table_.mutex());
  const auto* entry = table_.find(key);
  return entry == nullptr ? -1 : entry->proof == 0 ? 1 : entry->disproof == 0 ? 0 : -1;
}

template <int kWords>
Cell ProofSearch<kWords>::move(const Board& board) {
  const Canonical root = canonical(board);
  const std::lock_guard lock(table_.mutex());
  const auto* entry = table_.find(root.key);
  if (entry == nullptr) return kNoCell;
  return image(entry->move, root);
}

template <int kWords>
std::optional<typename ProofSearch<kWords>::Set> ProofSearch<kWords>::needed(const Board& board) {
  for (const int color : {kBlack, kWhite})
    if (geometry_.joined(board.of[color], color)) return Set{};
  const Canonical root = canonical(board);
  const std::lock_guard lock(table_.mutex());
  const auto* entry = table_.find(root.key);
  if (entry == nullptr || !entry->decided()) return std::nullopt;
  const int winner = entry->proof == 0 ? board.to_move : 1 - board.to_move;
  return image(entry->needed, root) | root.captured[winner];
}

template <int kWords>
std::uint32_t ProofSearch<kWords>::work(const Board& board) {
  const ProofKey key = canonical(board).key;
  const std::lock_guard lock(table_.mutex());
  const auto* entry = table_.find(key);
  return entry == nullptr ? 0 : entry->work;
}

// Searches until the position is decided, one of its numbers reaches its threshold, or the search is stopped.
template <int kWords>
void ProofSearch<kWords>::search(const Board& board, const Path& path, std::uint32_t max_proof,
                                 std::uint32_t max_disproof) {
  const std::uint64_t before = nodes_;
  std::unique_lock lock(table_.mutex());
  if (table_.find(path.key) == nullptr && !evaluate(board, path.key, lock)) return;
  ++table_.find(path.key)->searching;
  const AtEnd leave([&] {  // runs even if the stop condition throws
    if (!lock.owns_lock()) lock.lock();
    auto& entry = *table_.find(path.key);
    --entry.searching;
    entry.work += static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before, kInfinite - entry.work));
  });
  for (;;) {
    auto& entry = *table_.find(path.key);
    if (entry.decided()) break;
    if (!entry.looked_again && !stopped_ && entry.work + nodes_ - before >= kLongSearch) {
      look_again(board, path.key, lock);
      continue;
    }
    const Choice choice = choose(entry);
    if (choice.decided) {
      settle(board, path.key, choice.best, lock);
      continue;
    }
    if (choice.least == kInfinite) {  // no child is left
      table_.lose(entry, entry.needed);
      break;
    }
    entry.proof = choice.least;
    entry.disproof = choice.sum;
    if (choice.least >= max_proof || choice.sum >= max_disproof || stopped_ || superseded(path.before)) break;
    lock.unlock();
    const std::uint32_t until =
        std::max(std::min(max_proof, choice.second + choice.second / kMargin + 1), choice.best_disproof + 1);
    search(canonical_after(board, choice.best.move).board, {&path, choice.best.key},
           max_disproof - (choice.sum - choice.best_proof), until);
    lock.lock();
  }
}

// Computes the numbers of a position from those of its children, and selects the child to search, unless a child is
// decided. A child that other threads are searching costs more.
template <int kWords>
typename ProofSearch<kWords>::Choice ProofSearch<kWords>::choose(const Entry& entry) const {
  const auto children = table_.children(entry);
  Choice choice;
  for (const auto& child : children) {
    const auto* next = table_.find(child.key);
    if (next == nullptr || !next->decided()) continue;
    choice.decided = true;
    choice.best = child;
    return choice;
  }
  const std::size_t part =
      network_ != nullptr ? kFirstMoves + (children.size() + kOpenShare - 1) / kOpenShare : children.size();
  for (const auto& child : children.first(std::min(part, children.size()))) {
    const auto* next = table_.find(child.key);
    const std::uint32_t proof = next == nullptr ? entry.new_proof : next->proof;
    const std::uint32_t disproof = next == nullptr ? entry.new_disproof : next->disproof;
    choice.sum = std::min(kInfinite - 1, choice.sum + std::min(proof, kInfinite / 2));
    choice.least = std::min(choice.least, disproof);
    const std::uint32_t others = next == nullptr ? 0 : next->searching;
    const std::uint64_t more = others * (std::uint64_t{disproof} / 2 + 1);
    const auto cost = static_cast<std::uint32_t>(std::min<std::uint64_t>(kInfinite - 1, disproof + more));
    if (cost < choice.best_cost) {
      choice.second = choice.best_cost;
      choice.best_cost = cost;
      choice.best = child;
      choice.best_proof = proof;
      choice.best_disproof = disproof;
    } else {
      choice.second = std::min(choice.second, cost);
    }
  }
  return choice;
}

// Applies the result of a decided child: the position is won, or the move is refuted. The opponent's win after the move
// also refutes every other move that leaves it the cells it needs. The table is unlocked during the fill-in.
template <int kWords>
void ProofSearch<kWords>::settle(const Board& board, const ProofKey& key, const Child& child,
                                 std::unique_lock<std::mutex>& lock) {
  const Entry& answer = *table_.find(child.key);
  const bool won = answer.disproof == 0;
  Set needed = answer.needed;
  lock.unlock();
  const Canonical next = canonical_after(board, child.move);
  needed = image(needed, next) | next.captured[won ? board.to_move : 1 - board.to_move];
  lock.lock();
  auto& entry = *table_.find(key);
  if (entry.decided()) return;
  if (won) {
    needed.add(child.move);
    table_.win(entry, child.move, needed);
    return;
  }
  entry.needed |= needed;
  table_.filter_children(entry, [&](const Child& other) {
    return other.move != child.move && (!features_.must_play || needed.has(other.move));
  });
}

// Whether another thread has decided a position on the path.
template <int kWords>
bool ProofSearch<kWords>::superseded(const Path* path) const {
  for (; path != nullptr; path = path->before)
    if (table_.find(path->key)->decided()) return true;
  return false;
}

// Evaluates a position and creates its entry, either decided or with the moves to search. The table is unlocked during
// the evaluation. Returns false, without creating an entry, if the search is stopped first.
template <int kWords>
bool ProofSearch<kWords>::evaluate(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  WorkLimit limit(&over_);
  stopped_ = stopped_ || !limit.check();
  if (stopped_) {
    lock.lock();
    return false;
  }
  ++nodes_;
  const int own = board.to_move, other = 1 - own;
  Set moves = geometry_.empties(board);
  int winner = -1;
  needed_ = Set{};
  for (const int color : {kBlack, kWhite})
    if (geometry_.joined(board.of[color], color)) winner = color;
  if (winner < 0 && features_.connections) {
    connections_.build(board, other, Links::Until::kAll, limit, false);
    if (connections_.full_win()) {
      winner = other;
      needed_ = smallest(connections_.full_wins()).carrier;
    } else if (features_.must_play) {
      meet_threats(moves, needed_);
    }
  }
  children_.clear();
  rotated_.clear();
  bool complete = winner >= 0;
  float value = 0.5F;
  if (winner < 0 && !limit.ended()) {
    if (features_.dominated) {
      moves = inferior_.without_inferior(board, moves);
      needed_ |= inferior_.answers();
    }
    value = rate(board, moves);
    complete = expand(board, limit);
    if (complete && children_.empty()) winner = other;
  }
  lock.lock();
  table_.count();
  const std::size_t bytes = connections_.bytes();
  table_.count_other(bytes - std::exchange(counted_bytes_, bytes));
  if (!complete) {
    stopped_ = true;
    return false;
  }
  if (table_.find(key) != nullptr) return true;  // another thread was faster
  if (table_.full()) table_.thin();
  auto& entry = table_.place(key);
  if (winner == own) table_.win(entry, kNoCell, needed_);
  if (winner == other) table_.lose(entry, needed_);
  if (winner < 0) {
    entry.needed = needed_;
    table_.set_children(entry, children_);
    entry.new_proof = guessed_leaves(value);
    entry.new_disproof = guessed_leaves(1 - value);
  }
  return true;
}

// Analyzes a position with children again, as the header describes: decides it, or removes the children that are not
// must-play moves. If the search is stopped first, nothing changes. The table is unlocked during the analysis.
template <int kWords>
void ProofSearch<kWords>::look_again(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock) {
  using Until = typename Links::Until;
  table_.find(key)->looked_again = true;  // so that no other thread does the same
  if (!features_.connections) return;
  lock.unlock();
  const int own = board.to_move;
  WorkLimit limit(&over_);
  Cell winning = kNoCell;
  bool lost = false;
  Set moves = geometry_.empties(board), needed;
  connections_.build(board, own, Until::kSemi, limit);
  if (connections_.full_win()) {
    needed = smallest(connections_.full_wins()).carrier;
    winning = static_cast<Cell>(needed.first());
  } else if (!connections_.semi_wins().empty()) {
    const auto& semi = smallest(connections_.semi_wins());
    needed = semi.carrier;
    winning = static_cast<Cell>(semi.key);
  } else if (!limit.ended()) {
    connections_.build(board, 1 - own, Until::kAll, limit);
    lost = connections_.full_win();
    if (lost)
      needed = smallest(connections_.full_wins()).carrier;
    else if (features_.must_play)
      meet_threats(moves, needed);
  }
  lock.lock();
  auto& entry = *table_.find(key);
  if (entry.decided()) return;
  if (winning != kNoCell) {
    table_.win(entry, winning, needed);
  } else if (lost) {
    table_.lose(entry, needed);
  } else if (limit.ended()) {
    stopped_ = true;
    entry.looked_again = false;
  } else {
    entry.needed |= needed;
    table_.filter_children(entry, [&](const Child& child) { return moves.has(child.move); });
  }
}

// Removes the moves that do not answer all threats of the opponent. Adds the cells that these threats need to `needed`.
template <int kWords>
void ProofSearch<kWords>::meet_threats(Set& moves, Set& needed) const {
  std::vector<Set> threats;
  for (const auto& semi : connections_.semi_wins()) threats.push_back(semi.carrier);
  std::ranges::stable_sort(threats, {}, &Set::size);
  for (const Set& threat : threats)
    if (!moves.within(threat)) {
      moves &= threat;
      needed |= threat;
    }
}

// Lists the moves in moves_, best first. Returns the win probability of the side to move.
template <int kWords>
float ProofSearch<kWords>::rate(const Board& board, Set moves) {
  moves_.clear();
  moves.for_each([&](int cell) { moves_.push_back(static_cast<Cell>(cell)); });
  if (network_ == nullptr || moves_.empty()) return 0.5F;
  policy_.resize(moves_.size());
  const auto value = network_->evaluate(board.of, board.to_move, kNoCell, moves_, 1.0F, policy_.data());
  if (!value) return 0.5F;  // only with damaged weights
  std::vector<std::pair<float, Cell>> rated;
  for (std::size_t i = 0; i < moves_.size(); ++i) rated.emplace_back(-policy_[i], moves_[i]);
  std::ranges::sort(rated);
  for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i] = rated[i].second;
  return *value;
}

// Fills children_ with moves_, except those that lead to the same position as an earlier move. If one does so only
// after a rotation, needed_ becomes all cells. Returns false if the search is stopped first.
template <int kWords>
bool ProofSearch<kWords>::expand(const Board& board, WorkLimit& limit) {
  const auto steps = static_cast<std::uint64_t>(geometry_.cells()) * kFillSteps;
  for (const Cell move : moves_) {
    if (!limit.spend(steps)) return false;
    const Canonical next = canonical_after(board, move);
    const auto same = std::ranges::find(children_, next.key, &Child::key);
    if (same == children_.end()) {
      children_.push_back({next.key, move});
      rotated_.push_back(next.rotated);
    } else if (rotated_[static_cast<std::size_t>(same - children_.begin())] != next.rotated) {
      needed_ = geometry_.empties(board);  // the answer to the rotated move needs other cells
    }
  }
  return !limit.ended();
}

template class ProofSearch<1>;
template class ProofSearch<2>;
template class ProofSearch<4>;
template class ProofSearch<(kMaxCells + 63) / 64>;

}  // namespace hexapoda::hex

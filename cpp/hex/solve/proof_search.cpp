#include "hex/solve/proof_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace hexapoda::hex {
namespace {

// The number of moves searched at a time: kFirstMoves, plus 1 / kOpenShare of those not yet proven to lose.
constexpr int kFirstMoves = 1;
constexpr int kOpenShare = 3;
constexpr int kAllMoves = 1 << 15;          // no limit
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
                                 const NetworkWeights* network, ProofTable& table)
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
typename ProofSearch<kWords>::Canonical ProofSearch<kWords>::canonical(Board board) {
  Canonical canonical;
  if (features_.fill_in) inferior_.fill(board);
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

// Maps a cell of the canonical position to the original position.
template <int kWords>
Cell ProofSearch<kWords>::image(Cell cell, const Canonical& canonical) const {
  if (cell == kNoCell) return cell;
  if (canonical.rotated) cell = geometry_.shape().rotated(cell);
  return canonical.mirrored ? geometry_.shape().mirrored(cell) : cell;
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
  Cell best = entry->move;
  if (entry->proof != 0) {
    std::uint32_t most = 0;
    for (const auto& child : table_.children(*entry)) {
      const auto* answer = table_.find(child.key);
      if (answer == nullptr || answer->work < most) continue;
      best = child.move;
      most = answer->work;
    }
  }
  return image(best, root);
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
    if (choice.least == 0) {
      entry.win(choice.best.move);
      break;
    }
    if (choice.least == kInfinite) {
      entry.lose();
      break;
    }
    entry.proof = choice.least;
    entry.disproof = choice.sum;
    if (choice.least >= max_proof || choice.sum >= max_disproof || stopped_ || superseded(path.before)) break;
    lock.unlock();
    Board next = board;
    next.of[board.to_move].add(choice.best.move);
    next.to_move = 1 - board.to_move;
    const std::uint32_t until =
        std::max(std::min(max_proof, choice.second + choice.second / kMargin + 1), choice.best_disproof + 1);
    search(canonical(next).board, {&path, choice.best.key}, max_disproof - (choice.sum - choice.best_proof), until);
    lock.lock();
  }
}

// Computes the numbers of a position from those of its children, and selects the child to search. A child that other
// threads are searching costs more.
template <int kWords>
typename ProofSearch<kWords>::Choice ProofSearch<kWords>::choose(const ProofTable::Entry& entry) const {
  const auto children = table_.children(entry);
  int open = 0;  // moves not yet proven to lose
  for (const auto& child : children) {
    const auto* next = table_.find(child.key);
    open += next == nullptr || next->proof != 0;
  }
  int part = network_ != nullptr ? kFirstMoves + (open + kOpenShare - 1) / kOpenShare : kAllMoves;
  Choice choice;
  for (const auto& child : children) {
    const auto* next = table_.find(child.key);
    const std::uint32_t proof = next == nullptr ? entry.new_proof : next->proof;
    const std::uint32_t disproof = next == nullptr ? entry.new_disproof : next->disproof;
    if (proof == 0) continue;
    if (part-- == 0) break;
    choice.sum = std::min(kInfinite - 1, choice.sum + std::min(proof, kInfinite / 2));
    choice.least = std::min(choice.least, disproof);
    const std::uint32_t others = next == nullptr ? 0 : next->searching;
    const std::uint64_t more = disproof == 0 ? 0 : others * (std::uint64_t{disproof} / 2 + 1);
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
    if (disproof == 0) break;
  }
  return choice;
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
  Cell move = kNoCell;
  for (const int color : {kBlack, kWhite})
    if (geometry_.joined(board.of[color], color)) winner = color;
  if (winner < 0 && features_.connections) {
    connections_.build(board, other, Connections<kWords>::Until::kAll, limit, false);
    if (connections_.full_win()) {
      winner = other;
      if (!connections_.full_wins().empty()) move = static_cast<Cell>(connections_.full_wins()[0].carrier.first());
    } else if (features_.must_play) {
      for (const auto& semi : connections_.semi_wins()) moves &= semi.carrier;
    }
  }
  children_.clear();
  bool complete = winner >= 0;
  float value = 0.5F;
  if (winner < 0 && !limit.ended()) {
    if (features_.dominated) moves = inferior_.without_inferior(board, moves);
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
  if (winner < 0) {
    table_.set_children(entry, children_);
    entry.new_proof = guessed_leaves(value);
    entry.new_disproof = guessed_leaves(1 - value);
  }
  if (winner == own) entry.win(move);
  if (winner == other) entry.lose(move);
  return true;
}

// Analyzes a position with children again, as the header describes: decides it, or removes the children that are not
// must-play moves. If the search is stopped first, nothing changes. The table is unlocked during the analysis.
template <int kWords>
void ProofSearch<kWords>::look_again(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock) {
  using Until = typename Connections<kWords>::Until;
  table_.find(key)->looked_again = true;  // so that no other thread does the same
  if (!features_.connections) return;
  lock.unlock();
  const int own = board.to_move;
  WorkLimit limit(&over_);
  Cell winning = kNoCell;
  bool lost = false;
  Set moves = geometry_.empties(board);
  connections_.build(board, own, Until::kSemi, limit);
  if (connections_.full_win()) {
    winning = static_cast<Cell>(moves.first());
  } else if (!connections_.semi_wins().empty()) {
    winning = static_cast<Cell>(connections_.semi_wins()[0].key);
  } else if (!limit.ended()) {
    connections_.build(board, 1 - own, Until::kAll, limit);
    lost = connections_.full_win();
    if (features_.must_play)
      for (const auto& semi : connections_.semi_wins()) moves &= semi.carrier;
  }
  lock.lock();
  auto& entry = *table_.find(key);
  if (entry.decided()) return;
  if (winning != kNoCell) {
    entry.win(winning);
  } else if (lost) {
    entry.lose();
  } else if (limit.ended()) {
    stopped_ = true;
    entry.looked_again = false;
  } else {
    std::vector<Child> kept;
    std::ranges::copy_if(table_.children(entry), std::back_inserter(kept),
                         [&](const Child& child) { return moves.has(child.move); });
    table_.set_children(entry, kept);
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

// Fills children_ with moves_, except those that lead to the same position as an earlier move. Returns false if the
// search is stopped first.
template <int kWords>
bool ProofSearch<kWords>::expand(const Board& board, WorkLimit& limit) {
  const auto steps = static_cast<std::uint64_t>(geometry_.cells()) * kFillSteps;
  for (const Cell move : moves_) {
    if (!limit.spend(steps)) return false;
    Board next = board;
    next.of[board.to_move].add(move);
    next.to_move = 1 - board.to_move;
    const ProofKey key = canonical(next).key;
    if (std::none_of(children_.begin(), children_.end(), [&](const Child& child) { return child.key == key; }))
      children_.push_back({key, move});
  }
  return !limit.ended();
}

template class ProofSearch<1>;
template class ProofSearch<2>;
template class ProofSearch<4>;
template class ProofSearch<(kMaxCells + 63) / 64>;

}  // namespace hexapoda::hex

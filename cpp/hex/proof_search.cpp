#include "hex/proof_search.hpp"

#include <algorithm>

namespace hexapoda::hex {
namespace {

constexpr int kFirstMoves = 1;       // moves that take part at first
constexpr int kOneOf = 4;            // and of those that are open, one in so many
constexpr int kMostMoves = 1 << 15;  // no limit

std::uint64_t hash_step(std::uint64_t value) {  // the finalizer of MurmurHash3 (Appleby)
  value = (value ^ value >> 33) * 0xFF51AFD7ED558CCDull;
  value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53ull;
  return value ^ value >> 33;
}

}  // namespace

template <int kWords>
ProofSearch<kWords>::ProofSearch(const Ground<kWords>& ground, const SolveFeatures& features, std::size_t megabytes)
    : ground_(ground),
      features_(features),
      inferior_(ground),
      resistance_(ground),
      table_(megabytes),
      worth_(ground.cells()) {
  for (auto& connections : connections_)
    connections = std::make_unique<Connections<kWords>>(
        ground, typename Connections<kWords>::Switches{features.captures, features.or_rule});
}

// Filled in, and then the least of its images: on a square board the one with black to move, and of that and its half
// turn the one that comes first.
template <int kWords>
typename ProofSearch<kWords>::Known ProofSearch<kWords>::known(Board board) const {
  Known known;
  if (features_.fill_in) inferior_.fill(board);
  if (features_.symmetry) {
    if (ground_.shape().square() && board.to_move == kWhite) {
      known.mirrored = true;
      board = {{ground_.mirrored(board.of[kWhite]), ground_.mirrored(board.of[kBlack])}, kBlack};
    }
    const Board turned{{ground_.rotated(board.of[kBlack]), ground_.rotated(board.of[kWhite])}, board.to_move};
    if (std::pair(turned.of[kBlack].words, turned.of[kWhite].words) <
        std::pair(board.of[kBlack].words, board.of[kWhite].words)) {
      known.rotated = true;
      board = turned;
    }
  }
  known.board = board;
  known.key = {0x9E3779B97F4A7C15ull + static_cast<unsigned>(board.to_move), 0xD1B54A32D192ED03ull};
  for (const Set& set : board.of)
    for (const std::uint64_t word : set.words) {
      known.key.low = hash_step(known.key.low ^ word);
      known.key.high = hash_step(known.key.high + word) ^ known.key.low;
    }
  return known;
}

// A cell of the image as a cell of the position it was made from.
template <int kWords>
Cell ProofSearch<kWords>::image(Cell cell, const Known& known) const {
  if (cell == kNoCell) return cell;
  if (known.rotated) cell = ground_.shape().rotated(cell);
  return known.mirrored ? ground_.shape().mirrored(cell) : cell;
}

template <int kWords>
int ProofSearch<kWords>::wins(const Board& board, const std::function<bool()>& stop) {
  stop_ = stop;
  stopped_ = false;
  for (const int color : {kBlack, kWhite})
    if (ground_.joined(board.of[color], color)) return color == board.to_move;
  const Known root = known(board);
  search(root.board, root.key, kInfinite, kInfinite);
  const auto* entry = table_.find(root.key);
  return entry == nullptr ? -1 : entry->proof == 0 ? 1 : entry->refutation == 0 ? 0 : -1;
}

template <int kWords>
Cell ProofSearch<kWords>::move(const Board& board) {
  const Known root = known(board);
  const auto* entry = table_.find(root.key);
  if (entry == nullptr) return kNoCell;
  if (entry->proof == 0) return image(entry->move, root);
  Cell best = entry->move;
  std::uint32_t most = 0;
  for (const Child& child : table_.children(*entry)) {
    const auto* answer = table_.find(child.key);
    if (answer == nullptr || answer->work < most) continue;
    best = child.move;
    most = answer->work;
  }
  return image(best, root);
}

// Searches until the position is decided, one of its numbers reaches its threshold, or the search is stopped.
template <int kWords>
void ProofSearch<kWords>::search(const Board& board, const ProofKey& key, std::uint32_t most_proof,
                                 std::uint32_t most_refutation) {
  const std::uint64_t before = nodes_;
  if (table_.find(key) == nullptr) look(board, key);
  for (;;) {
    auto& entry = *table_.find(key);
    if (entry.proof == 0 || entry.refutation == 0) break;
    const auto children = table_.children(entry);
    // Moves not yet lost, and how many of them take part.
    int open = 0;
    for (const Child& child : children) {
      const auto* next = table_.find(child.key);
      open += next == nullptr || next->proof != 0;
    }
    const int part = features_.evaluation ? kFirstMoves + (open + kOneOf - 1) / kOneOf : kMostMoves;
    std::uint32_t least = kInfinite, second = kInfinite, sum = 0, proof_of_best = 0;
    int taken = 0;
    const Child* best = nullptr;
    for (const Child& child : children) {
      if (taken >= part) break;
      const auto* next = table_.find(child.key);
      const std::uint32_t proof = next == nullptr ? 1 : next->proof;
      const std::uint32_t refutation = next == nullptr ? 1 : next->refutation;
      if (proof == 0) continue;
      ++taken;
      sum = std::min(kInfinite - 1, sum + std::min(proof, kInfinite / 2));
      if (refutation < least) {
        second = least;
        least = refutation;
        best = &child;
        proof_of_best = proof;
      } else {
        second = std::min(second, refutation);
      }
      if (refutation == 0) break;
    }
    if (best == nullptr) {
      entry.proof = kInfinite;
      entry.refutation = 0;
      break;
    }
    if (least == 0) {
      entry.proof = 0;
      entry.refutation = kInfinite;
      entry.move = best->move;
      break;
    }
    entry.proof = least;
    entry.refutation = sum;
    if (least >= most_proof || sum >= most_refutation || stopped_) break;
    Board next = board;
    next.of[board.to_move].add(best->move);
    next.to_move = 1 - board.to_move;
    const ProofKey child = best->key;
    const std::uint32_t until = std::min(most_proof, second + second / 4 + 1);
    search(known(next).board, child, most_refutation - (sum - proof_of_best), until);
  }
  auto& entry = *table_.find(key);
  entry.work += static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before, kInfinite - entry.work));
}

// Makes the entry of a position: decided, or with the moves that must be looked at.
template <int kWords>
void ProofSearch<kWords>::look(const Board& board, const ProofKey& key) {
  ++nodes_;
  stopped_ = stopped_ || table_.full() || stop_();
  const int own = board.to_move;
  Set moves = ground_.empties(board);
  int winner = -1;
  Cell move = kNoCell;
  for (const int color : {kBlack, kWhite})
    if (ground_.joined(board.of[color], color)) winner = color;
  if (winner < 0 && features_.connections) {
    connections_[own]->build(board, own, Connections<kWords>::Until::kSemi);
    if (connections_[own]->full_win()) {
      winner = own;
      move = static_cast<Cell>(moves.first());
    } else if (!connections_[own]->semi_wins().empty()) {
      winner = own;
      move = static_cast<Cell>(connections_[own]->semi_wins()[0].key);
    } else {
      connections_[1 - own]->build(board, 1 - own, Connections<kWords>::Until::kAll);
      if (connections_[1 - own]->full_win()) {
        winner = 1 - own;
        if (!connections_[1 - own]->full_wins().empty())
          move = static_cast<Cell>(connections_[1 - own]->full_wins()[0].carrier.first());
      }
      if (features_.must_play)
        for (const auto& semi : connections_[1 - own]->semi_wins()) moves &= semi.carrier;
    }
  }
  children_.clear();
  if (winner < 0) {
    if (features_.dominated) moves = inferior_.without_inferior(board, moves);
    order(board, moves);
    if (children_.empty()) winner = 1 - own;
  }
  auto& entry = table_.place(key);
  if (winner >= 0) {
    entry.proof = winner == own ? 0 : kInfinite;
    entry.refutation = winner == own ? kInfinite : 0;
    entry.move = move;
  } else {
    table_.set_children(entry, children_);
  }
}

// Lists moves, the best first, each position that comes of them once.
template <int kWords>
void ProofSearch<kWords>::order(const Board& board, Set moves) {
  std::fill(worth_.begin(), worth_.end(), 0.0);
  if (features_.evaluation && features_.connections)
    for (const int color : {kBlack, kWhite}) resistance_.add_currents(board, color, *connections_[color], worth_);
  std::vector<Cell> list;
  moves.for_each([&](int cell) { list.push_back(static_cast<Cell>(cell)); });
  std::stable_sort(list.begin(), list.end(), [&](Cell a, Cell b) { return worth_[a] > worth_[b]; });
  for (const Cell move : list) {
    Board next = board;
    next.of[board.to_move].add(move);
    next.to_move = 1 - board.to_move;
    const ProofKey key = known(next).key;
    if (std::none_of(children_.begin(), children_.end(), [&](const Child& child) { return child.key == key; }))
      children_.push_back({key, move});
  }
}

template class ProofSearch<1>;
template class ProofSearch<2>;
template class ProofSearch<(kMaxCells + 63) / 64>;

}  // namespace hexapoda::hex

#include "hex/solve/connections.hpp"

#include <algorithm>

namespace hexapoda::hex {

template <int kWords>
Connections<kWords>::Connections(const ProofBoard<kWords>& geometry, Switches switches, ConnectionBounds bounds)
    : geometry_(geometry),
      switches_(switches),
      bounds_(bounds),
      nodes_(geometry.cells() + 2),
      edge_pair_(geometry.cells() * nodes_ + geometry.cells() + 1),
      groups_(geometry),
      rings_(geometry),
      lists_of_(nodes_ * nodes_),
      partners_(nodes_),
      captured_cells_(nodes_),
      captured_pairs_(geometry.cells()),
      tasks_(geometry.cells() + 1) {
  for (const int color : {kBlack, kWhite}) ladders_[color] = Ladders<kWords>(geometry, color).find();
}

// Forgets the connections of the previous position but keeps their memory.
template <int kWords>
void Connections<kWords>::reset() {
  for (const int pair : listed_pairs_) {
    Lists& lists = *lists_of_[pair];
    lists.fulls.list = {};
    lists.semis.list = {};
    lists.semis.queued = false;
    lists_of_[pair] = nullptr;
  }
  listed_pairs_.clear();
  fulls_.clear();
  semis_.clear();
  std::fill(partners_.begin(), partners_.end(), Partners{});
  for (auto& tasks : tasks_) tasks.clear();
  smallest_task_ = tasks_.size();
  or_queue_.clear();
  full_win_ = semi_win_ = false;
}

template <int kWords>
void Connections<kWords>::assign_lists(int pair) {
  const std::size_t index = listed_pairs_.size();
  if (index == blocks_.size() * kBlockSize) blocks_.push_back(std::make_unique<Lists[]>(kBlockSize));
  listed_pairs_.push_back(pair);
  Lists& lists = blocks_[index / kBlockSize][index % kBlockSize];
  lists.fulls.common = lists.fulls.done_common = lists.semis.common = geometry_.all();
  lists_of_[pair] = &lists;
}

template <int kWords>
void Connections<kWords>::build(const BitStones<kWords>& stones, int color, Until until, WorkLimit& limit,
                                bool ladders) {
  reset();
  until_ = until;
  limit_ = &limit;
  empty_ = geometry_.empties(stones);
  groups_.build(color, stones.of[color], empty_);
  full_win_ = groups_.joined();
  if (full_win_) return;
  rings_.update(stones, empty_);
  std::fill(captured_cells_.begin(), captured_cells_.end(), Set{});
  empty_.for_each([&](int cell) {
    captured_pairs_[cell].clear();
    if (!switches_.captures) return;
    rings_.for_each_capture(cell, color, empty_, [&](const Set& pair) {
      captured_pairs_[cell].push_back(pair);
      captured_cells_[cell] |= pair;
    });
  });
  add_neighbors();
  if (switches_.groups_only && switches_.or_rule) add_bridges();
  if (ladders) add_ladders(color);
  apply_rules();
}

// The initial connections: between adjacent empty cells, and between a group and its liberties.
template <int kWords>
void Connections<kWords>::add_neighbors() {
  if (!switches_.groups_only || switches_.or_rule)
    empty_.for_each([&](int cell) {
      (geometry_.neighbors(cell) & empty_).for_each([&](int other) {
        if (other < cell) add_full(other, cell, Set{});
      });
    });
  for (const auto& group : groups_.groups())
    group.liberties.for_each([&](int cell) { add_full(group.node, cell, Set{}); });
}

// Bridges: two empty cells that are not neighbors but have two common neighbors, both free.
template <int kWords>
void Connections<kWords>::add_bridges() {
  empty_.for_each([&](int cell) {
    const auto& around = geometry_.around(cell);
    for (std::size_t i = 0; i < around.size(); ++i) {
      const int one = around[i], two = around[(i + 1) % around.size()];
      if (one < 0 || two < 0 || !empty_.has(one) || !empty_.has(two)) continue;
      Set carrier = Set::only(one);
      carrier.add(two);
      (geometry_.neighbors(one) & geometry_.neighbors(two) & empty_).for_each([&](int other) {
        if (other < cell) add_full(other, cell, carrier);
      });
    }
  });
}

// A ladder connects its start to the escape and, if the escape is a stone, also to the edge.
template <int kWords>
void Connections<kWords>::add_ladders(int color) {
  for (const Ladder<kWords>& ladder : ladders_[color]) {
    if (!ladder.carrier.within(empty_)) continue;
    const int start = node_at(ladder.start), escape = node_at(ladder.escape);
    if (start < 0 || escape < 0 || start == escape || start == ladder.edge) continue;
    if (escape != ladder.edge) add_full(start, escape, ladder.carrier);
    if (!is_empty(escape)) add_full(start, ladder.edge, ladder.carrier);
  }
}

// The node of a cell; -1 if it has a stone of the opponent.
template <int kWords>
int Connections<kWords>::node_at(int cell) const {
  return empty_.has(cell) ? cell : groups_.node_of(cell);
}

// Applies the rules until both queues are empty: AND before OR, and small carriers first.
template <int kWords>
void Connections<kWords>::apply_rules() {
  while (!full_win_ && !(semi_win_ && until_ == Until::kSemi) && !limit_->ended()) {
    while (smallest_task_ < tasks_.size() && tasks_[smallest_task_].empty()) ++smallest_task_;
    if (smallest_task_ < tasks_.size()) {
      const Task task = tasks_[smallest_task_].back();
      tasks_[smallest_task_].pop_back();
      apply_and_rule(task.pair, task.carrier);
    } else if (!or_queue_.empty()) {
      const int pair = or_queue_.back();
      or_queue_.pop_back();
      apply_or_rule(pair);
    } else {
      return;
    }
  }
}

// The AND rule: combines a full connection with all processed ones.
template <int kWords>
void Connections<kWords>::apply_and_rule(int pair, const Set& carrier) {
  FullList& fulls = this->fulls(pair);
  const auto full = std::find_if(fulls.list.begin(), fulls.list.end(),
                                 [&](const Full& other) { return !other.done && other.carrier == carrier; });
  if (full == fulls.list.end()) return;  // a smaller one has replaced it
  full->done = true;
  fulls.done_common &= carrier;
  const int a = pair / nodes_, b = pair % nodes_;
  for (const auto& [node, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (is_edge(other))
      partners_[node].edges[other - geometry_.cells()] = true;
    else
      partners_[node].cells.add(other);
  }
  extend(a, b, carrier);
  extend(b, a, carrier);
}

// Extends a full connection between `far` and `middle` to the nodes beyond `middle`. No connection passes through an
// edge: a chain that touches an edge twice does not need the part in between.
template <int kWords>
void Connections<kWords>::extend(int far, int middle, const Set& carrier) {
  if (is_edge(middle)) return;
  const Partners& partners = partners_[middle];
  const Set shared = captured_cells_[middle] | captured_cells_[far];
  Set cells = partners.cells - carrier;
  // With groups_only, two empty cells are not connected through a third one. Without the OR rule, connections between
  // two empty cells and semi-connections between a group and an empty cell are useless too.
  if (switches_.groups_only &&
      (switches_.or_rule ? is_empty(far) && is_empty(middle) : is_empty(far) || is_empty(middle)))
    cells -= empty_;
  if (!is_edge(far)) cells.remove(far);
  cells.for_each([&](int next) { join(far, middle, next, carrier, shared); });
  for (int which = 0; which < 2; ++which) {
    const int edge = geometry_.cells() + which;
    if (partners.edges[which] && edge != far) join(far, middle, edge, carrier, shared);
  }
}

// Combines a connection between `far` and `middle` with the processed connections between `middle` and `next`.
// `shared` are the cells that stones on `far` and `middle` capture.
template <int kWords>
void Connections<kWords>::join(int far, int middle, int next, const Set& carrier, const Set& shared) {
  const FullList& others = fulls(pair_of(middle, next));
  if (!limit_->spend(1 + others.list.size())) return;
  if (!(carrier & others.done_common).within(shared | captured_cells_[next])) return;
  const bool empty = is_empty(middle);
  for (const Full& other : others.list) {
    if (!other.done) continue;
    if (!is_edge(far) && other.carrier.has(far)) continue;
    Set whole = carrier | other.carrier;
    if (!capture_overlap(carrier & other.carrier, {middle, far, next}, whole)) continue;
    if (empty) {
      whole.add(middle);
      add_semi(far, next, whole, middle);
    } else {
      add_full(far, next, whole);
    }
  }
}

// Whether stones on the nodes capture all cells of the overlap. If so, adds the captured pairs to the carrier.
template <int kWords>
bool Connections<kWords>::capture_overlap(Set overlap, std::initializer_list<int> nodes, Set& carrier) const {
  if (overlap.empty()) return true;
  for (const int node : nodes) {
    if (!captured_cells_[node].meets(overlap)) continue;
    for (const Set& pair : captured_pairs_[node]) {
      if (!pair.meets(overlap)) continue;
      const bool on_node =
          std::any_of(nodes.begin(), nodes.end(), [&](int other) { return !is_edge(other) && pair.has(other); });
      if (on_node) continue;
      carrier |= pair;
      overlap -= pair;
      if (overlap.empty()) return true;
    }
  }
  return false;
}

// Adds a full connection to its list and to the tasks, and drops the connections that it makes superfluous. Ignores a
// connection that is too large, that contains a known one, or that a long list does not need.
template <int kWords>
void Connections<kWords>::add_full(int a, int b, const Set& carrier) {
  if (carrier.size() > bounds_.largest) return;
  const int pair = pair_of(a, b);
  auto& [fulls, semis] = lists_for(pair);
  limit_->spend(fulls.list.size());
  for (const Full& full : fulls.list)
    if (full.carrier.within(carrier)) return;
  const std::size_t before = fulls.list.size();
  fulls.list.erase_if([&](const Full& full) { return carrier.within(full.carrier); });
  if (fulls.list.size() < before) {
    fulls.common = fulls.done_common = geometry_.all();
    for (const Full& full : fulls.list) {
      fulls.common &= full.carrier;
      if (full.done) fulls.done_common &= full.carrier;
    }
  } else if (static_cast<int>(before) >= bounds_.free_fulls && fulls.common.within(carrier)) {
    return;  // it contains all cells that the others share
  }
  fulls_.append(fulls.list, Full{carrier});
  fulls.common &= carrier;
  const std::size_t size = static_cast<std::size_t>(carrier.size());
  const std::size_t room = tasks_[size].capacity();
  tasks_[size].push_back({pair, carrier});
  task_bytes_ += (tasks_[size].capacity() - room) * sizeof(Task);
  smallest_task_ = std::min(smallest_task_, size);
  if (semis.list.erase_if([&](const Semi& semi) { return carrier.within(semi.carrier); }) > 0) {
    semis.common = geometry_.all();
    for (const Semi& semi : semis.list) semis.common &= semi.carrier;
  }
  full_win_ |= pair == edge_pair_;
}

// As add_full(), for a semi-connection. Its pair of nodes joins the queue of the OR rule once that rule may connect the
// pair.
template <int kWords>
void Connections<kWords>::add_semi(int a, int b, const Set& carrier, int key) {
  if (carrier.size() > bounds_.largest) return;
  const int pair = pair_of(a, b);
  auto& [fulls, semis] = lists_for(pair);
  for (const Full& full : fulls.list)
    if (full.carrier.within(carrier)) return;
  limit_->spend(1 + semis.list.size());
  for (const Semi& semi : semis.list)
    if (semi.carrier.within(carrier)) return;
  semis.list.erase_if([&](const Semi& semi) { return carrier.within(semi.carrier); });
  if (static_cast<int>(semis.list.size()) >= (pair == edge_pair_ ? bounds_.edge_semis : bounds_.semis)) return;
  semis_.append(semis.list, Semi{carrier, key});
  semis.common &= carrier;
  semi_win_ |= pair == edge_pair_;
  if (switches_.or_rule && !semis.queued && semis.common.within(captured_cells_[a] | captured_cells_[b])) {
    semis.queued = true;
    or_queue_.push_back(pair);
  }
}

// The OR rule: forms unions of semi-connections. Each union contains at least one new semi-connection.
template <int kWords>
void Connections<kWords>::apply_or_rule(int pair) {
  SemiList& semis = lists_of_[pair]->semis;
  semis.queued = false;
  or_a_ = pair / nodes_;
  or_b_ = pair % nodes_;
  or_shared_ = captured_cells_[or_a_] | captured_cells_[or_b_];
  if (!semis.common.within(or_shared_)) return;
  or_parts_.clear();
  for (const bool done : {true, false})
    for (const Semi& semi : semis.list)
      if (semi.done == done) or_parts_.push_back(semi);
  for (Semi& semi : semis.list) semi.done = true;
  unions_tried_ = 0;
  for (std::size_t i = 0; i < or_parts_.size() && !full_win_ && !limit_->ended(); ++i)
    if (!or_parts_[i].done) {
      rest_common_.assign(i + 1, geometry_.all());
      for (std::size_t j = i; j-- > 0;) rest_common_[j] = rest_common_[j + 1] & or_parts_[j].carrier;
      grow_union(i, 0, or_parts_[i].carrier, or_parts_[i].carrier);
    }
}

// Extends `whole`, the union of some parts that share the cells `common`, by parts whose index is at least `from` and
// less than `count`.
template <int kWords>
void Connections<kWords>::grow_union(std::size_t count, std::size_t from, const Set& common, const Set& whole) {
  for (std::size_t i = from; i < count && unions_tried_ < bounds_.unions && !full_win_; ++i) {
    if (!(common & rest_common_[i]).within(or_shared_)) return;
    const Set less = common & or_parts_[i].carrier;
    if (!limit_->spend()) return;
    if (less == common) continue;
    ++unions_tried_;
    Set more = whole | or_parts_[i].carrier;
    if (less.within(or_shared_)) {
      if (capture_overlap(less, {or_a_, or_b_}, more)) add_full(or_a_, or_b_, more);
    } else if (std::ranges::none_of(fulls(pair_of(or_a_, or_b_)).list,
                                    [&](const Full& full) { return full.carrier.within(more); })) {
      grow_union(count, i + 1, less, more);  // otherwise all larger unions would contain a known connection
    }
  }
}

template class Connections<1>;
template class Connections<2>;
template class Connections<4>;
template class Connections<(kMaxCells + 63) / 64>;

}  // namespace hexapoda::hex

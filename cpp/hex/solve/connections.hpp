// H-search (Anshelevich 2000, 2002): finds the nodes that a color can connect, whatever the opponent plays.
//
// Nodes are empty cells, groups of stones, and edges. A full connection between two nodes is a set of empty cells, its
// carrier, within which the color can join the two even if the opponent moves first. A node that is an empty cell
// counts as occupied by the color. A semi-connection is one that the color can complete if it moves first, by playing
// on the connection's key. Connections are built until no rule adds another:
// - AND: two full connections with a common node and disjoint carriers make a full connection if that node is a group,
//   and a semi-connection with that node as its key if it is an empty cell.
// - OR: semi-connections between the same two nodes, with no cell common to all of them, make a full connection.
// - Ladders along the second row, which neither rule finds, are added at the start.
//
// Carriers may overlap in cells that the color captures with a stone on one of the nodes (Pawlewicz, Hayward,
// Henderson, Arneson: Stronger virtual connections in Hex, 2015). The lists are bounded, so a connection may be missed,
// but none is wrong.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "hex/rules/ring.hpp"
#include "hex/solve/ladders.hpp"
#include "hex/solve/list_pool.hpp"
#include "hex/solve/stone_groups.hpp"
#include "hex/solve/work_limit.hpp"

namespace hexapoda::hex {

// Bounds on the lists and on the work of an OR step. Larger bounds find more connections but take longer.
struct ConnectionBounds {
  int semis = 16, edge_semis = 128;  // the maximum number of semi-connections between two nodes, and between the edges
  int free_fulls = 5;  // once two nodes have this many full connections, a new one must avoid a cell that they all need
  int unions = 400;    // the maximum number that one OR step tries
  int largest = kMaxCells;  // the maximum number of cells in a carrier
};
// For finding the small connections of many positions. On 11x11 an analysis with carriers of up to 24 cells takes two
// thirds of the time, and finds nearly all of these connections.
inline constexpr ConnectionBounds kBrief{.semis = 8, .edge_semis = 16, .free_fulls = 3, .unions = 60};
// For one position, outside of searches. On 11x11 an analysis takes about five times as long as with the defaults.
inline constexpr ConnectionBounds kThorough{.semis = 64, .free_fulls = 20, .unions = 4000};

// The connections of one color in one position. Reusing an object for many positions avoids most memory allocations.
// `geometry` must outlive it.
template <int kWords>
class Connections {
 public:
  using Set = BitCells<kWords>;

  struct Full {
    Set carrier;
    bool done = false;  // whether it has been combined with the other connections
  };
  struct Semi {
    Set carrier;
    int key;
    bool done = false;
  };
  enum class Until { kAll, kSemi };  // kSemi: up to the first semi-connection from edge to edge
  struct Switches {
    bool captures = true;  // carriers may share captured cells
    bool or_rule = true;   // the OR rule
    // Search only for connections between groups and edges. Two empty cells are then connected only if they are
    // neighbors, form a bridge, or are connected through a group. Connections that cannot become part of a wanted one
    // are left out. On 11x11 this takes a quarter of the time, and finds 98% of the wanted connections, or all of them
    // without the OR rule.
    bool groups_only = false;
  };

  Connections(const ProofBoard<kWords>& geometry, Switches switches, ConnectionBounds bounds = {});

  // Memory in bytes. min_bytes() is what a board with this many cells needs if every pair of nodes has lists. bytes()
  // is what this object uses now, including the memory that is kept for the next position.
  static std::size_t min_bytes(int cells) {
    const auto nodes = static_cast<std::size_t>(cells + 2);
    return nodes * nodes * sizeof(Lists*) + nodes * (nodes - 1) / 2 * sizeof(Lists);
  }
  std::size_t bytes() const { return min_bytes(geometry_.cells()) + fulls_.bytes() + semis_.bytes() + task_bytes_; }

  // Finds the connections of the color, with or without ladders. Ends early at a win, according to `until`, or when
  // `limit` is reached. The connections found by then are correct, but some may be missing.
  void build(const BitStones<kWords>& stones, int color, Until until, WorkLimit& limit, bool ladders = true);

  // Whether there is a full connection from edge to edge: the color wins even if the opponent moves first.
  bool full_win() const { return full_win_; }
  // The full connections from edge to edge that were found, usually one; none if stones already join the edges. Valid
  // until the next build(), like semi_wins().
  std::span<const Full> full_wins() const { return lists(edge_pair_).fulls.list; }
  // The semi-connections from edge to edge: each one wins if the color moves first. Meaningless if full_win() is true.
  std::span<const Semi> semi_wins() const { return lists(edge_pair_).semis.list; }

  // For tests and evaluations: calls f(x, y, carrier) for each full connection and f(x, y, carrier, key) for each
  // semi-connection. x < y are nodes: the lowest stone of a group, an empty cell, or `cells` and `cells + 1` for the
  // edges.
  template <class F>
  void for_each_full(F f) const {
    for (const int pair : listed_pairs_)
      for (const Full& full : lists(pair).fulls.list) f(pair / nodes_, pair % nodes_, full.carrier);
  }
  template <class F>
  void for_each_semi(F f) const {
    for (const int pair : listed_pairs_)
      for (const Semi& semi : lists(pair).semis.list) f(pair / nodes_, pair % nodes_, semi.carrier, semi.key);
  }

 private:
  struct FullList {
    typename ListPool<Full>::List list;
    Set common, done_common;  // the cells common to all carriers, and to those of the processed connections
  };
  struct SemiList {
    typename ListPool<Semi>::List list;
    Set common;           // the cells common to all carriers
    bool queued = false;  // for the OR rule
  };
  struct Lists {  // of a pair of nodes
    FullList fulls;
    SemiList semis;
  };
  struct Task {  // a full connection to combine with others
    int pair;
    Set carrier;
  };
  struct Partners {  // of a node: the nodes to which it has a processed full connection
    Set cells;       // empty cells, and groups by their lowest stone
    bool edges[2] = {false, false};
  };

  // The number of a pair of nodes, in either order.
  int pair_of(int a, int b) const { return a < b ? a * nodes_ + b : b * nodes_ + a; }
  bool is_edge(int node) const { return node >= nodes_ - 2; }
  bool is_empty(int node) const { return !is_edge(node) && empty_.has(node); }

  const Lists& lists(int pair) const { return lists_of_[pair] == nullptr ? no_lists_ : *lists_of_[pair]; }
  FullList& fulls(int pair) { return lists_of_[pair]->fulls; }  // of a pair that has lists
  // The lists of a pair; creates them if it has none.
  Lists& lists_for(int pair) {
    if (lists_of_[pair] == nullptr) assign_lists(pair);
    return *lists_of_[pair];
  }

  void reset();
  void assign_lists(int pair);
  void add_neighbors();
  void add_bridges();
  void add_ladders(int color);
  int node_at(int cell) const;
  void apply_rules();
  void apply_and_rule(int pair, const Set& carrier);
  void extend(int far, int middle, const Set& carrier);
  void join(int far, int middle, int next, const Set& carrier, const Set& shared);
  bool capture_overlap(Set overlap, std::initializer_list<int> nodes, Set& carrier) const;
  void add_full(int a, int b, const Set& carrier);
  void add_semi(int a, int b, const Set& carrier, int key);
  void apply_or_rule(int pair);
  void grow_union(std::size_t count, std::size_t from, const Set& common, const Set& whole);

  const ProofBoard<kWords>& geometry_;
  const Switches switches_;
  const ConnectionBounds bounds_;
  const int nodes_;
  const int edge_pair_;
  std::vector<Ladder<kWords>> ladders_[2];  // of each color
  StoneGroups<kWords> groups_;
  Rings<kWords> rings_;
  Until until_ = Until::kAll;
  WorkLimit* limit_ = nullptr;  // of the build in progress
  bool full_win_ = false, semi_win_ = false;
  Set empty_;
  // A list has at most as many items as the bounds say, and one of full connections as many more as there are cells,
  // because each of those avoids a cell that all others need.
  static_assert(kThorough.free_fulls + kMaxCells <= ListPool<Full>::kLongest &&
                kThorough.edge_semis <= ListPool<Semi>::kLongest);
  ListPool<Full> fulls_;
  ListPool<Semi> semis_;
  std::vector<Lists*> lists_of_;   // by pair; null for a pair without lists
  std::vector<int> listed_pairs_;  // the pairs that have lists: they have, or had, a connection
  // The lists of the pairs in listed_pairs_, in the same order, followed by unused lists. They are allocated in blocks,
  // so that they never move.
  static constexpr std::size_t kBlockSize = 32;
  std::vector<std::unique_ptr<Lists[]>> blocks_;
  const Lists no_lists_;
  std::vector<Partners> partners_;                // by node
  std::vector<Set> captured_cells_;               // by node: the cells that a stone on an empty cell would capture
  std::vector<std::vector<Set>> captured_pairs_;  // by empty cell: the same cells, in pairs that may overlap
  std::vector<std::vector<Task>> tasks_;          // by size of the carrier
  std::size_t task_bytes_ = 0;
  std::size_t smallest_task_ = 0;  // no task has a smaller carrier
  std::vector<int> or_queue_;      // pairs of nodes for the OR rule
  // The state of apply_or_rule().
  std::vector<Semi> or_parts_;  // the semi-connections of a pair; the processed ones first
  int or_a_ = 0, or_b_ = 0, unions_tried_ = 0;
  Set or_shared_;                 // the cells in which the carriers may overlap
  std::vector<Set> rest_common_;  // by index i: the cells common to all parts from i on
};

}  // namespace hexapoda::hex

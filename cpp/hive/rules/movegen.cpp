#include "hive/rules/movegen.hpp"

#include <algorithm>

#include "hive/rules/slides.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace hexapoda::hive {
namespace {

template <int N>
class Generator {
 public:
  Generator(const Grid<N>& grid, const Turn& turn, PackedMove* out)
      : grid_(grid), turn_(turn), begin_(out), out_(out), shift_(kPiecesPerSide * turn.color) {}

  MoveCounts run() {
    MoveCounts counts;
    const PieceSet own = grid_.played >> shift_ & kSide;
    placements(own);
    counts.placements = static_cast<int>(out_ - begin_);
    if (!(own & kQueenSlot)) return counts;
    walks_ = out_;
    walk(own & ~(grid_.covered >> shift_));
    counts.walks = static_cast<int>(out_ - walks_);
    counts.throws = throw_count_;
    return counts;
  }

  // Tries first the bugs whose moves are cheap to generate.
  PackedMove walk_to(CellIndex to, PieceSet except) {
    const PieceSet own = grid_.played >> shift_ & kSide;
    if (!(own & kQueenSlot)) return kPass;
    PieceSet free = own & ~((grid_.covered | except) >> shift_);
    if (turn_.resting != kNoPiece) free &= ~(set_of(turn_.resting) >> shift_);
    PackedMove found = kPass;
    const auto any_reaches = [&](PieceSet slots, auto reaches) {
      for (PieceSet left = free & slots; left != 0 && found == kPass; left &= left - 1) {
        const Piece piece = piece_at(std::countr_zero(left));
        const CellIndex at = grid_.cell[piece];
        if (reaches(piece, at) && (grid_.level[piece] != 0 || !pinned(at))) found = pack(piece, to);
      }
      return found != kPass;
    };
    const auto leads = [&](CellIndex at, unsigned directions) {
      for (; directions != 0; directions &= directions - 1)
        if (neighbor<N>(at, std::countr_zero(directions)) == to) return true;
      return false;
    };
    any_reaches(kGrasshopperSlots,
                [&](Piece, CellIndex at) {
                  bool reached = false;
                  for_each_jump(at, [&](CellIndex cell) { reached |= cell == to; });
                  return reached;
                }) ||
        any_reaches(kQueenSlot | kPillbugSlot,
                    [&](Piece, CellIndex at) { return leads(at, kSlides[grid_.ring[at]]); }) ||
        any_reaches(kBeetleSlots,
                    [&](Piece piece, CellIndex at) { return leads(at, beetle_directions(at, grid_.level[piece])); }) ||
        any_reaches(kLadybugSlot, [&](Piece, CellIndex at) { return ladybug(at).test(to); }) ||
        any_reaches(kAntSlots, [&](Piece, CellIndex at) { return ant(at).test(to); }) ||
        any_reaches(kSpiderSlots, [&](Piece, CellIndex at) { return spider(at).test(to); });
    return found;
  }

  bool pinned(CellIndex at) {
    const unsigned ring = grid_.ring[at];
    const int runs = kRuns[ring];
    if (runs < 2) return false;
    if (grid_.holes() == 0) return true;
    return pinned_beside_holes(at, ring, runs);
  }

 private:
  // In a hive without holes, every piece whose neighbors form two or more runs is a cut vertex. With holes, such a
  // piece is a cut vertex if and only if two of the empty runs around it belong to the same empty region: lifting the
  // piece joins the regions that it touches, and the Euler characteristic gives the number of parts that remain.
  [[gnu::noinline]] bool pinned_beside_holes(CellIndex at, unsigned ring, int runs) {
    if (!outside_known_) {
      outside_ = flood(kBorder<N>);
      outside_known_ = true;
    }
    int regions = 0;
    unsigned unseen = ~ring & rotate_left(ring) & kFullRing;  // the first empty cell after each run
    bool seen_outside = false;
    while (unseen != 0) {
      const int d = std::countr_zero(unseen);
      unseen &= unseen - 1;
      if (outside_.test(neighbor<N>(at, d))) {
        regions += !seen_outside;
        seen_outside = true;
        continue;
      }
      ++regions;
      if (unseen != 0) {
        const CellSet<N> hole = flood(CellSet<N>::single(neighbor<N>(at, d)));
        for_each_bit(unseen, [&](int other) {
          if (hole.test(neighbor<N>(at, other))) unseen &= ~(1u << other);
        });
      }
    }
    return regions < runs;
  }

  CellSet<N> flood(CellSet<N> reached) const {
    const CellSet<N> empty = ~grid_.occupied();
    for (;;) {
      const CellSet<N> next = reached | (beside(reached) & empty);
      if (next == reached) return reached;
      reached = next;
    }
  }

  void placements(PieceSet own) {
    const PieceSet hand = turn_.in_play & ~own;
    PieceSet next = hand & ~(hand << 1 & ~kFirstSlots);  // the lowest-numbered piece of each bug
    if (hand & kQueenSlot) {
      if (turn_.number >= 4) next = kQueenSlot;
      if (turn_.number == 1 && turn_.tournament) next &= ~kQueenSlot;
    }
    if (next == 0) return;
    CellSet<N> cells;
    if (own != 0) {
      cells = beside(grid_.topped[turn_.color]) & ~(beside(grid_.topped[1 - turn_.color]) | grid_.occupied());
    } else if (grid_.played != 0) {
      cells = beside(grid_.occupied()) & ~grid_.occupied();
    } else {
      cells = CellSet<N>::single(grid_.index({0, 0}));
    }
    alignas(16) PackedMove codes[8];
    const int kinds = hand_codes(next, codes);
    PackedMove* out = out_;
    using Codes = PackedMove __attribute__((vector_size(16)));
    const Codes base = std::bit_cast<Codes>(codes);
    for_each_cell(cells, [&](CellIndex cell) {  // one store writes the placements of all bugs on the cell
      const Codes moves = base + static_cast<PackedMove>(cell);
      std::memcpy(out, &moves, sizeof moves);
      out += kinds;
    });
    out_ = out;
  }

  // Writes the pieces of `next` (at most eight) as move codes without a destination, and returns their number.
  int hand_codes(PieceSet next, PackedMove (&codes)[8]) const {
#if defined(__BMI2__) && defined(__AVX2__)
    // Gathers the slot numbers of the set bits as nibbles, then widens them to 16-bit lanes.
    const std::uint64_t lanes = _pdep_u64(next, 0x11111111111111ULL) * 15;
    const std::uint64_t slots = _pext_u64(0xDCBA9876543210ULL, lanes);
    const __m128i bytes = _mm_cvtsi64_si128(static_cast<long long>(_pdep_u64(slots, 0x0F0F0F0F0F0F0F0FULL)));
    const __m128i pieces = _mm_add_epi16(_mm_cvtepu8_epi16(bytes), _mm_set1_epi16(static_cast<short>(shift_)));
    _mm_store_si128(reinterpret_cast<__m128i*>(codes), _mm_slli_epi16(pieces, 10));
    return std::popcount(next);
#else
    int kinds = 0;
    for (PackedMove& code : codes) code = 0;
    for_each_bit(next, [&](int slot) { codes[kinds++] = pack(static_cast<Piece>(slot + shift_), 0); });
    return kinds;
#endif
  }

  void emit(Piece piece, CellIndex to) { *out_++ = pack(piece, to); }

  void emit(Piece piece, const CellSet<N>& to) {
    PackedMove* out = out_;
    const PackedMove code = pack(piece, 0);
    const auto words = to.words();
    for (int i = 0; i < CellSet<N>::kWords; ++i) {
      // Writes four moves at a time: a few superfluous stores cost less than a mispredicted branch.
      std::uint64_t word = words[i];
      const PackedMove row = static_cast<PackedMove>(code + 64 * i);
      const int count = std::popcount(word);
      for (int done = 0; done < count; done += 4)
        for (int k = 0; k < 4; ++k) {
          out[done + k] = static_cast<PackedMove>(row + (std::countr_zero(word) & 63));
          word &= word - 1;
        }
      out += count;
    }
    out_ = out;
  }

  void walk(PieceSet uncovered) {
    PieceSet mobile = 0;  // slots that can be lifted
    PieceSet on_ground = 0;
    const PieceSet resting = turn_.resting == kNoPiece ? 0 : set_of(turn_.resting) >> shift_ & kSide;
    for_each_bit(uncovered, [&](int slot) {
      const Piece piece = piece_at(slot);
      if (grid_.level[piece] != 0) {
        mobile |= 1u << slot;
      } else {
        on_ground |= 1u << slot;
        if (!pinned(grid_.cell[piece])) mobile |= 1u << slot;
      }
    });
    mobile &= ~resting;

    PackedMove thrown[2 * 6 * 6];
    int throws = 0;
    if (turn_.in_play & kPillbugSlot) throws = collect_throws(on_ground & ~resting, thrown);

    for_each_bit(mobile & kPillbugSlot, [&](int slot) { slide(piece_at(slot)); });
    for_each_bit(mobile & kQueenSlot, [&](int slot) { slide(piece_at(slot)); });
    for_each_bit(mobile & kBeetleSlots, [&](int slot) { beetle(piece_at(slot)); });
    for_each_bit(mobile & kGrasshopperSlots, [&](int slot) { grasshopper(piece_at(slot)); });
    for_each_bit(mobile & kSpiderSlots, [&](int slot) { emit(piece_at(slot), spider(grid_.cell[piece_at(slot)])); });
    for_each_bit(mobile & kAntSlots, [&](int slot) { emit(piece_at(slot), ant(grid_.cell[piece_at(slot)])); });
    for_each_bit(mobile & kLadybugSlot, [&](int slot) { emit(piece_at(slot), ladybug(grid_.cell[piece_at(slot)])); });
    for_each_bit(mobile & kMosquitoSlot, [&](int slot) { mosquito(piece_at(slot)); });

    if (throws != 0) add_throws(thrown, throws);
  }

  Piece piece_at(int slot) const { return static_cast<Piece>(slot + shift_); }

  void slide(Piece piece) {
    const CellIndex at = grid_.cell[piece];
    for_each_bit(kSlides[grid_.ring[at]], [&](int d) { emit(piece, neighbor<N>(at, d)); });
  }

  // Whether no gate blocks a step from `at` in direction `d`. A gate blocks it if and only if both common neighbors are
  // higher than the two cells. `under` is the height of `at` without the mover.
  bool gate_open(CellIndex at, int d, int under) const {
    const int limit = std::max(under, grid_.height(neighbor<N>(at, d)));
    return grid_.height(neighbor<N>(at, (d + 1) % 6)) <= limit || grid_.height(neighbor<N>(at, (d + 5) % 6)) <= limit;
  }

  unsigned beetle_directions(CellIndex at, int under) const {
    const unsigned ring = grid_.ring[at];
    unsigned open = under == 0 ? kSlides[ring] | ring : 63u;
    // A gate needs two stacks besides the mover's own cell.
    if (grid_.stacks >= 2)
      for_each_bit(under == 0 ? ring : 63u, [&](int d) {
        if (!gate_open(at, d, under)) open &= ~(1u << d);
      });
    return open;
  }

  void beetle(Piece piece) {
    const CellIndex at = grid_.cell[piece];
    for_each_bit(beetle_directions(at, grid_.level[piece]), [&](int d) { emit(piece, neighbor<N>(at, d)); });
  }

  template <class F>
  void for_each_jump(CellIndex at, F visit) const {
    for_each_bit(grid_.ring[at], [&](int d) {
      CellIndex to = neighbor<N>(at, d);
      while (grid_.ring[to] >> d & 1) to = neighbor<N>(to, d);
      visit(neighbor<N>(to, d));
    });
  }

  void grasshopper(Piece piece) {
    for_each_jump(grid_.cell[piece], [&](CellIndex to) { emit(piece, to); });
  }

  CellSet<N> ant(CellIndex at) const {
    const CellSet<N> start = CellSet<N>::single(at);
    const Slides<N> slides(grid_.occupied() ^ start);
    CellSet<N> reached = start;
    for (;;) {
      const CellSet<N> next = reached | slides.step(reached);
      if (next == reached) return reached ^ start;
      reached = next;
    }
  }

  // Three slides without visiting a cell twice: from each possible first cell, two more steps that avoid this cell and
  // the start.
  CellSet<N> spider(CellIndex at) const {
    const CellSet<N> start = CellSet<N>::single(at);
    Slides<N> slides(grid_.occupied() ^ start);
    slides.close(start);
    CellSet<N> reached;
    for_each_bit(kSlides[grid_.ring[at]], [&](int d) {
      const CellSet<N> first = CellSet<N>::single(neighbor<N>(at, d));
      reached |= slides.step(slides.step(first)) & ~first;
    });
    return reached;
  }

  CellSet<N> ladybug(CellIndex at) const {
    const CellSet<N> start = CellSet<N>::single(at);
    if (grid_.stacks < 2) {  // no gates: two steps on top, one down
      const CellSet<N> hive = grid_.occupied() ^ start;
      const CellSet<N> second = beside(beside(start) & hive) & hive;
      return beside(second) & ~(hive | start);
    }
    CellSet<N> reached;
    for_each_bit(grid_.ring[at], [&](int d1) {
      if (!gate_open(at, d1, 0)) return;
      const CellIndex a = neighbor<N>(at, d1);
      for_each_bit(grid_.ring[a], [&](int d2) {
        const CellIndex b = neighbor<N>(a, d2);
        if (b == at || !gate_open_without(at, a, d2, grid_.height(a))) return;
        for_each_bit(~grid_.ring[b] & 63u, [&](int d3) {
          if (gate_open_without(at, b, d3, grid_.height(b))) reached |= CellSet<N>::single(neighbor<N>(b, d3));
        });
      });
    });
    return reached;
  }

  // gate_open() as if the cell `lifted` were empty; its only piece is the mover.
  bool gate_open_without(CellIndex lifted, CellIndex at, int d, int under) const {
    const auto height = [&](CellIndex cell) { return cell == lifted ? 0 : grid_.height(cell); };
    const int limit = std::max(under, height(neighbor<N>(at, d)));
    return height(neighbor<N>(at, (d + 1) % 6)) <= limit || height(neighbor<N>(at, (d + 5) % 6)) <= limit;
  }

  unsigned bugs_beside(CellIndex at) const {
    unsigned bugs = 0;
    for_each_bit(grid_.ring[at], [&](int d) { bugs |= 1u << bug_of(grid_.top[neighbor<N>(at, d)]); });
    return bugs;
  }

  void mosquito(Piece piece) {
    const CellIndex at = grid_.cell[piece];
    if (grid_.level[piece] != 0) return beetle(piece);
    const unsigned bugs = bugs_beside(at);
    CellSet<N> to;
    unsigned steps = 0;
    if (bugs & (1u << kQueen | 1u << kPillbug)) steps |= kSlides[grid_.ring[at]];
    if (bugs & 1u << kBeetle) steps |= beetle_directions(at, 0);
    for_each_bit(steps, [&](int d) { to |= CellSet<N>::single(neighbor<N>(at, d)); });
    if (bugs & 1u << kGrasshopper) for_each_jump(at, [&](CellIndex cell) { to |= CellSet<N>::single(cell); });
    if (bugs & 1u << kAnt) {
      to |= ant(at);
    } else if (bugs & 1u << kSpider) {
      to |= spider(at);
    }
    if (bugs & 1u << kLadybug) to |= ladybug(at);
    emit(piece, to);
  }

  // Collects the throws of the pillbug and of a mosquito beside a pillbug. `throwers` are the slots on the ground that
  // are uncovered and not resting; they may be pinned.
  int collect_throws(PieceSet throwers, PackedMove* thrown) {
    int count = 0;
    for_each_bit(throwers & (kPillbugSlot | kMosquitoSlot), [&](int slot) {
      const CellIndex at = grid_.cell[piece_at(slot)];
      if (1u << slot == kMosquitoSlot && !(bugs_beside(at) & 1u << kPillbug)) return;
      const unsigned ring = grid_.ring[at];
      unsigned open = kFullRing;  // directions without a gate between the ground and the thrower's back
      if (grid_.stacks >= 2)
        for (int d = 0; d < kDirections; ++d)
          if (grid_.height(neighbor<N>(at, (d + 1) % 6)) > 1 && grid_.height(neighbor<N>(at, (d + 5) % 6)) > 1)
            open &= ~(1u << d);
      const unsigned landings = ~ring & open;
      if (landings == 0) return;
      for_each_bit(ring & open, [&](int d) {
        const Piece piece = grid_.top[neighbor<N>(at, d)];
        if (grid_.level[piece] != 0 || piece == turn_.resting || pinned(neighbor<N>(at, d))) return;
        for_each_bit(landings, [&](int e) {
          const PackedMove move = pack(piece, neighbor<N>(at, e));
          for (int i = 0; i < count; ++i)
            if (thrown[i] == move) return;
          thrown[count++] = move;
        });
      });
    });
    return count;
  }

  void add_throws(const PackedMove* thrown, int count) {
    const PackedMove* walks_end = out_;
    for (int i = 0; i < count; ++i) {
      if (color_of(piece_of(thrown[i])) == turn_.color && std::find(walks_, walks_end, thrown[i]) != walks_end)
        continue;
      *out_++ = thrown[i];
    }
    throw_count_ = static_cast<int>(out_ - walks_end);
  }

  const Grid<N>& grid_;
  const Turn& turn_;
  const PackedMove* const begin_;
  const PackedMove* walks_ = nullptr;  // the first move that is not a placement
  PackedMove* out_;
  const int shift_;
  int throw_count_ = 0;
  bool outside_known_ = false;
  CellSet<N> outside_;
};

}  // namespace

template <int N>
MoveCounts generate(const Grid<N>& grid, const Turn& turn, PackedMove* out) {
  MoveCounts counts = Generator<N>(grid, turn, out).run();
  counts.walks -= counts.throws;
  return counts;
}

// The same three cases as in Generator::placements; sharing one function made perft 10% slower.
template <int N>
CellSet<N> placement_cells(const Grid<N>& grid, int color) {
  if (grid.played == 0) return CellSet<N>::single(grid.index({0, 0}));
  if ((grid.played & side_set(color)) == 0) return beside(grid.occupied()) & ~grid.occupied();
  return beside(grid.topped[color]) & ~(beside(grid.topped[1 - color]) | grid.occupied());
}

template <int N>
PackedMove walk_to(const Grid<N>& grid, const Turn& turn, CellIndex to, PieceSet except) {
  return Generator<N>(grid, turn, nullptr).walk_to(to, except);
}

template <int N>
PieceSet pinned_pieces(const Grid<N>& grid) {
  const Turn turn{};
  Generator<N> generator(grid, turn, nullptr);
  PieceSet pinned = 0;
  for (PieceSet left = grid.played & ~grid.covered; left != 0; left &= left - 1) {
    const int piece = std::countr_zero(left);
    if (grid.level[piece] == 0 && generator.pinned(grid.cell[piece])) pinned |= 1u << piece;
  }
  return pinned;
}

template MoveCounts generate(const Grid<16>&, const Turn&, PackedMove*);
template MoveCounts generate(const Grid<32>&, const Turn&, PackedMove*);
template CellSet<16> placement_cells(const Grid<16>&, int);
template CellSet<32> placement_cells(const Grid<32>&, int);
template PackedMove walk_to(const Grid<16>&, const Turn&, CellIndex, PieceSet);
template PackedMove walk_to(const Grid<32>&, const Turn&, CellIndex, PieceSet);
template PieceSet pinned_pieces(const Grid<16>&);
template PieceSet pinned_pieces(const Grid<32>&);

}  // namespace hexapoda::hive

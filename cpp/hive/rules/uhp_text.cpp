#include "hive/rules/uhp_text.hpp"

#include <algorithm>

namespace hexapoda::hive {
namespace {

constexpr std::string_view kBugs = "QSBGAMLP";

// The offset of the destination from the reference piece, in the canonical order of hive/text/notation.py.
struct Step {
  char sign;
  bool before;  // the sign precedes the reference
  Cell to;
};
constexpr Step kSteps[] = {{'\\', false, {0, 1}}, {'/', true, {-1, 1}},  {'-', true, {-1, 0}},
                           {'\\', true, {0, -1}}, {'/', false, {1, -1}}, {'-', false, {1, 0}}};

bool is_single(Bug bug) { return bug == kQueen || bug == kMosquito || bug == kLadybug || bug == kPillbug; }

void append(std::string& text, Piece piece) {
  const Bug bug = bug_of(piece);
  text += color_of(piece) ? 'b' : 'w';
  text += kBugs[bug];
  if (!is_single(bug)) text += static_cast<char>('0' + kNumberOfSlot[slot_of(piece)]);
}

// Removes a piece from the front of the text and returns it; kNoPiece if there is none.
Piece take_piece(std::string_view& text) {
  if (text.size() < 2 || (text[0] != 'w' && text[0] != 'b')) return kNoPiece;
  const std::size_t bug = kBugs.find(text[1]);
  if (bug == std::string_view::npos) return kNoPiece;
  int number = 1;
  std::size_t length = 2;
  if (!is_single(static_cast<Bug>(bug))) {
    if (text.size() < 3) return kNoPiece;
    number = text[2] - '0';
    length = 3;
  }
  for (int slot = 0; slot < kPiecesPerSide; ++slot)
    if (kBugOfSlot[slot] == bug && kNumberOfSlot[slot] == number) {
      const Piece piece = make_piece(text[0] == 'b', slot);
      text.remove_prefix(length);
      return piece;
    }
  return kNoPiece;
}

Piece top_without(const Position& position, Cell at, Piece mover) {
  const Piece top = position.top(at);
  return top == mover ? position.below(mover) : top;
}

}  // namespace

std::string uhp_text(const Position& position, const Move& move) {
  if (move.is_pass()) return "pass";
  std::string text;
  append(text, move.piece);
  if (position.played() == 0) return text;
  const Piece under = top_without(position, move.to, move.piece);
  if (under != kNoPiece) {
    text += ' ';
    append(text, under);
    return text;
  }
  for (const Step& step : kSteps) {
    const Piece beside = top_without(position, {move.to.q - step.to.q, move.to.r - step.to.r}, move.piece);
    if (beside == kNoPiece) continue;
    text += ' ';
    if (step.before) text += step.sign;
    append(text, beside);
    if (!step.before) text += step.sign;
    break;
  }
  return text;
}

bool play_uhp(Position& position, std::string_view text) {
  Piece piece = kNoPiece;
  Cell to{};
  if (text != "pass") {
    piece = take_piece(text);
    if (piece == kNoPiece) return false;
    if (text.empty()) {
      if (position.played() != 0) return false;
    } else {
      if (text[0] != ' ' || text.size() < 2) return false;
      text.remove_prefix(1);
      const bool before = text[0] != 'w' && text[0] != 'b';
      char sign = before ? text[0] : '\0';
      if (before) text.remove_prefix(1);
      const Piece reference = take_piece(text);
      if (reference == kNoPiece || text.size() > (before ? 0u : 1u)) return false;
      if (!text.empty()) sign = text[0];
      const auto at = position.cell_of(reference);
      if (!at) return false;
      to = *at;
      if (sign != '\0') {
        const auto* step = std::find_if(std::begin(kSteps), std::end(kSteps),
                                        [&](const Step& s) { return s.sign == sign && s.before == before; });
        if (step == std::end(kSteps)) return false;
        to = {to.q + step->to.q, to.r + step->to.r};
      }
    }
  }
  const auto packed = position.find(piece, to);
  if (packed) position.push(*packed);
  return packed.has_value();
}

}  // namespace hexapoda::hive

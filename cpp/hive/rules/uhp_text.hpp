// UHP MoveStrings: `wA1 bQ-`, `wB1 bQ`, `pass`. The canonical text of a move, and the exact reading for programs;
// hexapoda.hive.text.notation reads what people write and says what is wrong with it.
#pragma once

#include <string>
#include <string_view>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// The text of a legal move that is about to be played, with the reference that Mzinga would take.
std::string uhp_text(const Position& position, const Move& move);

// Plays the move that an exact MoveString names; false, and nothing changed, when it names none that is legal.
bool play_uhp(Position& position, std::string_view text);

}  // namespace hexapoda::hive

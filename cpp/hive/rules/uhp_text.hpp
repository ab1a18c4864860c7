// UHP MoveStrings such as `wA1 bQ-`, `wB1 bQ` and `pass`: the canonical text of a move, and a strict parser for
// programs. hexapoda.hive.text.notation reads human input and explains errors.
#pragma once

#include <string>
#include <string_view>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// The text of a legal move in `position`, with the same reference piece that Mzinga uses.
std::string uhp_text(const Position& position, const Move& move);

// Plays the move of a strict MoveString. If the text is invalid or the move illegal, returns false and changes nothing.
bool play_uhp(Position& position, std::string_view text);

}  // namespace hexapoda::hive

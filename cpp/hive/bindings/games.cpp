// Whole games of Hive in one call: UHP MoveStrings in and out, and the canonical keys of all positions.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"
#include "hive/rules/uhp_text.hpp"

namespace hexapoda::bindings {

void bind_hive_games(nb::handle position_class) {
  auto cls = nb::borrow<nb::class_<Position>>(position_class);
  cls.def(
         "_play_uhp",
         [](Position& position, const std::vector<std::string>& texts) {
           std::size_t played = 0;
           while (played < texts.size() && hive::play_uhp(position, texts[played])) ++played;
           return played;
         },
         nb::arg("texts"),
         "Play strict UHP MoveStrings up to the first invalid or illegal one. Returns the number of moves played.")
      .def(
          "_uhp_texts",
          [](const Position& position) {
            std::vector<std::string> texts(static_cast<std::size_t>(position.played_moves()));
            Position past(position);
            for (std::size_t i = texts.size(); i-- > 0;) {
              const Move move = past.take_back();
              texts[i] = hive::uhp_text(past, move);
            }
            return texts;
          },
          "The moves since the start or the setup, as canonical UHP MoveStrings.")
      .def(
          "_canonical_keys",
          [](const Position& position) {
            std::vector<std::int64_t> keys(static_cast<std::size_t>(position.played_moves()) + 1);
            Position past(position);
            for (std::size_t i = keys.size(); i-- > 0;) {
              keys[i] = static_cast<std::int64_t>(past.canonical_key());
              if (i > 0) past.unmake();
            }
            return keys;
          },
          "`canonical_key` of every position from the first to this one, as signed integers.");
}

}  // namespace hexapoda::bindings

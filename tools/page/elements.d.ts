// The elements that other modules call: what `querySelector` and `createElement` give for their names.
interface HTMLElementTagNameMap {
  "edit-game": import("../../src/hexapoda/web/static/views/edit_game.js").EditGame;
  "game-viewer": import("../../src/hexapoda/web/static/viewer/game_viewer.js").GameViewer;
  "import-games": import("../../src/hexapoda/web/static/views/import_games.js").ImportGames;
  "new-game": import("../../src/hexapoda/web/static/views/new_game.js").NewGame;
  "new-match": import("../../src/hexapoda/web/static/views/new_match.js").NewMatch;
  "new-puzzles": import("../../src/hexapoda/web/static/views/new_puzzles.js").NewPuzzles;
  "new-run": import("../../src/hexapoda/web/static/views/new_run.js").NewRun;
  "own-games": import("../../src/hexapoda/web/static/views/own_games.js").OwnGames;
  "position-openings": import("../../src/hexapoda/web/static/views/position_openings.js").PositionOpenings;
  "settings-dialog": import("../../src/hexapoda/web/static/views/settings_dialog.js").SettingsDialog;
}

/** What happens to a field that holds a text, a number or a choice. */
type FieldEvent = Event & { target: HTMLInputElement | HTMLSelectElement };

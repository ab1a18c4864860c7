// The requests and answers of the server, written by tools/page_types.py from its models.

declare namespace Api {
  /** The name of the visitor who accepts a game. */
  interface AcceptedName {
    name?: string;
  }
  /** What a line added to the repertoire. */
  interface AddedLineJson {
    /** Positions that are new. */
    added: number;
    /** Positions that were already there. */
    merged: number;
    /** Positions for which there was no space. */
    left: number;
    /** Plies cut off at the end of a line that is too long. */
    cut: number;
  }
  /** A page of analyses, newest first. */
  interface AnalysesJson {
    analyses: AnalysisRowJson[];
    /** The numbers of analyses that cannot be read. */
    damaged: number[];
    total: number;
  }
  /** The evaluation of a move, from the point of view of the player who made it. */
  interface AnalysisFields {
    score?: number | null;
    win_in?: number | null;
    depth?: number | null;
  }
  /** An analysis. */
  interface AnalysisJson {
    id: number;
    /** Identifies this state of the analysis. */
    revision: string;
    name: string;
    record: RecordJson;
  }
  /** A line of an analysis, with its first move. */
  interface AnalysisLineJson {
    move: string;
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    pv: string[];
    /** In words. */
    score: string;
    depth: number | null;
    nodes: number | null;
    /** The win probability of player 0; null if unknown. */
    win: number | null;
    /** The proven result for the side to move; null if none. */
    proven: "win" | "loss" | null;
    win_in: number | null;
    [name: string]: any;
  }
  type AnalysisMessage = LinesMessage | ErrorMessage;
  type AnalysisRequest = AnalyzeFields | StopFields;
  /** An analysis in a list. */
  interface AnalysisRowJson {
    id: number;
    game: string;
    variant: string;
    players: string[];
    result: string;
    ending: string;
    plies: number;
    date: string;
    event: string;
    source: string;
    name: string;
  }
  /** Search a position instead of the previous one. */
  interface AnalyzeFields {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    type: "analyze";
    ref?: number | string | null;
    /** The id of an opponent. */
    engine?: string | null;
    lines?: number;
    seconds?: number | null;
  }
  /** The engine of a rating list with a fixed rating. */
  interface AnchorJson {
    name: string;
    elo: number;
  }
  /** The judgment on a legal move. */
  interface AnsweredJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    verdict: "right" | "solved" | "wrong";
    judged: "best" | "right" | "fair" | "same" | "wrong";
    text: string;
    move: MoveJson;
    board: BoardJson;
    reply: ReplyJson | null;
    /** Moves that are still to be found. */
    left: number;
    rating: "again" | "hard" | "good" | "easy" | null;
    /** Seconds since 1970. */
    due: number;
    solution: ExerciseSolutionJson | null;
  }
  /** A game that cannot be read. */
  interface BadGameJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    index: number;
    error: string;
    line: number | null;
  }
  /** A position as `hexapoda show --json` writes it. Each game adds what it needs. */
  interface BoardJson {
    game: string;
    variant: string;
    rules: Record<string, string>;
    /** The player to move, 0 or 1. */
    player: number;
    /** The name of that player, such as `White`. */
    turn: string;
    ply: number;
    state: string;
    /** The moves since the start; empty if the enclosing JSON object already lists them. */
    moves: string[];
    /** The position as text. */
    text: string;
    [name: string]: any;
  }
  /** All games, and what the server offers to this visitor. */
  interface CatalogJson {
    games: GameJson[];
    /** Whether the server shows this visitor its matches. */
    matches: boolean;
    /** Whether the server shows this visitor its training runs. */
    runs: boolean;
    /** Whether this visitor may start matches and other work. */
    starts: boolean;
    /** Whether this visitor is known by a key. */
    shared: boolean;
    /** Whether this visitor is a guest on another person's machine, and can only play. */
    guest: boolean;
    /** Whether the server sends emails to people whose turn it is. */
    mails: boolean;
    /** Whether other machines can reach the server. */
    others: boolean;
    /** Where other devices reach the page, if the server knows it. */
    address: string | null;
  }
  /** An analysis that replaces a stored one. */
  interface ChangedAnalysis {
    name?: string;
    record: RecordFields;
    /** The revision from which the change was made. */
    revision: string;
  }
  /** Both clocks. */
  interface ClockJson {
    /** Seconds left for each player. */
    left: [number, number];
    running: number | null;
    /** Seconds for the game and for each move, such as `300+3`; or days, `3d`. */
    control: string;
  }
  /** A command that this server started, or a search for puzzles that an earlier server started. */
  interface CommandJson {
    kind: "match" | "run" | "puzzles";
    /** The match, the training run, or the puzzle file. */
    id: string;
    /** A `stopped` or `failed` command can be resumed. */
    state: "running" | "stopping" | "stopped" | "done" | "failed";
    /** The error that the command reported; empty if none. */
    text: string;
    /** When it was started; empty if by an earlier server. */
    began: string;
    /** How many puzzles a search has found so far. */
    puzzles?: number;
  }
  /** The commands, latest first, and the limits on them. */
  interface CommandsJson {
    commands: CommandJson[];
    /** How many commands may run at a time. */
    most: number;
    /** The most games that a match may play at a time. */
    cores: number;
  }
  /** The conclusions from the result, in sentences. */
  interface ConclusionJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    headline: string[];
    /** How many sentences of the headline, from the first, are reasons for doubt. */
    doubts: number;
    notes: string[];
  }
  /** A small settings file. */
  interface ConfigJson {
    name: string;
    text: string;
  }
  /** The state of a new game. */
  interface CreatedGameJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    board: BoardJson;
    /** Empty unless a person is to move. */
    legal: MoveJson[];
    last: MoveJson | null;
    result: ResultJson | null;
    seats: [SeatJson, SeatJson];
    clock: ClockJson | null;
    undo: boolean;
    redo: boolean;
    /** How many of the moves were given at the beginning, not played in the game. */
    given: number;
    /** The help that a person has had against an engine: a game with help is not rated. Between two people who have agreed on help, `agreed` and the help they had. */
    help: string[];
    /** What the players should know about the position; usually empty. */
    warning: string;
    /** Why an engine does not move or the game is not saved; usually empty. */
    trouble: string;
    id: string;
    /** Counts the changes. */
    version: number;
    offer: OfferJson | null;
    paused: boolean;
    teaching: boolean;
    lesson: MistakeJson | null;
    /** The id of the rematch with the seats swapped, once a player wants one. */
    rematch: string | null;
    /** Whether a seat is open to anyone. */
    open: boolean;
    /** The secret keys of the seats, except for a seat that is offered to others. They are sent only once. */
    keys: string[];
  }
  /** The notice that an engine declined an offer. */
  interface DeclinedMessage {
    type: "declined";
    kind: "draw" | "undo" | "help";
    by: number;
  }
  /** An analysis that was moved to the trash. */
  interface DeletedAnalysisJson {
    deleted: number;
  }
  /** The numbers of the games that were just moved to the trash. */
  interface DeletedJson {
    deleted: number[];
  }
  /** A game after a correction. */
  interface EditedGameJson {
    game: StoredRowJson;
    /** The token that undoes the correction; null if nothing changed. */
    undo: string | null;
  }
  /** The estimated difference between two players.
   *
   * Attributes:
   *     games: the number of games.
   *     score: points per game. Without games it is None, and so are all the fields below except `los`.
   *     score_low: lower bound of the score.
   *     score_high: upper bound of the score.
   *     elo: logistic Elo of the score; None for a score of 0 or 1.
   *     low: lower bound of the Elo; None for a score of 0 (the bound is minus infinity).
   *     high: upper bound of the Elo; None for a score of 1.
   *     nelo: normalized Elo; None when all units have the same score.
   *     nelo_error: half the width of the interval of `nelo`.
   *     los: likelihood of superiority, 0 to 1; above 0.975 exactly when `low` of a 95% interval is above 0. */
  interface EloEstimate {
    games: number;
    score: number | null;
    score_low: number | null;
    score_high: number | null;
    elo: number | null;
    low: number | null;
    high: number | null;
    nelo: number | null;
    nelo_error: number | null;
    los: number;
  }
  /** The code from the link that ends all emails. */
  interface EndOfMails {
    code: string;
    /** Whether nobody may enter this address here again. */
    forever?: boolean;
  }
  /** The figures of one engine. Averages are per move, and None if nothing was recorded. */
  interface EngineFigures {
    name: string;
    first: WinsDrawsLosses;
    second: WinsDrawsLosses;
    moves: number;
    seconds: number | null;
    slowest: number | null;
    waited: number | null;
    depth: number | null;
    nodes: number | null;
    curve: ScorePoint[];
  }
  /** The limits on the moves of an engine. */
  interface EngineLimitsJson {
    /** A clock such as `60+1`, or `2s` for each move; empty without a limit. */
    time: string;
    nodes: number | null;
    depth: number | null;
  }
  /** Why a message was refused or could not be carried out, or why the socket is closed. */
  interface ErrorMessage {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    type: "error";
    text: string;
    /** The part of the message that is wrong. */
    field?: string;
    /** If the socket is closed: the HTTP status that a request would get. */
    status?: number;
  }
  /** An exercise with its board. */
  interface ExerciseJson {
    id: string;
    kind: "mistake" | "win" | "opening";
    game: string;
    variant: string;
    player: number;
    side: string;
    /** What the visitor played in the game; empty for an opening. */
    played: string;
    judgment: string;
    state: "new" | "learning" | "known";
    /** Seconds since 1970. */
    due: number;
    /** Seconds since 1970. */
    added: number;
    /** How often it was answered. */
    answers: number;
    names: [string, string];
    date: string;
    /** The review that it comes from; empty if there is none. */
    review: string;
    /** The move in that game, counted in plies from 1; 0 without a game. */
    ply: number;
    /** In how many games the position occurred. */
    times: number;
    removed: boolean;
    board: BoardJson;
    legal: MoveJson[];
    rules: Record<string, string>;
    start: string | null;
    moves: string[];
    /** The win probability that the move in the game lost. */
    loss: number;
    /** How many moves are to be found: for a forced win, perhaps several. */
    length: number;
  }
  /** An exercise in a list. */
  interface ExerciseRowJson {
    id: string;
    kind: "mistake" | "win" | "opening";
    game: string;
    variant: string;
    player: number;
    side: string;
    /** What the visitor played in the game; empty for an opening. */
    played: string;
    judgment: string;
    state: "new" | "learning" | "known";
    /** Seconds since 1970. */
    due: number;
    /** Seconds since 1970. */
    added: number;
    /** How often it was answered. */
    answers: number;
    names: [string, string];
    date: string;
    /** The review that it comes from; empty if there is none. */
    review: string;
    /** The move in that game, counted in plies from 1; 0 without a game. */
    ply: number;
    /** In how many games the position occurred. */
    times: number;
    removed: boolean;
  }
  /** The better line, and why it is better. */
  interface ExerciseSolutionJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    /** The better line. */
    steps: StepJson[];
    /** What was played, and how it is punished. */
    refutation: StepJson[];
    /** What the move in the game did. */
    text: string;
    /** Why the better move is better; may be empty. */
    reason: string;
    /** The reason as remarks, with the cells that prove them. */
    remarks: RemarkJson[];
    /** How the answer was rated; null if it did not count. */
    rating: "again" | "hard" | "good" | "easy" | null;
    /** When the exercise comes back, in seconds since 1970. */
    due: number;
    state: "new" | "learning" | "known";
  }
  /** Exercises, in the order in which they are due. */
  interface ExercisesJson {
    total: number;
    exercises: ExerciseRowJson[];
  }
  /** A game that reached a position. */
  interface ExploredGameJson {
    id: number;
    game: string;
    variant: string;
    players: string[];
    result: string;
    ending: string;
    plies: number;
    date: string;
    event: string;
    source: string;
    /** The ply at which it first did so. */
    at: number;
  }
  /** A move that was played from a position. */
  interface ExploredMoveJson {
    text: string;
    same: string[];
    move: MoveJson | null;
    games: number;
    /** Games won by the first player. */
    first: number;
    draws: number;
    second: number;
    unfinished: number;
    /** The mean rating of its players. */
    rating: number | null;
  }
  /** A position with the moves that were played from it. */
  interface ExplorerJson {
    game: string;
    variant: string;
    rules: Record<string, string>;
    start: string | null;
    moves: ExploredMoveJson[];
    board: BoardJson;
    legal: MoveJson[];
    last: MoveJson | null;
    result: ResultJson | null;
    opening: OpeningJson | null;
    totals: TotalsJson;
    /** Games whose record ends here. */
    ended: number;
    /** How many moves are not listed. */
    more: number;
    games: ExploredGameJson[];
    /** The moves of the game's opening tree, best first. */
    tree: TreeMoveJson[];
  }
  /** A position for the opening explorer. */
  interface ExplorerQuestion {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    /** Only games of this player. */
    player?: string | null;
  }
  /** What to export: the game that led to a position, or a record. */
  interface ExportFields {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    record?: RecordFields | null;
    format: string;
    /** The id of a node of the record. */
    at?: number | null;
  }
  /** A damaged part of a file, which was left out. */
  interface FaultJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    line?: number | null;
    ply?: number | null;
  }
  /** The statistics of a match, apart from its result. */
  interface FiguresJson {
    engines: EngineFigures[];
    first_move: EloEstimate;
    lengths: LengthFigures | null;
    openings: MatchOpeningJson[];
    booked: boolean;
    openings_left: number;
    games_left: number;
  }
  /** A format in which games can be written. */
  interface FormatJson {
    id: string;
    name: string;
    suffix: string;
    /** Whether it keeps variations and comments. */
    variations: boolean;
  }
  /** What goes wrong in the games of one player. */
  interface GameHabitsJson {
    games: number;
    moves: number;
    accuracy: number | null;
    counts: Record<string, number>;
    parts: HabitPartJson[];
    missed: HabitJson[];
    worst: HabitErrorJson[];
  }
  /** Some games of the store. */
  interface GameIds {
    ids: number[];
  }
  /** A game, and what this server can do with it. */
  interface GameJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    name: string;
    title: string;
    /** How a game is won, in one sentence; may be empty. */
    goal: string;
    notice: string;
    players: string[];
    /** How many plies share a number when people say `move 12`: 1 or 2. */
    plies_a_turn: number;
    /** The strongest engine, which has the levels. */
    default_engine: string;
    sides: string[];
    variants: string[];
    /** A variant that a network learns quickly; empty if there is none. */
    quick_variant: string;
    rules: RuleJson[];
    opponents: OpponentJson[];
    /** The opponent for a first game. */
    friendly: string | null;
    /** The board that pages use: the name of the game, or `plain`. */
    board: string;
    formats: FormatJson[];
    /** Whether positions can be set up by hand. */
    setup: boolean;
    overlays: OverlayKindJson[];
    /** Whether games can be reviewed. */
    review: boolean;
    draws: boolean;
    lessons: number;
    /** Whether the library finds positions of this game. */
    indexed: boolean;
  }
  type GameMessage = StateMessage | SeatsMessage | ThinkingMessage | HintMessage | DeclinedMessage | RefusalJson | LegalJson | ErrorMessage;
  /** A review that is running or queued. */
  interface GameReviewJson {
    progress: ReviewProgressJson;
    game: string;
    variant: string;
    names: [string, string];
    date: string;
    /** The player that the visitor was. */
    player: number;
  }
  /** An entry in the list of games in a text. */
  interface GameRowJson {
    game: string;
    variant: string;
    names: string[];
    result: string | null;
    plies: number;
    date: string;
    event: string;
    index: number;
  }
  /** Games played on this server, most recently saved first. */
  interface GameRowsJson {
    games: PlayedRowJson[];
  }
  /** The state of a game. */
  interface GameStateJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    board: BoardJson;
    /** Empty unless a person is to move. */
    legal: MoveJson[];
    last: MoveJson | null;
    result: ResultJson | null;
    seats: [SeatJson, SeatJson];
    clock: ClockJson | null;
    undo: boolean;
    redo: boolean;
    /** How many of the moves were given at the beginning, not played in the game. */
    given: number;
    /** The help that a person has had against an engine: a game with help is not rated. Between two people who have agreed on help, `agreed` and the help they had. */
    help: string[];
    /** What the players should know about the position; usually empty. */
    warning: string;
    /** Why an engine does not move or the game is not saved; usually empty. */
    trouble: string;
    id: string;
    /** Counts the changes. */
    version: number;
    offer: OfferJson | null;
    paused: boolean;
    teaching: boolean;
    lesson: MistakeJson | null;
    /** The id of the rematch with the seats swapped, once a player wants one. */
    rematch: string | null;
    /** Whether a seat is open to anyone. */
    open: boolean;
  }
  type GameWish = MoveWish | WhyWish | SwitchWish | HelpWish | PlainWish;
  /** The games in a text that contains several. */
  interface GamesJson {
    count: number;
    format: string | null;
    games: (GameRowJson | BadGameJson)[];
    /** Whether there are more games than those listed. */
    more?: boolean;
  }
  /** A move to judge. */
  interface GivenAnswer {
    moves?: string[];
    /** A new random string for each attempt at the exercise. Only its first answer counts. */
    attempt: string;
    move: string;
    /** How many hints were asked for in this attempt. */
    hints?: number;
    /** The time that it took. */
    seconds?: number | null;
  }
  /** An attempt that is given up. */
  interface GivenUp {
    /** A new random string for each attempt at the exercise. Only its first answer counts. */
    attempt: string;
  }
  /** One of the worst moves. */
  interface HabitErrorJson {
    id: string;
    ply: number;
    loss: number;
  }
  /** What better moves would have achieved, and in which positions. */
  interface HabitJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    places: HabitPlaceJson[];
  }
  /** The errors in one part of the games: the beginning, the middle or the end. */
  interface HabitPartJson {
    errors: number;
    moves: number;
  }
  /** A move of a reviewed game. */
  interface HabitPlaceJson {
    id: string;
    ply: number;
  }
  /** The habits of a player in each game, and the ids of reviews that cannot be loaded. */
  interface HabitsJson {
    games: Record<string, GameHabitsJson>;
    gone: string[];
  }
  /** Note help that the page gives to a person. */
  interface HelpWish {
    type: "help";
    kind: "lines" | "analysis";
  }
  /** A hint about the next move. */
  interface HintJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    pieces: string[];
    cells: [number, number][];
    move: MoveJson | null;
  }
  /** A request for a hint. */
  interface HintLevel {
    moves?: string[];
    /** 1: the piece or a few cells; 2: the move. */
    level?: number;
  }
  /** One of the best moves, with its line. */
  interface HintLineJson {
    move: string;
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    score: string;
    depth: number | null;
    [name: string]: any;
  }
  /** The best moves for the player to move. */
  interface HintMessage {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    lines: HintLineJson[];
    /** The first move in words. */
    move: string;
    text: string;
    remarks: RemarkJson[];
    type: "hint";
  }
  /** A request for a hint. */
  interface HintWish {
    moves?: string[];
    /** 1: the piece or a few cells; 2: the move. */
    level?: number;
  }
  /** A game or file that was not imported, and why. */
  interface ImportFaultJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    line: number | null;
    text: string;
  }
  /** The progress of an import. */
  interface ImportJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    file: string;
    state: "waiting" | "running" | "done" | "failed" | "stopped";
    games: number;
    added: number;
    duplicates: number;
    /** Duplicates that completed a stored game. */
    completed: number;
    bad: number;
    faults: ImportFaultJson[];
    /** Why it failed; empty if it did not. */
    note: string;
  }
  /** The first message of a page that watches or plays a game. */
  interface JoinGame {
    type: "join";
    /** The secret keys of seats. */
    keys?: string[];
    name?: string | null;
    /** Take the visitor's own seats. */
    own?: boolean;
  }
  /** The first message of a page that watches a review. */
  interface JoinReview {
    type: "join";
    /** The version that the page has: only what is newer is sent. */
    version?: number;
  }
  type JsonValue = unknown;
  /** The judgment on a legal move. */
  interface JudgedMoveJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    verdict: "right" | "solved" | "slow" | "wrong";
    text: string;
    move: MoveJson;
    board: BoardJson;
    reply: ReplyJson | null;
    /** How many moves are left until the win. */
    left: number;
  }
  /** The judgment on a move. Win probabilities are for the player who moved, unless a field says
   * otherwise. */
  interface JudgmentJson {
    ply: number;
    player: string;
    move: string;
    judgment: string;
    best: string;
    line: string[];
    score_before: number | null;
    win_in_before: number | null;
    win_probability_before: number;
    score_after: number | null;
    win_in_after: number | null;
    win_probability_after: number;
    win_probability_loss: number;
    loss: number;
    /** The plies of a proven win that the move gave away. */
    missed_win: number | null;
    allowed_win: number | null;
    only: boolean;
    depth: number | null;
    reason: string;
    remarks: RemarkJson[];
    reply: string[];
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    side: number;
    glyph: string;
    error: boolean;
    /** The win probability of player 0 before the move. */
    win_before: number;
    /** The win probability of player 0 after the move. */
    win: number;
    text: string;
    better: StepJson[];
    refutation: StepJson[];
    /** Whether the second pass has reviewed it. */
    deep: boolean;
  }
  /** The judgment on one move. */
  interface JudgmentMessage {
    ply: number;
    player: string;
    move: string;
    judgment: string;
    best: string;
    line: string[];
    score_before: number | null;
    win_in_before: number | null;
    win_probability_before: number;
    score_after: number | null;
    win_in_after: number | null;
    win_probability_after: number;
    win_probability_loss: number;
    loss: number;
    /** The plies of a proven win that the move gave away. */
    missed_win: number | null;
    allowed_win: number | null;
    only: boolean;
    depth: number | null;
    reason: string;
    remarks: RemarkJson[];
    reply: string[];
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    side: number;
    glyph: string;
    error: boolean;
    /** The win probability of player 0 before the move. */
    win_before: number;
    /** The win probability of player 0 after the move. */
    win: number;
    text: string;
    better: StepJson[];
    refutation: StepJson[];
    /** Whether the second pass has reviewed it. */
    deep: boolean;
    type: "judgment";
  }
  /** The number and revision that a page needs to change an analysis. */
  interface KeptAnalysisJson {
    id: number;
    /** Identifies this state of the analysis. */
    revision: string;
  }
  /** A visitor's results with one puzzle, as stored by a browser. */
  interface KeptCard {
    box: number;
    /** Seconds since 1970. */
    due: number;
    solved: number;
    failed: number;
  }
  /** A visitor's progress, as stored by a browser. */
  interface KeptProgress {
    level?: Record<string, number>;
    streak?: number;
    cards?: Record<string, unknown>;
  }
  /** The rating of the first engine on a ladder. */
  interface LadderRatingJson {
    elo: number | null;
    low: number | null;
    high: number | null;
    within: number | null;
  }
  /** The running and queued reviews of a visitor's games, and how many more games could be reviewed. */
  interface LastGamesJson {
    reviews: GameReviewJson[];
    /** How many of the last games have no finished review; 0 during reviews. */
    games: number;
  }
  /** A legal move. */
  interface LegalJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    type: "legal";
    move: string;
    text: string;
    /** What the move immediately brings about or ends. */
    does: RemarkJson[];
  }
  /** The lengths of the games, in plies. */
  interface LengthFigures {
    shortest: number;
    longest: number;
    step: number;
    begin: number;
    columns: [number, number, number, number][];
  }
  /** A position with a goal, which teaches a rule. */
  interface LessonJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    /** Whether it is a step of the tour, which introduces the game. */
    tour: boolean;
    /** The rule in a few words. */
    title: string;
    /** The rule in one or two sentences. */
    text: string;
    /** What to do on this board. */
    goal: string;
    /** What is shown when the goal is reached. */
    praise: string;
    /** The position, as text. */
    start: string;
    /** The cells that the goal is about. */
    marks: [number, number][];
    /** The moves to the goal. */
    steps: LessonStep[];
    /** A move that breaks the rule; null if the rule forbids none. */
    refused: RefusedMove | null;
  }
  /** One move of the learner, and the answer to it. */
  interface LessonStep {
    accept: string[];
    reply: string | null;
  }
  /** The lessons of a game, in the order in which they are learned. */
  interface LessonsJson {
    game: string;
    lessons: LessonJson[];
  }
  /** A level of a game, and the points that a visitor can expect against it. */
  interface LevelChanceJson {
    /** The id of the opponent in the catalog. */
    id: string;
    /** The fixed rating of the level; level 1 has 1000. */
    elo: number;
    /** The expected points of the visitor in a game; null if no game counts yet. */
    expected: number | null;
  }
  /** The rating of a visitor against the levels in a variant. Games between people do not count. */
  interface LevelRatingJson {
    game: string;
    /** Each variant has its own scale. */
    variant: string;
    /** How many finished games the rating is based on. */
    games: number;
    /** Null if no game counts yet. */
    rating: number | null;
    /** The lower end of the 95% interval. */
    low: number | null;
    /** The upper end of the 95% interval. */
    high: number | null;
    /** The level to play next: the one against which the visitor can expect closest to half a point, or one without a rating if all rated levels are too weak. Null if no game counts yet. */
    next: string | null;
    /** The levels with a rating, weakest first. */
    levels: LevelChanceJson[];
  }
  /** The ratings of a visitor, one for each variant in which the levels are rated. */
  interface LevelRatingsJson {
    ratings: LevelRatingJson[];
  }
  /** The store and its contents. */
  interface LibraryJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    name: string;
    /** Whether pages may change it. */
    writable: boolean;
    games: number;
    /** The number of stored games, by game and variant. */
    variants: Record<string, Record<string, number>>;
    /** Why it cannot be read; empty if it can. */
    trouble: string;
  }
  /** The best lines of a search so far. */
  interface LinesMessage {
    type: "lines";
    lines: AnalysisLineJson[];
    engine: string;
    seconds: number;
    done: boolean;
    /** Why the search has ended. */
    why?: "time" | "proven" | "complete" | "over" | "stopped";
  }
  /** The code from a link in an email. */
  interface MailLink {
    code: string;
  }
  /** A mark on the board after a move. */
  interface MarkFields {
    kind: string;
    cells: string[];
    color?: string;
    text?: string;
  }
  /** A mark on the board after a move. */
  interface MarkJson {
    kind: string;
    /** One cell; an arrow and a line have two. */
    cells: string[];
    color?: string;
    text?: string;
  }
  /** A game that an engine lost by crashing, stalling, playing an illegal move or exceeding its time. */
  interface MatchFaultJson {
    engine: string;
    game: number;
    ending: string;
    detail: string;
  }
  /** A game of a match with its record. */
  interface MatchGameJson {
    number: number;
    record: RecordJson;
  }
  /** A finished game of a match. */
  interface MatchGameRowJson {
    number: number;
    engines: number[];
    winner: number | null;
    ending: string;
    detail: string;
    /** `first`, `second`, `drawn` or `unscored`, and perhaps `fault`. */
    kinds: string[];
    plies: number;
  }
  /** Finished games, latest first. */
  interface MatchGamesJson {
    games: MatchGameRowJson[];
    total: number;
    offset: number;
  }
  /** An opening, and the results of player 0 in the games with it. */
  interface MatchOpeningJson {
    moves: string[];
    /** The board after the opening; null if that is not legal. */
    board: BoardJson | null;
    games: number;
    wins: number;
    draws: number;
    losses: number;
  }
  /** The result, as `hexapoda match --json` prints it. Only a tournament has standings and meetings. */
  interface MatchResultJson {
    game: string;
    variant: string;
    rules: Record<string, string>;
    engines: string[];
    format: string;
    seed: number;
    finished: boolean;
    games: number;
    wins?: number;
    draws?: number;
    losses?: number;
    score?: number | null;
    elo?: number | null;
    elo_low?: number | null;
    elo_high?: number | null;
    nelo?: number | null;
    nelo_error?: number | null;
    los?: number | null;
    pentanomial?: number[];
    llr?: number | null;
    llr_bounds?: number[] | null;
    verdict?: "H0" | "H1" | null;
    standings?: StandingJson[];
    meetings?: MeetingJson[];
    rating?: LadderRatingJson;
    anchor?: AnchorJson;
    /** Of a rating list: the date of its latest game. */
    day?: string;
    first_player: Record<string, number>;
    plies: number | null;
    unscored: number;
    repetitions: number;
    seconds_a_move: Record<string, number | null>;
    depth: Record<string, number | null>;
    endings: Record<string, number>;
  }
  /** A match in the list. An unreadable match has only the first six fields. */
  interface MatchRowJson {
    id: string;
    /** The training run that it belongs to; null if none. */
    run: string | null;
    date: string;
    trouble: string;
    running: boolean;
    /** How much of its games has been read, 0 to 1. */
    share: number;
    game?: string;
    variant?: string;
    format?: string;
    engines?: string[];
    /** The maximum number of games. */
    total?: number;
    played?: number;
    finished?: boolean;
    /** Whether a sequential test may end the match. */
    sprt?: boolean;
    /** Whether it rates its first engine on a ladder. */
    rated?: boolean;
    /** The engine that leads a tournament; null before its first game. */
    leader?: string | null;
    /** Wins of the first engine, in a match of two. */
    wins?: number;
    draws?: number;
    losses?: number;
    /** The verdict of the sequential test. */
    verdict?: "H0" | "H1" | null;
    [name: string]: any;
  }
  /** The settings of a match. */
  interface MatchSettingsJson {
    /** In the order of the engines. */
    limits: EngineLimitsJson[];
    openings: OpeningSourceJson;
    rules: Record<string, string>;
    /** The rules by which games end early. */
    adjudication: Record<string, number | null>;
    seed: number;
    concurrency: number;
  }
  /** The state of the sequential test. */
  interface MatchTestJson {
    elo0: number;
    elo1: number;
    model: string;
    llr: number;
    lower: number;
    upper: number;
    pairs: number;
    verdict: "H0" | "H1" | null;
  }
  /** Matches, most recently changed first; only the version if nothing has changed. */
  interface MatchesJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    version: string;
    matches?: MatchRowJson[];
    total?: number;
    offset?: number;
    trouble?: string;
    /** A command that plays a match. */
    command?: string;
  }
  /** The results between two engines of a tournament. */
  interface MeetingJson {
    engines: string[];
    wins: number;
    draws: number;
    losses: number;
    pentanomial: number[];
    los: number | null;
  }
  /** A serious mistake: the latest move, which its player may take back. */
  interface MistakeJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    ply: number;
    move: string;
    judgment: string;
    /** The win probability before and after the move. */
    win: [number, number];
    better: string;
    reply: MoveJson | null;
    line: string[];
    text: string;
    /** Why it was a mistake, if that is known. */
    remarks: RemarkJson[];
  }
  /** A move as the server sends it; only its text is used. */
  interface MoveFields {
    move: string;
  }
  /** A move as `hexapoda moves --json` writes it. Each game adds what it needs. */
  interface MoveJson {
    move: string;
    [name: string]: any;
  }
  /** The judgment on a move that a visitor asks about. */
  interface MoveJudgmentJson {
    ply: number;
    player: string;
    move: string;
    judgment: string;
    best: string;
    line: string[];
    score_before: number | null;
    win_in_before: number | null;
    win_probability_before: number;
    score_after: number | null;
    win_in_after: number | null;
    win_probability_after: number;
    win_probability_loss: number;
    loss: number;
    /** The plies of a proven win that the move gave away. */
    missed_win: number | null;
    allowed_win: number | null;
    only: boolean;
    depth: number | null;
    reason: string;
    remarks: RemarkJson[];
    reply: string[];
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    side: number;
    glyph: string;
    error: boolean;
    /** The win probability of player 0 before the move. */
    win_before: number;
    /** The win probability of player 0 after the move. */
    win: number;
    text: string;
    better: StepJson[];
    refutation: StepJson[];
    /** Whether the second pass has reviewed it. */
    deep: boolean;
    step: StepJson;
    /** What the move immediately brings about or ends. */
    does: RemarkJson[];
  }
  /** What an engine reported with its latest move. */
  interface MoveReportJson {
    score?: number;
    win_in?: number;
    depth?: number;
    nodes?: number;
    time?: number;
    book?: boolean;
    move: string;
  }
  /** Play a move. */
  interface MoveWish {
    type: "move";
    move: string;
    /** The number of plies before the move: if the game has more or fewer, it is refused. */
    ply?: number | null;
  }
  /** A game, given as its last position, with the names of its players. */
  interface NamedGame {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    names?: [string, string];
  }
  /** The result of a match of one network against another. */
  interface NetworkMatch {
    wins: number;
    draws: number;
    losses: number;
    pairs: [number, number, number, number, number];
    score: number;
    elo: number | null;
    low: number | null;
    high: number | null;
  }
  /** The Elo of a measured network. */
  interface NetworkRating {
    iteration: number;
    elo: number;
    error: number;
    drawn_game_added: boolean;
  }
  /** Where to send emails, and in which language. */
  interface NewAddress {
    address: string;
    /** The language of emails; English if the page lacks it. */
    language?: string;
  }
  /** An analysis to keep. */
  interface NewAnalysis {
    name?: string;
    record: RecordFields;
  }
  /** A game to create. */
  interface NewGame {
    /** The name of the game, as in the catalog. */
    game: string;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant's start. */
    start?: string | null;
    /** Moves from the start, after which the players take over: they belong to the game, but its clocks and judgments begin after them. */
    moves?: string[];
    /** `human`, or the id of an opponent in the catalog. */
    seats: [string, string];
    /** Seconds for the game and for each move, such as `300+3`; or, between two people, days per move, such as `3d`. */
    clock?: string | null;
    /** Seconds of each engine for a move; by default those of the server. */
    seconds?: [number | null, number | null];
    /** The seat that is open to anyone: the game is in the list of offers until a visitor accepts it. `random`: the seat is then drawn. */
    open?: "first" | "second" | "random" | null;
    /** Whether accepting the offered game means that an engine may help both. */
    help?: boolean;
  }
  /** The corrections to the header of a game; missing fields keep their values. */
  interface NewHeader {
    names?: [string | null, string | null];
    date?: string | null;
    event?: string | null;
    result?: string | null;
    ending?: string | null;
  }
  /** The key to use from now on. */
  interface NewKey {
    key: string;
    /** The owner whose key this browser has now, and which it forgets. */
    replaces?: string;
  }
  /** A match to play, or a tournament of more than two engines. */
  interface NewMatch {
    /** The name of the game, as in the catalog. */
    game: string;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    engines: NewMatchEngine[];
    /** For more than two engines; gauntlet: the first against the others. */
    format?: "round-robin" | "gauntlet";
    /** Games of each pairing. */
    games?: number;
    time?: number | null;
    nodes?: number | null;
    /** Such as `60+1`, in place of `time`. */
    clock?: string | null;
    /** Games at a time. */
    concurrency?: number;
    seed?: number | null;
    /** By default the time of the start. */
    id?: string | null;
  }
  /** An engine in a match, optionally with limits of its own in place of the common ones. */
  interface NewMatchEngine {
    /** The id of an opponent in the catalog. */
    id: string;
    time?: number | null;
    nodes?: number | null;
  }
  /** Puzzles to make from games between engines. */
  interface NewPuzzles {
    /** The name of the file. */
    id: string;
    /** The name of the game, as in the catalog. */
    game: string;
    /** By default the first variant. */
    variant?: string | null;
    /** Only puzzles of this theme. */
    theme?: string;
    /** The puzzles after which the command ends. */
    count?: number;
    /** The minutes after which it ends. */
    minutes?: number;
    /** The fewest moves of a win. */
    shortest?: number;
    /** The most moves of a win. */
    longest?: number;
    seed?: number | null;
  }
  /** The game to review: exactly one of `played`, `stored`, `text` and `moves`. */
  interface NewReview {
    /** The id of a game that was played here. */
    played?: string | null;
    /** The number of a game in the library. */
    stored?: number | null;
    /** A game in any format. */
    text?: string | null;
    /** Which game of the text, from 1. */
    number?: number | null;
    moves?: NamedGame | null;
    /** The player that the visitor was, whose mistakes become exercises; by default the only seat that they have taken in a game that was played here. */
    you?: number | null;
  }
  /** A small network that learns a game by playing against itself. */
  interface NewRun {
    /** The name of the run. */
    id: string;
    /** A game with a `quick_variant` in the catalog. */
    game: string;
    iterations?: number;
    /** Games of an iteration. */
    games?: number;
    /** Simulations for a move. */
    simulations?: number;
    seed?: number;
  }
  /** What an analysis says; `score` and `win_in` are for the player who moved. */
  interface NodeAnalysisJson {
    score: number | null;
    win_in: number | null;
    depth: number | null;
    /** The win probability of player 0. */
    win?: number | null;
  }
  /** A node of a record. Fields that follow from the moves, such as the board, are ignored. */
  interface NodeFields {
    id: number;
    parent?: number | null;
    move?: string | MoveFields | null;
    /** The comment that people wrote. */
    comment?: string;
    /** All comments as in the file, including those of a review. */
    comments?: string[];
    nags?: number[];
    marks?: MarkFields[];
    analysis?: AnalysisFields | null;
    played?: PlayedFields | null;
  }
  /** A move of a game or of a variation; the first node is the start. */
  interface NodeJson {
    id: number;
    parent: number | null;
    /** The board at the start. */
    board?: BoardJson;
    move?: MoveJson;
    /** How the board differs from the parent's. `[path, value]` sets a part. `[path, cut, put]` removes the items with the indices `cut` from a list, then inserts each `[index, item]` of `put`. */
    change?: ([(string | number)[], JsonValue] | [(string | number)[], number[], [number, JsonValue][]])[];
    /** The comment that people wrote. */
    comment?: string;
    /** All comments as in the file, if they differ from `comment`: several comments, or comments of a review. */
    comments?: string[];
    nags?: number[];
    glyphs?: string;
    marks?: MarkJson[];
    analysis?: NodeAnalysisJson;
    played?: NodePlayedJson;
    review?: NodeReviewJson;
    result?: ResultJson;
  }
  /** What the player reported with the move. */
  interface NodePlayedJson {
    score?: number;
    win_in?: number;
    depth?: number;
    nodes?: number;
    time?: number;
    book?: boolean;
  }
  /** What a review says about a move. Empty fields are left out. */
  interface NodeReviewJson {
    judgment?: string;
    best?: string;
    words?: string;
    reason?: string;
    reply?: string[];
  }
  /** Whether and where a visitor receives emails. */
  interface NoticesJson {
    /** Whether this server sends emails. */
    possible: boolean;
    /** The address for emails, confirmed or not; null if none was given. */
    address: string | null;
    /** Whether the link in the confirmation email was opened. */
    confirmed: boolean;
  }
  /** An offer of one player to the other. */
  interface OfferJson {
    kind: "draw" | "undo" | "help";
    by: number;
  }
  /** A game that is waiting for an opponent. */
  interface OfferedGameJson {
    id: string;
    game: string;
    variant: string;
    /** The rules that differ from the usual ones. */
    rules: Record<string, string>;
    /** Whether it does not begin at the variant's usual start. */
    start: boolean;
    /** The time control; empty without a clock. */
    control: string;
    /** The open seat, 0 or 1; null if it is drawn later. */
    seat: number | null;
    /** The name of the player who offers it; may be empty. */
    name: string;
    /** Whether accepting it means that an engine may help both. */
    help: boolean;
    /** Whether the player who offers it has the page open. */
    here: boolean;
    /** When it was offered, as ISO 8601 in UTC. */
    since: string;
  }
  /** The games that are open to anyone, newest first. */
  interface OffersJson {
    games: OfferedGameJson[];
  }
  /** The name of the opening of a game. */
  interface OpeningJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    name: string;
    /** How many plies of the game are in the opening book; 0 without a book. */
    book: number;
  }
  /** Where the openings come from. */
  interface OpeningSourceJson {
    /** `suite`, `none`, `random:PLIES`, or the name of a file. */
    source: string;
    count: number;
  }
  /** An opponent that a player can choose. */
  interface OpponentJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    name: string;
    note: string;
    /** From 1 to 10; null for an engine without levels. */
    level: number | null;
  }
  /** A marked cell. Empty fields are left out. */
  interface OverlayCellJson {
    cell: [number, number];
    tone?: "" | "first" | "second" | "good" | "bad" | "mark" | "dim" | null;
    /** For heat maps, 0 to 1. */
    value?: number | null;
    label?: string | null;
  }
  /** The position and the overlays to show for it. */
  interface OverlayFields {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    kinds: string[];
    /** The cell that an overlay is about. */
    cell?: [number, number] | null;
  }
  /** An overlay with its marks. */
  interface OverlayJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    cells: OverlayCellJson[];
    lines: [[number, number], [number, number]][];
    text: string;
    /** Whether time ran out before everything was found. */
    partial: boolean;
  }
  /** An overlay that a game can show. */
  interface OverlayKindJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    key: string;
    name: string;
    about: string;
    /** Whether the request must name a cell for it. */
    cell?: boolean;
  }
  /** Overlays, in the order of the request. */
  interface OverlaysJson {
    overlays: OverlayJson[];
  }
  /** The unfinished games of a visitor. */
  interface OwnGamesJson {
    ids: string[];
  }
  /** A game, and the keys of the requesting page's seats in it. */
  interface OwnSeatsJson {
    id: string;
    /** The secret keys of the requesting page's seats. */
    keys: string[];
  }
  /** Who the visitor is. */
  interface OwnerJson {
    /** `local` for the owner of the data folder, otherwise a hash of the key. */
    owner: string;
  }
  /** The owner and the secret key of a visitor. */
  interface OwnerKeyJson {
    /** `local` for the owner of the data folder, otherwise a hash of the key. */
    owner: string;
    /** All browsers with this key act as the same owner. */
    key: string;
  }
  /** The games that a page knows, with its keys. */
  interface PageGames {
    ids: string[];
    /** The page's keys, by the id of the game. They determine `own` in the answer. */
    keys?: Record<string, string[]>;
  }
  /** A piece on the board. */
  interface PieceFields {
    piece: string;
    cell: [number, number];
  }
  /** A piece on a cell. */
  interface PlacedPieceJson {
    piece: string;
    cell: [number, number];
  }
  /** A request without details. */
  interface PlainWish {
    type: "undo" | "redo" | "resign" | "draw" | "offer-help" | "accept" | "decline" | "go-on" | "hint";
  }
  /** A board with its legal moves. */
  interface PlayableJson {
    board: BoardJson;
    legal: MoveJson[];
  }
  /** The report of the engine that made the move. */
  interface PlayedFields {
    score?: number | null;
    win_in?: number | null;
    depth?: number | null;
    nodes?: number | null;
    time?: number | null;
    book?: boolean;
  }
  /** The record of a game played on this server. */
  interface PlayedRecordJson {
    record: RecordJson;
  }
  /** A game in a list. */
  interface PlayedRowJson {
    /** The seats of the visitor. */
    own: number[];
    /** The player to move; null if unknown, or if the game is over. */
    turn: number | null;
    /** Seconds left for the player to move; null unless a clock with days per move is running. */
    left: number | null;
    /** The time control; empty without a clock. */
    control: string;
    /** Whether it has a real-time clock, which needs both players at once. */
    timed: boolean;
    /** The seats whose players have the game open. */
    here: number[];
    /** Whether a seat is open to anyone. */
    open: boolean;
    /** The id of the rematch, once a player wants one. */
    rematch: string | null;
    id: string;
    game: string;
    variant: string;
    seats: [RowSeatJson, RowSeatJson];
    plies: number;
    /** Whether somebody has moved since the given moves. */
    begun: boolean;
    result: string;
    over: boolean;
    /** When it was last saved, as ISO 8601 in UTC. */
    saved: string;
  }
  /** A player with results and a rating. */
  interface PlayerJson {
    name: string;
    label: string;
    aliases: string[];
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number | null;
    elo: number | null;
    /** Half the width of the 95% interval. */
    error: number | null;
    /** Players in different groups are not linked by games; 0 without a rating. */
    group: number;
    /** Whether invented draws keep the rating finite, as after a perfect score. */
    estimate: boolean;
  }
  /** The seats of the requesting page. */
  interface Players {
    /** The page's keys in the game; if empty, the visitor's own seats count. */
    keys: string[];
  }
  /** The players of one game, such as Hive, best first. */
  interface PlayersJson {
    game: string;
    players: PlayerJson[];
    total: number;
  }
  /** A position, given as a start with moves or as text. */
  interface PositionFields {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
  }
  /** A position. A request can send back `game`, `variant`, `rules`, `start` and `moves` to identify it. */
  interface PositionJson {
    game: string;
    variant: string;
    rules: Record<string, string>;
    /** The first position as text; null for the usual start. */
    start: string | null;
    moves: string[];
    board: BoardJson;
    /** Empty when the game is over. */
    legal: MoveJson[];
    last: MoveJson | null;
    result: ResultJson | null;
    opening: OpeningJson | null;
  }
  /** The exercises of one game. */
  interface PracticeGameJson {
    game: string;
    cards: number;
    due: number;
  }
  /** The exercises that are due, and how well the visitor is doing. */
  interface PracticeJson {
    cards: number;
    due: number;
    new: number;
    learning: number;
    known: number;
    /** When the next exercise becomes due; null if none will. */
    next: number | null;
    removed: number;
    /** Exercises whose files cannot be read. */
    damaged: number;
    games: PracticeGameJson[];
    themes: PracticeThemeJson[];
    weeks: PracticeWeekJson[];
    /** What is due, up to 100 exercises. */
    queue: ExerciseRowJson[];
  }
  /** The exercises of one theme. */
  interface PracticeThemeJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    /** What the better moves do; empty if only `judgment` is known. */
    text: string;
    judgment: string;
    cards: number;
    known: number;
    due: number;
    answers: number;
    right: number;
  }
  /** The answers of one week. */
  interface PracticeWeekJson {
    /** Seconds since 1970. */
    begin: number;
    answers: number;
    right: number;
    added: number;
  }
  /** The response to a refused request. */
  interface ProblemAnswer {
    error: ProblemText;
  }
  /** What is wrong with a request. Some errors have additional fields. */
  interface ProblemText {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    /** The part of the request that is wrong. */
    field?: string;
  }
  /** The progress of a review. */
  interface ProgressMessage {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    status: "waiting" | "fast" | "deep" | "done" | "stopped" | "failed";
    /** Why it failed; empty if it did not. */
    trouble: string;
    /** Counts the changes. */
    version: number;
    engine: string;
    done: number;
    planned: number;
    /** How many moves the second pass has reviewed. */
    again: number;
    again_left: number | null;
    /** The place in the queue, from 1; null if not queued. */
    place: number | null;
    /** Whether it continues after a restart of the server. */
    saved: boolean;
    type: "progress";
  }
  /** How an attempt at a puzzle ended. */
  interface PuzzleAttempt {
    puzzle: string;
    solved: boolean;
    /** A new random string for each attempt, which then counts only once. */
    attempt: string;
  }
  /** A visitor's results with one puzzle. */
  interface PuzzleCardJson {
    /** 0 after a failure; each success moves the puzzle one box up. */
    box: number;
    /** When it comes back, in seconds since 1970. */
    due: number;
    solved: number;
    failed: number;
  }
  /** A puzzle with its board. */
  interface PuzzleJson {
    id: string;
    game: string;
    variant: string;
    player: number;
    side: string;
    /** How many moves the solver needs to win. */
    length: number;
    /** The difficulty; 1 is easiest. */
    grade: number;
    /** The names of the themes of the solution. */
    themes: string[];
    source: string;
    start: string;
    rules: Record<string, string>;
    board: BoardJson;
    legal: MoveJson[];
  }
  /** A move to judge. */
  interface PuzzleMove {
    moves?: string[];
    move: string;
  }
  /** The visitor's progress, with `cards` by puzzle id. */
  interface PuzzleProgressJson {
    /** By game, on the scale of the grades. */
    level: Record<string, number>;
    /** How many puzzles in a row were solved. */
    streak: number;
    cards: Record<string, PuzzleCardJson>;
  }
  /** A puzzle in the list. */
  interface PuzzleRowJson {
    id: string;
    game: string;
    variant: string;
    player: number;
    side: string;
    /** How many moves the solver needs to win. */
    length: number;
    /** The difficulty; 1 is easiest. */
    grade: number;
    /** The names of the themes of the solution. */
    themes: string[];
  }
  /** A theme of a game's puzzles. */
  interface PuzzleThemeJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    game: string;
    name: string;
    title: string;
  }
  /** All puzzles, without their solutions. */
  interface PuzzlesJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    /** The games that can have puzzles. */
    games: string[];
    themes: PuzzleThemeJson[];
    puzzles: PuzzleRowJson[];
    faults: string[];
  }
  /** A match that counts only for the ratings. */
  interface RatingMatchJson {
    /** The iteration of a network older than the published one, or an engine's text. */
    against: number | string;
    result: NetworkMatch;
    /** The id of the match with its games. */
    games: string | null;
  }
  /** One of the games in a text. */
  interface ReadRecordJson {
    /** 1 if it is the only one. */
    count?: number | null;
    index: number;
    /** Null if the text is a position. */
    format: string | null;
    record: RecordJson;
  }
  /** A record in the form of `hexapoda.page.record_json`. */
  interface RecordFields {
    game: string;
    variant?: string | null;
    rules?: Record<string, string>;
    start?: string | null;
    names?: [string, string] | null;
    engines?: [string, string] | null;
    result?: "1-0" | "0-1" | "1/2-1/2" | null;
    headers?: Record<string, string>;
    source?: string;
    number?: number;
    seed?: number | null;
    nodes: NodeFields[];
  }
  /** A game with its variations. */
  interface RecordJson {
    game: string;
    variant: string;
    rules: Record<string, string>;
    start: string | null;
    names: [string, string] | null;
    /** The engine of each player as text; empty for a person. */
    engines: [string, string] | null;
    result: string | null;
    opening: OpeningJson | null;
    headers: Record<string, string>;
    number?: number;
    seed?: number;
    /** The file from which it was read, without its folder. */
    source?: string;
    faults: FaultJson[];
    repairs: RepairJson[];
    /** Whether nodes after the first 5,000 are left out. */
    cut?: boolean;
    /** Parents first; the first child is the main continuation. */
    nodes: NodeJson[];
  }
  /** The source of a record: a text with games, a position, or a record as a page sends it. */
  interface RecordSource {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    text?: string | null;
    record?: RecordFields | null;
    /** The game in the text, from 0. */
    index?: number | null;
  }
  /** An illegal move, or a text that could mean several moves. */
  interface RefusalJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    type: "refusal";
    /** The move as it was sent. */
    move: string;
    /** The rule that the move breaks, if it breaks one. */
    rule: string | null;
    text: string;
    /** The cells that prove it. */
    cells: [number, number][];
    /** The pieces that prove it. */
    pieces: string[];
  }
  /** A move that shows the rule of a lesson by breaking it. */
  interface RefusedMove {
    move: string;
    rule: string;
  }
  /** A move that the rules do not allow. */
  interface RefusedMoveJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    type: "refusal";
    /** The move as it was sent. */
    move: string;
    /** The rule that the move breaks, if it breaks one. */
    rule: string | null;
    text: string;
    /** The cells that prove it. */
    cells: [number, number][];
    /** The pieces that prove it. */
    pieces: string[];
    verdict: "refused";
  }
  /** A fact stated by the coach, with the moves that lead to the position it describes. */
  interface RemarkJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    kind: string;
    /** The player who gains by it, 0 or 1. */
    gains: number;
    /** The moves that lead to the position. */
    line: string[];
    /** The cells that prove it. */
    cells: [number, number][];
    /** Whether it speaks for the move; in reasons: whether it is about the better move. */
    good: boolean;
  }
  /** An exercise that was removed or restored. */
  interface RemovedExerciseJson {
    id: string;
    removed: boolean;
  }
  /** A repair that was made when a file was read, or something that the file leaves unknown. */
  interface RepairJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    kind: "inserted" | "dropped" | "changed" | "unknown";
    text: string;
    line?: number | null;
    ply?: number | null;
  }
  /** A line to learn by heart. */
  interface RepertoireLine {
    /** The position at its end, with the moves that lead there. */
    line: PositionFields;
    /** The player whose moves are to be found. */
    you: number;
  }
  /** The opponent's reply, and the position after it. */
  interface ReplyJson {
    board: BoardJson;
    legal: MoveJson[];
    move: MoveJson;
  }
  /** The numbers of the games that were restored from the trash. */
  interface RestoredJson {
    restored: number[];
  }
  /** How a game ended. */
  interface ResultJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    /** 0 or 1; null for a draw. */
    winner: number | null;
    text: string;
  }
  /** A game with its boards, and all judgments so far. */
  interface ReviewJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    status: "waiting" | "fast" | "deep" | "done" | "stopped" | "failed";
    /** Why it failed; empty if it did not. */
    trouble: string;
    /** Counts the changes. */
    version: number;
    engine: string;
    done: number;
    planned: number;
    /** How many moves the second pass has reviewed. */
    again: number;
    again_left: number | null;
    /** The place in the queue, from 1; null if not queued. */
    place: number | null;
    /** Whether it continues after a restart of the server. */
    saved: boolean;
    game: string;
    variant: string;
    rules: Record<string, string>;
    start: string | null;
    names: [string, string];
    result: string;
    ending: string;
    date: string;
    event: string;
    opening: OpeningJson | null;
    moves: string[];
    boards: BoardJson[];
    steps: MoveJson[];
    judgments: JudgmentJson[];
    summary: ReviewSummaryJson;
    /** The player that the visitor was; null if none. */
    you: number | null;
  }
  /** The limit for each search of a review. */
  interface ReviewLimitJson {
    time: number | null;
    depth: number | null;
    nodes: number | null;
  }
  type ReviewMessage = JudgmentMessage | SummaryMessage | ProgressMessage | ErrorMessage;
  /** How often the opening was played in the games of the library, and how it scored. */
  interface ReviewOpeningJson {
    plies: number;
    games: number;
    score: number | null;
    new_move: string | null;
  }
  /** The progress of a review. */
  interface ReviewProgressJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    id: string;
    status: "waiting" | "fast" | "deep" | "done" | "stopped" | "failed";
    /** Why it failed; empty if it did not. */
    trouble: string;
    /** Counts the changes. */
    version: number;
    engine: string;
    done: number;
    planned: number;
    /** How many moves the second pass has reviewed. */
    again: number;
    again_left: number | null;
    /** The place in the queue, from 1; null if not queued. */
    place: number | null;
    /** Whether it continues after a restart of the server. */
    saved: boolean;
  }
  /** The player that the visitor was, and the numbers of resulting exercises. */
  interface ReviewSideAnswerJson {
    you: number | null;
    /** Exercises that are new. */
    added: number;
    /** Exercises whose positions were already there. */
    merged: number;
    /** Exercises for which there was no space. */
    left: number;
  }
  /** The figures of one player in a review. */
  interface ReviewSideJson {
    player: string;
    name: string;
    moves: number;
    accuracy: number | null;
    average_loss: number | null;
    average_win_probability_loss: number | null;
    counts: Record<string, number>;
    worst: number[];
    missed_wins: number[];
    allowed_wins: number[];
  }
  /** The summary of a review: how the game ended, what was reviewed, and the figures of both players. */
  interface ReviewSummaryJson {
    result: string;
    ending: string;
    remark: string;
    plies: number;
    reviewed: number;
    complete: boolean;
    engine: string;
    limit: ReviewLimitJson;
    scale: number;
    players: [ReviewSideJson, ReviewSideJson];
    opening: ReviewOpeningJson | null;
    file: string | null;
  }
  /** Stop a review, or continue it. */
  interface ReviewWish {
    type: "stop" | "resume";
  }
  /** One player of a reviewed game. */
  interface ReviewedSide {
    id: string;
    player: number;
  }
  /** The games of one player. */
  interface ReviewedSides {
    reviews: ReviewedSide[];
  }
  /** The player that the visitor was in the game. */
  interface ReviewerSide {
    /** The player; null for none. */
    you: number | null;
  }
  /** The player of one side, for a game in a list. */
  interface RowSeatJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    human: boolean;
    name: string;
  }
  /** A rule switch: a rule of a game with several choices. */
  interface RuleJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    name: string;
    /** The first one is the default. */
    choices: string[];
    summary: string;
    title: string;
    /** The choices in words. */
    labels: string[];
    /** The choice to propose in place of the default, by variant. */
    advised: Record<string, string>;
  }
  /** The results of an iteration. Values that an earlier version did not measure are null. */
  interface RunIterationJson {
    iteration: number;
    games: number;
    decisive: number;
    plies: number;
    policy_loss: number | null;
    value_loss: number | null;
    positions: number | null;
    self_play_seconds: number | null;
    learning_seconds: number | null;
    games_per_hour: number | null;
    positions_per_second: number | null;
    /** The id of the match with some of its games. */
    shown: string | null;
    /** How many games that match has. */
    shown_games: number;
  }
  /** A match between two networks of a run. The first network has no opponent and no result. */
  interface RunMatchJson {
    iteration: number;
    against: number | null;
    result: NetworkMatch | null;
    published: boolean;
    /** The id of the match with its games. */
    games: string | null;
    /** The matches against older networks. */
    older: RatingMatchJson[];
    /** The matches against engines. */
    engines: RatingMatchJson[];
  }
  /** A run in the list. The last four fields are missing if its settings cannot be read. */
  interface RunRowJson {
    id: string;
    /** When it last changed, as ISO 8601 in UTC. */
    date: string;
    trouble: string;
    running: boolean;
    /** The number of complete iterations. */
    done: number;
    /** The iteration of the published network. */
    published: number | null;
    /** The rating of the published network. */
    elo: NetworkRating | null;
    game?: string;
    variant?: string;
    /** The number of iterations of the whole run. */
    total?: number;
    finished?: boolean;
  }
  /** What a run is doing now. */
  interface RunStateJson {
    iteration: number;
    /** Empty between two pieces of work. */
    work: "reading games" | "warm start" | "self-play" | "learning" | "match" | "";
    done: number;
    all: number;
    /** Seconds since this work began. */
    seconds: number;
  }
  /** A game in progress. A game that cannot be shown has only `number` and `trouble`. */
  interface RunningBoardJson {
    number: number;
    trouble?: string;
    engines?: number[];
    board?: BoardJson;
    last?: MoveJson | null;
    ply?: number;
    player?: number | null;
    /** Seconds since the engine to move began to think. */
    seconds?: number;
    /** Seconds left for each player; null without clocks. */
    left?: (number | null)[] | null;
    reports?: (MoveReportJson | null)[];
  }
  /** The games that a match is playing now. */
  interface RunningMatchJson {
    seconds_left: number | null;
    games: RunningBoardJson[];
    more: number;
  }
  /** Runs, most recently changed first; only the version if nothing has changed. */
  interface RunsJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    version: string;
    runs?: RunRowJson[];
    total?: number;
    trouble?: string;
    /** Settings for a first run. */
    config?: ConfigJson;
    /** The command that starts a run with it. */
    command?: string;
  }
  /** An engine's points per game after its first `games` games, with the bounds of the 95% interval. */
  interface ScorePoint {
    games: number;
    score: number;
    low: number;
    high: number;
  }
  /** A line that a thinking engine reports. */
  interface SearchLineJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    text: string;
    score: string;
    depth: number | null;
  }
  /** The player of one side. */
  interface SeatJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    human: boolean;
    name: string;
    /** The id of the engine in the catalog; null for a person. */
    opponent: string | null;
    /** The engine's time for a move; null for the default. */
    seconds: number | null;
    thinking: boolean;
    /** Whether a page with the key of this seat is open. */
    present: boolean;
  }
  /** The seats that a page plays from now on. */
  interface SeatsMessage {
    type: "seats";
    own: number[];
  }
  /** A position that a user sets up, or the text of a position to start from. */
  interface SetupFields {
    game: string;
    variant?: string | null;
    rules?: Record<string, string>;
    pieces?: PieceFields[];
    player?: number;
    text?: string | null;
  }
  /** A position that is set up by hand. */
  interface SetupJson {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    game: string;
    variant: string;
    rules: Record<string, string>;
    pieces: PlacedPieceJson[];
    player: number;
    board: BoardJson;
    tray: TrayPieceJson[];
    /** The cells on which a piece may be placed; null if on any. */
    open: [number, number][] | null;
    valid: boolean;
    /** Why the position is not valid; null if it is. */
    problem: string | null;
    /** The cells that the problem is about. */
    cells: [number, number][];
    /** The position as text; null if it is not valid. */
    start: string | null;
  }
  /** The winning line. */
  interface SolutionJson {
    id: string;
    steps: StepJson[];
  }
  /** An engine of a tournament. Without a rating, it has only its results. */
  interface StandingJson {
    name: string;
    wins: number;
    draws: number;
    losses: number;
    elo?: number;
    error?: number;
    games?: number;
    score?: number;
    group?: number;
    held?: boolean;
    /** In a rating list: how much the rating changed on the last day. */
    change?: number | null;
    /** In a rating list: how many checks of its protocol were made. */
    checks?: number | null;
    /** The checks that it failed. */
    failed?: string[];
    /** Whether it plays no more games. */
    retired?: boolean;
  }
  /** The state of a game, sent after each change. If several are queued, a page receives only the latest. */
  interface StateMessage {
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    board: BoardJson;
    /** Empty unless a person is to move. */
    legal: MoveJson[];
    last: MoveJson | null;
    result: ResultJson | null;
    seats: [SeatJson, SeatJson];
    clock: ClockJson | null;
    undo: boolean;
    redo: boolean;
    /** How many of the moves were given at the beginning, not played in the game. */
    given: number;
    /** The help that a person has had against an engine: a game with help is not rated. Between two people who have agreed on help, `agreed` and the help they had. */
    help: string[];
    /** What the players should know about the position; usually empty. */
    warning: string;
    /** Why an engine does not move or the game is not saved; usually empty. */
    trouble: string;
    id: string;
    /** Counts the changes. */
    version: number;
    offer: OfferJson | null;
    paused: boolean;
    teaching: boolean;
    lesson: MistakeJson | null;
    /** The id of the rematch with the seats swapped, once a player wants one. */
    rematch: string | null;
    /** Whether a seat is open to anyone. */
    open: boolean;
    type: "state";
    /** The seats of this page if it has just joined; otherwise null. */
    own: number[] | null;
  }
  /** A move, and the board after it. */
  interface StepJson {
    move: MoveJson;
    board: BoardJson;
  }
  /** End the search. */
  interface StopFields {
    type: "stop";
  }
  /** A game with its record. */
  interface StoredGameJson {
    id: number;
    game: string;
    variant: string;
    players: string[];
    result: string;
    ending: string;
    plies: number;
    date: string;
    event: string;
    source: string;
    record: RecordJson;
  }
  /** A page of the matching games, newest first. */
  interface StoredGamesJson {
    games: StoredRowJson[];
    /** The numbers of the unreadable games on this page. */
    damaged: number[];
    offset: number;
    total: number;
  }
  /** A stored game, as a row of a list. */
  interface StoredRowJson {
    id: number;
    game: string;
    variant: string;
    players: string[];
    result: string;
    ending: string;
    plies: number;
    date: string;
    event: string;
    source: string;
  }
  /** The summary of both players' moves. */
  interface SummaryMessage {
    type: "summary";
    summary: ReviewSummaryJson;
  }
  /** Pause or resume a game between two engines; start or stop checking each of the person's moves. */
  interface SwitchWish {
    type: "pause" | "teach";
    on: boolean;
  }
  /** The best lines that a thinking engine has found so far. */
  interface ThinkingMessage {
    type: "thinking";
    player: number;
    lines: SearchLineJson[];
    seconds: number;
  }
  /** The numbers of games by result. */
  interface TotalsJson {
    games: number;
    /** Games won by the first player. */
    first: number;
    draws: number;
    second: number;
    unfinished: number;
  }
  /** Deleted games, most recently deleted first. */
  interface TrashJson {
    games: TrashRowJson[];
  }
  /** A deleted game. */
  interface TrashRowJson {
    id: number;
    game: string;
    variant: string;
    players: string[];
    result: string;
    ending: string;
    plies: number;
    date: string;
    event: string;
    source: string;
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    /** When it was deleted, in ISO 8601. */
    deleted: string;
    /** `deleted`, or which game it was merged with. */
    reason: string;
  }
  /** A piece that can be placed. `left` is the number still available, null if there is no limit. */
  interface TrayPieceJson {
    piece: string;
    player: number;
    left: number | null;
  }
  /** A move of the game's opening tree. */
  interface TreeMoveJson {
    text: string;
    same: string[];
    move: MoveJson | null;
    /** The mover's win probability, if both play the tree's best moves. */
    chance: number;
    /** Recorded games through the position after the move. */
    results: TotalsJson;
  }
  /** A move to try in place of one that was played. */
  interface TriedMove {
    /** The move that it replaces, counted in plies from 1. */
    ply: number;
    move: string;
  }
  /** The judgment on a move tried in place of the one that was played. */
  interface TriedMoveJson {
    ply: number;
    player: string;
    move: string;
    judgment: string;
    best: string;
    line: string[];
    score_before: number | null;
    win_in_before: number | null;
    win_probability_before: number;
    score_after: number | null;
    win_in_after: number | null;
    win_probability_after: number;
    win_probability_loss: number;
    loss: number;
    /** The plies of a proven win that the move gave away. */
    missed_win: number | null;
    allowed_win: number | null;
    only: boolean;
    depth: number | null;
    reason: string;
    remarks: RemarkJson[];
    reply: string[];
    /** By language, the fields that are sentences, under the same names. */
    translations?: Record<string, Record<string, string | string[]>>;
    side: number;
    glyph: string;
    error: boolean;
    /** The win probability of player 0 before the move. */
    win_before: number;
    /** The win probability of player 0 after the move. */
    win: number;
    text: string;
    better: StepJson[];
    refutation: StepJson[];
    /** Whether the second pass has reviewed it. */
    deep: boolean;
    step: StepJson;
    /** What the move immediately brings about or ends. */
    does: RemarkJson[];
    /** Whether it is the move that was played. */
    same: boolean;
  }
  /** A game as it was before a correction. */
  interface UndoneJson {
    game: StoredRowJson;
  }
  /** How many games to review. */
  interface WantedGames {
    games?: number;
  }
  /** What a network learned from recorded games before the first iteration. */
  interface WarmStartJson {
    games: number;
    /** Games of another variant or with other rules, and unplayable ones. */
    left_out: number;
    positions: number;
    policy_loss: number;
    value_loss: number;
    /** How often the first choice was the move that was played, 0 to 1. */
    predicted: number;
    seconds: number;
  }
  /** A match and its running games: `match` is null if unchanged, `running` if the match is not running. */
  interface WatchedMatchJson {
    id: string;
    version: string;
    running: RunningMatchJson | null;
    match: WholeMatchJson | null;
  }
  /** A run and what it is doing now. `run` is null if it has not changed, `now` if it is not running. */
  interface WatchedRunJson {
    id: string;
    version: string;
    now: RunStateJson | null;
    run: WholeRunJson | null;
  }
  /** A match with its settings and its result so far. */
  interface WholeMatchJson {
    id: string;
    /** The training run that it belongs to; null if none. */
    run: string | null;
    date: string;
    trouble: string;
    running: boolean;
    /** How much of its games has been read, 0 to 1. */
    share: number;
    game?: string;
    variant?: string;
    format?: string;
    engines?: string[];
    /** The maximum number of games. */
    total?: number;
    played?: number;
    finished?: boolean;
    /** Whether a sequential test may end the match. */
    sprt?: boolean;
    /** Whether it rates its first engine on a ladder. */
    rated?: boolean;
    /** The engine that leads a tournament; null before its first game. */
    leader?: string | null;
    /** Wins of the first engine, in a match of two. */
    wins?: number;
    draws?: number;
    losses?: number;
    /** The verdict of the sequential test. */
    verdict?: "H0" | "H1" | null;
    settings?: MatchSettingsJson;
    /** Null if it cannot be computed. */
    result?: MatchResultJson | null;
    conclusion?: ConclusionJson | null;
    figures?: FiguresJson | null;
    test?: MatchTestJson | null;
    /** Only the latest ones. */
    faults?: MatchFaultJson[];
    fault_count?: number;
    [name: string]: any;
  }
  /** A run with its settings and its results so far. */
  interface WholeRunJson {
    id: string;
    /** When it last changed, as ISO 8601 in UTC. */
    date: string;
    trouble: string;
    running: boolean;
    /** The number of complete iterations. */
    done: number;
    /** The iteration of the published network. */
    published: number | null;
    /** The rating of the published network. */
    elo: NetworkRating | null;
    game?: string;
    variant?: string;
    /** The number of iterations of the whole run. */
    total?: number;
    finished?: boolean;
    /** By their full names, such as `gate.every`. */
    settings: Record<string, string | number | boolean | null> | null;
    warm_start: WarmStartJson | null;
    curve: NetworkRating[];
    matches: RunMatchJson[];
    /** How many older matches are not listed. */
    more_matches: number;
    /** If this is n, only every n-th iteration is listed. */
    every: number;
    iterations: RunIterationJson[];
  }
  /** A move in a position. */
  interface WhyFields {
    /** The name of the game. */
    game?: string | null;
    /** By default the first variant. */
    variant?: string | null;
    rules?: Record<string, string>;
    /** A position as text, in place of the variant. */
    start?: string | null;
    moves?: string[];
    /** A position or a game as text, in place of `variant`, `start` and `moves`. */
    text?: string | null;
    /** A move or a piece, in any notation. */
    move: string;
  }
  /** Ask why a move, or every move of a piece, is illegal. */
  interface WhyWish {
    type: "why";
    move: string;
  }
  /** The results of one engine, or of one side. */
  interface WinsDrawsLosses {
    wins: number;
    draws: number;
    losses: number;
  }
  /** A game that is no longer offered. */
  interface WithdrawnJson {
    id: string;
  }
}

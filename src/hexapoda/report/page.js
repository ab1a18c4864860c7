"use strict";
// Replays the games of this page. It needs no rules: each ply names a piece or stone and its new cell, in Hive also
// the height.
(() => {
  const byId = (id) => document.getElementById(id);

  byId("filter").addEventListener("change", (event) => {
    let shown = 0;
    document.querySelectorAll("#games tbody tr").forEach((row) => {
      row.hidden = event.target.value !== "" && !row.dataset.kind.split(" ").includes(event.target.value);
      shown += !row.hidden;
    });
    byId("shown").textContent = `${shown} shown`;
  });

  if (!byId("replays")) return;
  const data = JSON.parse(byId("replays").textContent);
  const board = byId("board"), list = byId("plies"), slider = byId("ply"), status = byId("status");
  const SVG = "http://www.w3.org/2000/svg";
  const games = new Map(data.games.map((game) => [game.id, game]));
  const order = data.games.map((game) => game.id);
  let game = null, ply = 0, timer = 0;

  const make = (name, attributes, parent) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (parent) parent.append(element);
    return element;
  };
  const center = (q, r, height) => [100 * Math.sqrt(3) * (q + r / 2), 150 * r - 19 * height];
  const at = ([x, y], scale) => `translate(${x.toFixed(1)} ${y.toFixed(1)})` + (scale ? ` scale(${scale})` : "");

  // The place of every piece after `count` plies: piece -> [q, r, height].
  const placed = (count) => {
    const where = new Map(game.start.map(([piece, ...place]) => [piece, place]));
    for (const step of game.plies.slice(0, count)) if (step) where.set(step[0], step.slice(1));
    return where;
  };

  // One frame for the whole game, so that the board does not move between plies.
  const frame = () => {
    if (game.hex) {
      board.setAttribute("viewBox", data.frames[game.hex]);
      return;
    }
    let [left, top, right, bottom] = [0, 0, 0, 0];
    for (const step of [...game.start, ...game.plies]) {
      if (!step) continue;
      const [x, y] = center(step[1], step[2], step[3]);
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    const across = Math.max(130, (900 - right + left) / 2), along = Math.max(135, (760 - bottom + top) / 2);
    board.setAttribute("viewBox", [left - across, top - along, right - left + 2 * across, bottom - top + 2 * along].map(Math.round).join(" "));
  };

  const text = (parent, x, y, size, fill, content) => {
    const element = make("text", { x, y, "font-size": size, fill, "font-weight": 700, "text-anchor": "middle", "font-family": "system-ui, sans-serif" }, parent);
    element.textContent = content;
  };

  const tile = (piece, place, top) => {
    const name = data.pieces[piece], kind = name.slice(0, 2);
    const group = make("g", { transform: at(center(...place)), "data-piece": name });
    make("title", {}, group).textContent = name + (place[2] ? `, height ${place[2] + 1}` : "");
    make("use", { href: `#hexapoda-light-tile-${name[0]}` }, group);
    if (top) {
      make("use", { href: `#hexapoda-light-${kind}`, transform: at([0, -4], 1.22) }, group);
      if (name[2]) text(group, 0, 82, 30, data.inks[kind][0], name[2]);
    }
    return group;
  };

  const buried = (pieces, q, r, layer) => {
    const [x, y] = center(q, r, pieces.length - 1);
    const badge = make("g", { transform: at([x + 80, y + 6]) }, layer);
    make("circle", { r: 20, fill: "#fff", stroke: "#1b1a19", "stroke-width": 4 }, badge);
    text(badge, 0, 9, 26, "#1b1a19", pieces.length);
    pieces.slice(0, -1).forEach((piece, index, below) => {
      const name = data.pieces[piece], [ink, face, edge] = data.inks[name.slice(0, 2)];
      const column = index % 3, row = Math.floor(index / 3), columns = Math.min(3, below.length - 3 * row);
      const chip = make("g", { transform: at([x + (column - (columns - 1) / 2) * 55, center(q, r, 0)[1] + 99 - row * 49]) }, layer);
      make("use", { href: "#hexapoda-chip", fill: face, stroke: edge }, chip);
      make("use", { href: `#hexapoda-light-${name.slice(0, 2)}`, transform: at([0, name[2] ? -4 : 0], 0.42) }, chip);
      if (name[2]) text(chip, 0, 27, 14, ink, name[2]);
    });
  };

  // The page already defines the empty board of Hex. A swap moves a stone: its ply also names the old cell.
  const drawHex = () => {
    const layer = make("g", {}), stones = new Map(), step = ply ? game.plies[ply - 1] : 0;
    for (const put of [...game.start, ...game.plies.slice(0, ply)]) {
      if (!put) continue;
      if (put.length > 3) stones.delete(`${put[3]},${put[4]}`);
      stones.set(`${put[1]},${put[2]}`, put);
    }
    make("use", { href: `#hexapoda-hex-${game.hex}` }, layer);
    if (ply === game.plies.length) for (const [c, r] of game.chain || []) make("use", { href: "#hexapoda-hex-chain", transform: at(center(c, r, 0)) }, layer);
    for (const [color, c, r] of stones.values()) {
      const name = ["black", "white"][color], group = make("g", { transform: at(center(c, r, 0)), "data-stone": name }, layer);
      make("title", {}, group).textContent = `${name} on ${String.fromCharCode(97 + c)}${r + 1}`;
      make("use", { href: `#hexapoda-hex-${name}` }, group);
    }
    if (step) make("circle", { r: 76, fill: "none", stroke: "var(--last)", "stroke-width": 11, transform: at(center(step[1], step[2], 0)) }, layer);
    board.replaceChildren(layer);
    board.setAttribute("aria-label", `Board after ${ply} of ${game.plies.length} plies`);
  };

  const draw = () => {
    if (game.hex) {
      drawHex();
      return;
    }
    const now = placed(ply), before = placed(Math.max(0, ply - 1)), step = ply ? game.plies[ply - 1] : 0;
    const stacks = new Map();
    for (const [piece, [q, r, height]] of now) {
      const key = `${q},${r}`;
      if (!stacks.has(key)) stacks.set(key, { q, r, pieces: [] });
      stacks.get(key).pieces[height] = piece;
    }
    const layer = make("g", {}), over = make("g", {});
    const origin = step && before.get(step[0]), left = origin && stacks.get(`${origin[0]},${origin[1]}`);
    const ghost = () => make("use", { href: "#hexapoda-ghost", stroke: "var(--last)", transform: at(center(origin[0], origin[1], left ? left.pieces.length - 1 : 0)) }, layer);
    if (origin && !left) ghost();
    for (const { q, r, pieces } of [...stacks.values()].sort((a, b) => a.r - b.r || a.q - b.q)) {
      const [x, y] = center(q, r, 0);
      make("use", { href: "#hexapoda-shadow", fill: "var(--shadow)", "fill-opacity": 0.22, transform: at([x + 4, y + 9]) }, layer);
      pieces.forEach((piece, height) => layer.append(tile(piece, [q, r, height], height === pieces.length - 1)));
      if (step && q === step[1] && r === step[2]) make("use", { href: "#hexapoda-ring", stroke: "var(--last)", transform: at(center(...step.slice(1))) }, layer);
      if (left && q === origin[0] && r === origin[1]) ghost();
      if (pieces.length > 1) buried(pieces, q, r, over);
    }
    board.replaceChildren(layer, over);
    board.setAttribute("aria-label", `Board after ${ply} of ${game.plies.length} plies`);
  };

  const reported = (values) => {
    if (!values) return "";
    const [score, win, depth, nodes, time, book] = values, words = [];
    if (book) words.push("opening book");
    if (score != null) words.push(`score ${score}`);
    if (win != null) words.push(win >= 0 ? `win in ${win}` : `loss in ${-win}`);
    if (depth) words.push(`depth ${depth}`);
    if (nodes != null) words.push(`${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`);
    if (time != null) words.push(time < 1000 ? `${time} ms` : `${(time / 1000).toFixed(1)} s`);
    return words.join(" · ");
  };

  const describe = () => {
    const last = ply === game.plies.length;
    status.replaceChildren();
    const line = document.createElement("b");
    line.textContent = ply ? `${ply}. ${game.texts[ply - 1]}` : "Start";
    status.append(line, ` of ${game.plies.length}` + (last ? ` — ${game.result}` : ""));
    const extra = document.createElement("span");
    extra.className = "reported";
    extra.textContent = last && game.broken ? game.broken : (ply && game.reported ? reported(game.reported[ply - 1]) : "");
    status.append(extra);
    slider.value = ply;
    slider.setAttribute("aria-valuetext", line.textContent);
    for (const id of ["first", "back"]) byId(id).disabled = ply === 0;
    for (const id of ["forward", "last"]) byId(id).disabled = last;
    list.querySelectorAll("[aria-current]").forEach((item) => item.removeAttribute("aria-current"));
    const item = ply ? list.children[ply - 1] : null;
    if (item) {
      item.setAttribute("aria-current", "step");
      const above = item.offsetTop - list.offsetTop;
      if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above - list.clientHeight / 2;
    } else list.scrollTop = 0;
  };

  const go = (to) => {
    ply = Math.max(0, Math.min(game.plies.length, to));
    draw();
    describe();
  };

  const halt = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
  };

  const play = () => {
    if (timer) return halt();
    if (ply === game.plies.length) go(0);
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => (ply < game.plies.length ? go(ply + 1) : halt()), 700);
  };

  const show = (id, to) => {
    halt();
    game = games.get(id);
    byId("title").textContent = `Game ${id}: ${game.white} – ${game.black}`;
    byId("detail").textContent = game.detail;
    slider.max = game.plies.length;
    list.replaceChildren(...game.texts.map((move, index) => {
      const item = document.createElement("li"), button = document.createElement("button"), number = document.createElement("i");
      number.textContent = `${index + 1}.`;
      button.type = "button";
      button.title = move;
      button.append(number, move);
      button.addEventListener("click", () => { halt(); go(index + 1); });
      item.append(button);
      return item;
    }));
    document.querySelectorAll("tr.chosen").forEach((row) => row.classList.remove("chosen"));
    byId(`row-${id}`)?.classList.add("chosen");
    byId("previous-game").disabled = order.indexOf(id) === 0;
    byId("next-game").disabled = order.indexOf(id) === order.length - 1;
    frame();
    go(to ?? 0);
  };

  // #game-12 shows game 12 from its start, #game-12.30 after 30 plies.
  const route = () => {
    const match = /^#game-(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (!match || !games.has(Number(match[1]))) return false;
    show(Number(match[1]), match[2] === undefined ? 0 : Number(match[2]));
    byId("replay").scrollIntoView({ block: "start" });
    byId("title").focus({ preventScroll: true });
    return true;
  };

  byId("first").addEventListener("click", () => { halt(); go(0); });
  byId("back").addEventListener("click", () => { halt(); go(ply - 1); });
  byId("play").addEventListener("click", play);
  byId("forward").addEventListener("click", () => { halt(); go(ply + 1); });
  byId("last").addEventListener("click", () => { halt(); go(game.plies.length); });
  slider.addEventListener("input", () => { halt(); go(Number(slider.value)); });
  const neighbor = (step) => { location.hash = `#game-${order[order.indexOf(game.id) + step]}`; };
  byId("previous-game").addEventListener("click", () => neighbor(-1));
  byId("next-game").addEventListener("click", () => neighbor(1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, .scroll")) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || !byId("replay").matches(":focus-within, :hover, :target")) return;
    event.preventDefault();
    halt();
    go(ply + steps[event.key]);
  });
  addEventListener("hashchange", route);
  byId("games").addEventListener("click", (event) => {
    if (event.target.closest("a")?.hash === location.hash) route(); // the hash stays the same, so no hashchange event follows
  });
  if (!route()) show(order[0], games.get(order[0]).plies.length);
})();

"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const meta = JSON.parse($("#meta").textContent);
  const OUTCOMES = ["not measured", "answered", "timed out", "wrong", "no answer", "disputed", "refused"];
  const SVG = "http://www.w3.org/2000/svg";

  /* ---- What is known of each puzzle: unpacked when it is first needed. ---- */

  let loading = null;
  const load = () => (loading ??= unpack().catch((error) => {
    loading = null;
    tell("This browser cannot unpack what the page knows of puzzles.");
    throw error;
  }));

  async function unpack() {
    // 13 bits in two characters, from `!` to `~` without `&`, `<` and `>`.
    const text = $("#bytes").textContent, digits = new Uint8Array(128);
    for (let c = 33, digit = 0; c < 127; c++) if (!"&<>".includes(String.fromCharCode(c))) digits[c] = digit++;
    const packed = new Uint8Array(meta.compressed);
    for (let i = 0, bits = 0, count = 0, at = 0; i < text.length; i += 2) {
      bits |= (digits[text.charCodeAt(i)] + 91 * digits[text.charCodeAt(i + 1)]) << count;
      for (count += 13; count >= 8; count -= 8, bits >>= 8) packed[at++] = bits;
    }
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let section = 0, start = 0;
    const next = () => {
      const part = bytes.subarray(start, start + meta.sections[section]);
      start += meta.sections[section++];
      return part;
    };
    const numbers = () => {
      const part = next(), values = [];
      for (let at = 0; at < part.length;) {
        let value = 0, factor = 1, byte;
        do {
          byte = part[at++];
          value += (byte & 127) * factor;
          factor *= 128;
        } while (byte > 127);
        values.push(value);
      }
      return values;
    };
    const codes = () => {
      const low = next(), high = next();
      return Uint16Array.from(low, (byte, i) => byte + 256 * high[i]);
    };
    /* Classic sudokus: a bit a cell, and the digits of clues, 5 in 16 bits. */
    const classic = (cells, groups, count) => {
      const bytes = new Uint8Array(82 * count), five = [];
      for (let puzzle = 0, bit = 0, group = 0, to = 0; puzzle < count; puzzle++) {
        for (let cell = 0; cell < 81; cell++, bit++) {
          let byte = 46;
          if ((cells[bit >> 3] >> (bit & 7)) & 1) {
            if (!five.length) {
              let value = groups[group] + 256 * groups[group + 1];
              for (let i = 0; i < 5; i++, value = Math.floor(value / 9)) five.push(value % 9);
              group += 2;
            }
            byte = 49 + five.pop();
          }
          bytes[to++] = byte;
        }
        bytes[to++] = 10;
      }
      return bytes;
    };
    const corpora = meta.corpora.map((corpus) => {
      const first = next(), second = next();
      const lettered = corpus.packed ? classic(first, second, corpus.puzzles) : first;
      const texts = new TextDecoder().decode(lettered).split("\n");
      const sources = numbers(), steps = numbers(), sizes = numbers(), known = numbers();
      let line = 0;
      const lines = steps.map((step) => (line += step % 2 ? -(step + 1) / 2 : step / 2));
      const ended = () => new TextDecoder().decode(next()).split("\0");
      const isVariant = corpus.kind === "variant";
      const definitions = isVariant ? ended() : [], drawings = isVariant ? ended() : [];
      return { ...corpus, texts, of: sources, lines, sizes, known, definitions, drawings, series: [] };
    });
    for (const info of meta.series) {
      const outcomes = next(), solutions = numbers(), nodeCodes = codes(), timeCodes = codes();
      const times = Float64Array.from(timeCodes, (code) => (code ? mantissa(code) * 10 ** exponent(code) : NaN));
      const nodes = Float64Array.from(nodeCodes, nodesOf);
      corpora[info.corpus].series.push({ ...info, outcomes, solutions, nodes, codes: timeCodes, times });
    }
    return corpora;
  }

  const mantissa = (code) => ((code - 1) % 900) + 100;
  const exponent = (code) => Math.floor((code - 1) / 900) - 13;

  /** Nodes of a code; NaN where they are not known. */
  function nodesOf(code) {
    if (!code) return NaN;
    return code <= 10000 ? code - 1 : (((code - 10001) % 900) + 100) * 10 ** (Math.floor((code - 10001) / 900) + 2);
  }

  /** A time as the tables have it. */
  function time(code) {
    if (!code) return "–";
    const power = exponent(code) + 2; // of the first digit
    const unit = power >= 0 ? 0 : power >= -3 ? -3 : power >= -6 ? -6 : -9;
    const digits = String(mantissa(code));
    const before = power - unit + 1; // digits before the point
    const text = before <= 0 ? "0." + "0".repeat(-before) + digits
      : before >= 3 ? digits + "0".repeat(before - 3)
      : digits.slice(0, before) + "." + digits.slice(before);
    return text + { 0: "s", [-3]: "ms", [-6]: "µs", [-9]: "ns" }[unit];
  }

  const timeOf = (series, puzzle) => (series.outcomes[puzzle] % 16 === 2 ? ">" : "") + time(series.codes[puzzle]);
  const isAnswered = (series, puzzle) => series.outcomes[puzzle] % 16 === 1;
  /** Exact up to 9,999; above as many digits as are known, and as the tables have them. */
  function many(nodes) {
    if (nodes < 10000) return grouped(nodes);
    const [unit, letter] = nodes >= 1e9 ? [1e9, "G"] : nodes >= 1e6 ? [1e6, "M"] : [1e3, "k"];
    const places = Math.max(0, 2 - Math.floor(Math.log10(nodes / unit) + 1e-9));
    return (nodes / unit).toFixed(places) + letter;
  }
  const grouped = (number) => (Number.isSafeInteger(number) ? "" : "≥ ") + number.toLocaleString("en").replaceAll(",", "\u202f");

  /* ---- Points of a plot: where they are, and whose. ---- */

  function axes(svg) {
    const axis = (text) => {
      const [scale, ...numbers] = text.split(" ");
      const [low, high, from, to] = numbers.map(Number);
      return (value) => {
        const share = scale === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return from + (to - from) * Math.min(1, Math.max(0, share));
      };
    };
    return { x: axis(svg.dataset.x), y: axis(svg.dataset.y), top: Number(svg.dataset.y.split(" ")[4]) };
  }

  const hidden = new Set();
  const cache = new WeakMap();

  async function points(figure, svg) {
    const known = cache.get(svg);
    if (known) return known;
    const corpus = (await load())[figure.dataset.corpus];
    const place = axes(svg), found = [];
    const engines = figure.dataset.engines.split(" ").map(Number);
    const of = (engine) => corpus.series.find((series) => series.engine === engine);
    const add = (x, y, engine, puzzle) => found.push({ x, y, engine, puzzle });
    const rows = (values, usable) => engines.forEach((engine, row) => {
      const series = of(engine);
      for (let i = 0; i < series.outcomes.length; i++) {
        if (usable(series, i)) add(place.x(values(series, i)), rowAt(place.top, row), engine, i);
      }
    });
    const nodes = (series, i) => Math.max(0.5, series.nodes[i]);
    switch (figure.dataset.chart) {
      case "scatter": {
        const [a, b] = engines.map(of);
        for (let i = 0; i < a.times.length; i++) {
          if (a.codes[i] && b.codes[i]) add(place.x(a.times[i]), place.y(b.times[i]), engines[1], i);
        }
        break;
      }
      case "cactus":
        for (const engine of engines) {
          const series = of(engine);
          const order = [...series.times.keys()].filter((i) => isAnswered(series, i) && series.codes[i]);
          order.sort((i, k) => series.times[i] - series.times[k]);
          order.forEach((i, rank) => add(place.x(rank + 1), place.y(series.times[i]), engine, i));
        }
        break;
      case "nodes-time":
        for (const engine of engines) {
          const series = of(engine);
          for (let i = 0; i < series.times.length; i++) {
            if (isAnswered(series, i) && series.codes[i] && !Number.isNaN(series.nodes[i])) {
              add(place.x(nodes(series, i)), place.y(series.times[i]), engine, i);
            }
          }
        }
        break;
      case "times":
        rows((series, i) => series.times[i], (series, i) => series.codes[i] && isAnswered(series, i));
        break;
      case "nodes":
        rows(nodes, (series, i) => !Number.isNaN(series.nodes[i]) && isAnswered(series, i));
        break;
    }
    cache.set(svg, found);
    return found;
  }

  /** Whether an engine is seen in a plot; a pair always is. */
  const isSeen = (figure, point) => figure.dataset.chart === "scatter" || !hidden.has(point.engine);

  const CELL = 16, ROW = 54;

  /** The points by squares, so that few have to be looked at while the pointer moves. */
  function squares(found) {
    if (found.squares) return found.squares;
    found.squares = new Map();
    for (const point of found) {
      const key = Math.floor(point.x / CELL) * 1e4 + Math.floor(point.y / CELL);
      const square = found.squares.get(key);
      if (square) square.push(point); else found.squares.set(key, [point]);
    }
    return found.squares;
  }

  async function nearest(figure, svg, event, reach) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const parts = squares(await points(figure, svg));
    let { x, y } = at;
    if (figure.dataset.chart === "times" || figure.dataset.chart === "nodes") {
      // A row is as high as what stands in it: its points are told apart from left to right.
      const { top } = axes(svg);
      y = rowAt(top, Math.floor((y - top) / ROW));
    }
    let best = null, least = reach * reach;
    for (let column = Math.floor((x - reach) / CELL); column <= Math.floor((x + reach) / CELL); column++) {
      for (let row = Math.floor((y - reach) / CELL); row <= Math.floor((y + reach) / CELL); row++) {
        for (const point of parts.get(column * 1e4 + row) ?? []) {
          const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
          if (distance < least && isSeen(figure, point)) [best, least] = [point, distance];
        }
      }
    }
    return best;
  }

  const rowAt = (top, row) => top + (row + 0.7) * ROW;

  function mark(svg, point) {
    all(".picked").forEach((old) => old.remove());
    if (!point) return;
    svg.append(make("circle", { class: "picked", cx: point.x, cy: point.y, r: 6 }));
  }

  async function describe(figure, point) {
    const corpus = (await load())[figure.dataset.corpus];
    const engines = figure.dataset.chart === "scatter" ? figure.dataset.engines.split(" ").map(Number) : [point.engine];
    const figures = engines.map((engine) => {
      const series = corpus.series.find((it) => it.engine === engine);
      const known = series.nodes[point.puzzle];
      const nodes = Number.isNaN(known) ? "" : `, ${many(known)} nodes`;
      return `${meta.engines[engine].name} ${timeOf(series, point.puzzle)}${nodes}`;
    });
    const name = isNamed(corpus) ? corpus.texts[point.puzzle] : `puzzle ${point.puzzle + 1}`;
    return `${name}: ${figures.join("; ")}`;
  }

  /** Whether the text of a puzzle is what it is called. */
  const isNamed = (corpus) => corpus.kind !== "sudoku";

  const tip = $("#tip"), said = $("#said");
  const tell = (text) => { said.textContent = text; };
  const visible = (chart) => all("svg", chart).find((svg) => svg.getBoundingClientRect().width > 0);

  for (const chart of all(".chart[tabindex]")) {
    const figure = chart.closest("figure");
    let waiting = false, entered = 0, chosen = -1, walked = null;
    chart.addEventListener("click", async (event) => {
      const point = await nearest(figure, visible(chart), event, 30);
      if (point) show(Number(figure.dataset.corpus), point.puzzle);
    });
    chart.addEventListener("pointermove", (event) => {
      if (waiting || event.pointerType === "touch") return;
      waiting = true;
      const visit = entered;
      requestAnimationFrame(async () => {
        const svg = visible(chart);
        const point = await nearest(figure, svg, event, 14).finally(() => { waiting = false; });
        const text = point && (await describe(figure, point));
        // The pointer may have left while the puzzles were unpacked.
        if (visit !== entered) return;
        mark(svg, point);
        tip.hidden = !point;
        if (!point) return;
        tip.textContent = text;
        const box = tip.getBoundingClientRect();
        tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
        tip.style.top = Math.max(4, Math.min(event.clientY + 16, innerHeight - box.height - 8)) + "px";
      });
    });
    chart.addEventListener("pointerleave", () => {
      entered++;
      tip.hidden = true;
      if (document.activeElement !== chart) mark(null, null);
    });
    chart.addEventListener("blur", () => mark(null, null));
    chart.addEventListener("keydown", async (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity }[event.key];
      if (event.altKey || event.ctrlKey || event.metaKey || (!step && event.key !== "Enter")) return;
      event.preventDefault();
      const svg = visible(chart);
      // From left to right.
      const found = await points(figure, svg);
      const order = (found.order ??= found.toSorted((a, b) => a.x - b.x));
      // Another pair has other points.
      if (order !== walked) [walked, chosen] = [order, -1];
      if (event.key === "Enter") {
        if (order[chosen] && isSeen(figure, order[chosen])) show(Number(figure.dataset.corpus), order[chosen].puzzle);
        return;
      }
      const last = order.length - 1, direction = step === Infinity ? -1 : step === -Infinity ? 1 : step;
      let next = step === Infinity ? last : step === -Infinity ? 0 : Math.max(-1, Math.min(last + 1, chosen + step));
      while (order[next] && !isSeen(figure, order[next])) next += direction;
      if (!order[next]) return;
      chosen = next;
      mark(svg, order[chosen]);
      said.textContent = await describe(figure, order[chosen]);
    });
  }

  /* ---- Any two engines against each other. ---- */

  /** Of points that cannot be told from each other, one; coarser where there are many. */
  function thin(found, enough) {
    for (const cell of [2, 3, 4, 5]) {
      const seen = new Set();
      found = found.filter(({ x, y }) => {
        const key = Math.round(x / cell) * 1e4 + Math.round(y / cell);
        return !seen.has(key) && seen.add(key);
      });
      if (found.length <= enough) break;
    }
    return found;
  }

  /** A text over lines, as many letters in each as there is room for; what is left over stands in the last. */
  function fill(lines, text, width) {
    const words = text.split(" ");
    lines.forEach((line, number) => {
      let part = words.shift() ?? "";
      while (words.length && (number === lines.length - 1 || part.length + 1 + words[0].length <= width)) {
        part += " " + words.shift();
      }
      line.textContent = part;
    });
  }

  for (const choice of all(".choice")) {
    const figure = choice.closest("figure");
    choice.addEventListener("change", async () => {
      const engines = all("select", choice).map((select) => Number(select.value));
      figure.dataset.engines = engines.join(" ");
      const [first, second] = engines.map((engine) => meta.engines[engine].name);
      const text = meta.pairs[figure.dataset.corpus][engines.join(" ")] ?? "No puzzle that both ended on.";
      for (const svg of all("svg", figure)) {
        cache.delete(svg);
        const drawn = thin(await points(figure, svg), svg.matches(".wide") ? 4000 : 1500);
        const path = drawn.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join("");
        const dots = $(".dots.own", svg);
        dots.setAttribute("d", path);
        dots.setAttribute("class", `dots own s${engines[1] % 8} e${engines[1]}`);
        dots.setAttribute("stroke-opacity", drawn.length < 300 ? 0.8 : drawn.length < 3000 ? 0.6 : 0.4);
        $("[data-name=x]", svg).textContent = `time of ${first}`;
        $("[data-name=y]", svg).textContent = `time of ${second}`;
        $("[data-name=above]", svg).textContent = `${second} slower`;
        $("[data-name=below]", svg).textContent = `${second} faster`;
        fill(all("[data-name=note]", svg), text, svg.viewBox.baseVal.width / 6.16);
        $("desc", svg).textContent = text;
      }
      said.textContent = text;
      hide();
    });
  }

  /* ---- A puzzle, drawn, with what each engine made of it. ---- */

  const dialog = $("#puzzle");

  const element = (name, content = [], attributes = {}) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...[content].flat());
    return made;
  };

  async function show(number, puzzle) {
    const corpus = (await load())[number];
    const text = corpus.texts[puzzle], full = corpus.definitions[puzzle] || text;
    const source = corpus.sources[corpus.of[puzzle]];
    const place = source ? `${source}${corpus.lines[puzzle] ? ":" + corpus.lines[puzzle] : ""}` : "";
    const title = isNamed(corpus) ? text : `${corpus.name}: puzzle ${puzzle + 1} of ${corpus.texts.length - 1}`;
    const close = element("button", "Close", { type: "button", class: "close" });
    close.addEventListener("click", () => dialog.close());
    const rows = corpus.series.map((series) => {
      const outcome = OUTCOMES[series.outcomes[puzzle] % 16];
      const complete = series.outcomes[puzzle] & 16;
      const solutions = series.solutions[puzzle] ? (complete ? "" : "≥ ") + grouped(series.solutions[puzzle] - 1) : "–";
      const nodes = Number.isNaN(series.nodes[puzzle]) ? "–" : many(series.nodes[puzzle]);
      const shown = series.unit > 1 ? "in a batch" : timeOf(series, puzzle);
      return element("tr", [
        element("th", meta.engines[series.engine].name, { scope: "row" }),
        ...[outcome, shown, nodes, solutions].map((cell) => element("td", cell)),
      ]);
    });
    const head = ["engine", "outcome", "time", "nodes", "solutions"].map((it) => element("th", it, { scope: "col" }));
    const table = element("div", element("table", [element("thead", element("tr", head)), element("tbody", rows)]),
      { class: "table", tabindex: "0", role: "region", "aria-label": "What each engine made of it" });
    const known = corpus.known[puzzle];
    const facts = [
      place,
      `${corpus.sizes[puzzle]} ${corpus.kind === "cover" ? "items" : "clues"}`,
      known === 0 ? "" : known === 1 ? "1 solution seen" : `${grouped(known)} solutions seen`,
    ].filter((it) => it).join(", ");
    const copy = element("button", "Copy the puzzle", { type: "button" });
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(full);
        copy.textContent = "Copied";
      } catch {
        // Pages from disk may not write there: what is marked can be copied by hand.
        const details = $("details", dialog);
        if (details) details.open = true;
        getSelection().selectAllChildren($(".text", dialog));
        copy.textContent = "Marked: copy it with the keyboard";
      }
    });
    const count = corpus.texts.length - 1;
    // What was used is there again when another puzzle is shown.
    const go = (name, to) => show(number, to).then(() => {
      const same = all("button, input", dialog).find((it) => it.dataset.name === name && !it.disabled);
      (same ?? $(".close", dialog)).focus();
    });
    const move = (name, to) => {
      const button = element("button", name, { type: "button", "data-name": name });
      button.disabled = to < 0 || to >= count;
      button.addEventListener("click", () => go(name, to));
      return button;
    };
    const input = element("input", [], { type: "number", min: 1, max: count, value: puzzle + 1, "data-name": "number" });
    input.addEventListener("change", () => {
      const to = Number(input.value) - 1;
      if (Number.isInteger(to) && to >= 0 && to < count) go("number", to);
    });
    const right = element("div", [
      element("p", facts),
      ...(corpus.kind === "sudoku" ? [element("p", element("code", text, { class: "text" }))] : []),
      table,
      ...(corpus.kind === "variant" ? [element("details", [element("summary", "The puzzle as text"),
        element("pre", full, { class: "text", tabindex: "0" })])] : []),
      element("div", [move("Previous", puzzle - 1), move("Next", puzzle + 1), element("label", ["Puzzle", input]),
        ...(corpus.kind === "cover" ? [] : [copy])], { class: "moves" }),
    ], { style: "flex: 1 1 20rem; min-width: 0" });
    const grid = corpus.kind === "variant" ? drawing(corpus.drawings[puzzle]) : draw(text, corpus.boxes);
    dialog.replaceChildren(element("div", [close,
      element("h2", title, { id: "puzzle-title", "aria-live": "polite" }),
      element("div", grid ? [grid, right] : [right], { class: "parts" })], { class: "inner" }));
    if (!dialog.open) {
      tip.hidden = true;
      dialog.showModal();
      close.focus();
    }
  }

  const make = (name, attributes, content = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = content;
    return made;
  };

  /** A drawing that the page holds; nothing if it holds none. */
  function drawing(text) {
    if (!text) return null;
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.setAttribute("class", "drawing");
    return document.importNode(svg, true);
  }

  /** The grid, with its pencilmarks if it has those; nothing if the text is none that can be drawn. */
  function draw(text, boxes) {
    if (!boxes) return null;
    const size = boxes[0] * boxes[1];
    const symbols = text.includes(" ") ? text.trim().split(/ +/) : [...text];
    const marks = symbols.length === size ** 3 && size > 1;
    if (!marks && symbols.length !== size * size) return null;
    const side = size * 10, each = marks ? size : 1;
    const isEmpty = (symbol) => symbol === "." || symbol === "0";
    const svg = make("svg", { viewBox: `-1 -1 ${side + 2} ${side + 2}`, class: "grid", role: "img" });
    let thin = "", thick = "", aloud = "";
    for (let i = 0; i <= size; i++) {
      const rows = `M0 ${i * 10}H${side}`, columns = `M${i * 10} 0V${side}`;
      if (i % boxes[0]) thin += rows; else thick += rows;
      if (i % boxes[1]) thin += columns; else thick += columns;
    }
    svg.append(make("path", { d: thin }), make("path", { d: thick, class: "box" }));
    for (let cell = 0; cell < size * size; cell++) {
      const left = (cell % size) * 10, top = Math.floor(cell / size) * 10;
      const inside = symbols.slice(cell * each, (cell + 1) * each);
      const digits = inside.filter((symbol) => !isEmpty(symbol));
      if (cell % size === 0) aloud += `${cell ? ";" : ""} row ${cell / size + 1}:`;
      aloud += ` ${digits.join("") || "empty"}${cell % size === size - 1 ? "" : ","}`;
      if (!marks) {
        if (digits.length) {
          const long = digits[0].length > 1 ? { style: "font-size: 4.5px" } : {};
          svg.append(make("text", { x: left + 5, y: top + 7.1, ...long }, digits[0]));
        }
        continue;
      }
      const step = { x: 10 / boxes[1], y: 10 / boxes[0] };
      inside.forEach((symbol, digit) => {
        if (isEmpty(symbol)) return;
        const x = left + ((digit % boxes[1]) + 0.5) * step.x, y = top + (Math.floor(digit / boxes[1]) + 0.72) * step.y;
        svg.append(make("text", { x, y, style: "font-size: 2.6px; font-weight: 400" }, symbol));
      });
    }
    svg.setAttribute("aria-label", `The grid,${aloud}`);
    return svg;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-puzzle]");
    if (button) show(...button.dataset.puzzle.split(" ").map(Number));
    // Beside what is in it.
    if (event.target === dialog && !getSelection().toString()) dialog.close();
  });

  /* ---- Which engines are seen, and in which colours. ---- */

  const style = document.head.appendChild(document.createElement("style"));
  function hide() {
    style.textContent = [...hidden].map((engine) => `.chart svg:not([data-pair]) .own.e${engine}{display:none}`).join("");
  }
  all("figure[data-chart=scatter] svg").forEach((svg) => { svg.dataset.pair = ""; });
  for (const box of all("[data-engine]")) {
    box.checked = true;
    box.addEventListener("change", () => {
      const engine = Number(box.dataset.engine);
      if (box.checked) hidden.delete(engine); else hidden.add(engine);
      hide();
    });
  }
  const theme = $("#theme");
  theme.value = "";
  theme.addEventListener("change", () => { document.documentElement.dataset.theme = theme.value; });

  // Details are open on paper.
  addEventListener("beforeprint", () => all("details:not([open])").forEach((it) => { it.open = true; it.dataset.paper = ""; }));
  addEventListener("afterprint", () => all("[data-paper]").forEach((it) => { it.open = false; delete it.dataset.paper; }));
})();

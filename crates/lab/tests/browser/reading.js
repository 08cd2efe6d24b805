// What a reader does, with what is then to be seen: the body of a function that fills `seen`.
const wait = () => new Promise((done) => setTimeout(done, 300));
const $ = (selector) => document.querySelector(selector);
const key = (element, name) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
$("[data-puzzle]").click();
await wait();
seen.opened = $("dialog").open;
seen.title = $("dialog h2").textContent;
seen.clues = document.querySelectorAll("dialog svg text").length;
seen.text = $("dialog code").textContent;
seen.rows = [...document.querySelectorAll("dialog tbody tr")].map((row) => [...row.cells].map((it) => it.textContent));
[...document.querySelectorAll("dialog button")].find((it) => it.textContent === "Close").click();
seen.closed = !$("dialog").open;
const chart = (name) => $(`figure[data-corpus="0"][data-chart="${name}"] .chart`);
seen.charts = {};
for (const name of ["cactus", "scatter", "times", "nodes", "nodes-time"]) {
    key(chart(name), "ArrowRight");
    await wait();
    const said = $("#said").textContent, ring = $(".picked");
    const box = ring.getBoundingClientRect(), svg = ring.ownerSVGElement.getBoundingClientRect();
    const inside = box.left >= svg.left - 8 && box.right <= svg.right + 8 && box.top >= svg.top && box.bottom <= svg.bottom;
    key(chart(name), "Enter");
    await wait();
    const number = (text) => Number(text.match(/puzzle (\d+)/)[1]);
    seen.charts[name] = { said: number(said), inside, entered: number($("dialog h2").textContent) };
    $("dialog").close();
    // A click where the point is shows a puzzle that is there: others may be at the same place.
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true };
    chart(name).dispatchEvent(new MouseEvent("click", at));
    await wait();
    seen.charts[name].clicked = $("dialog").open;
    $("dialog").close();
}
// The last point of a plot is where the library ended a curve.
key(chart("cactus"), "End");
await wait();
const ring = $(".picked");
const ends = [...ring.ownerSVGElement.querySelectorAll(".line.own")].map((line) => line.getAttribute("d").match(/[\d.]+/g).slice(-2).map(Number));
seen.ended = ends.some(([x, y]) => Math.hypot(x - ring.getAttribute("cx"), y - ring.getAttribute("cy")) < 1);
// Of an exact-cover problem the name is shown, and no grid.
$("[data-puzzle^='1 ']").click();
await wait();
seen.cover = { title: $("dialog h2").textContent, grids: document.querySelectorAll("dialog svg").length };
$("dialog").close();
const dots = () => $("figure[data-chart=scatter] svg .dots.own").getAttribute("d");
const before = dots();
const select = $("figure[data-chart=scatter] select[data-axis='1']");
const initial = select.value;
select.value = [...select.options].find((it) => it.value !== initial && it.textContent !== "mrv").value;
select.dispatchEvent(new Event("change", { bubbles: true }));
await wait();
seen.moved = dots() !== before;
seen.axis = $("figure[data-chart=scatter] [data-name=y]").textContent;
select.value = initial;
select.dispatchEvent(new Event("change", { bubbles: true }));
await wait();
// Drawn by the script as by the library. Three digits of a time are less than a pixel, but may put a point
// into another cell of those in which only one is drawn.
const pairs = (path) => [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].map((it) => [Number(it[1]), Number(it[2])]);
const [drawn, given] = [dots(), before].map(pairs);
const near = (some, others) => some.every(([x, y]) => others.some(([u, v]) => Math.hypot(x - u, y - v) < 4));
seen.same = drawn.length > 5 && near(drawn, given) && near(given, drawn);
const line = () => getComputedStyle($("figure[data-chart=cactus] .line.own.e0")).display;
$("[data-engine='0']").click();
seen.hidden = line();
$("[data-engine='0']").click();
seen.shown = line();
const back = () => getComputedStyle(document.body).backgroundColor;
const theme = (name) => { $("#theme").value = name; $("#theme").dispatchEvent(new Event("change")); return back(); };
seen.themes = [theme("light"), theme("dark"), theme("")];
seen.wide = document.documentElement.scrollWidth > innerWidth;

// @ts-check
// Finds destinations while they are typed: by the words of places that came with the page, and what has none of them (an amount of data,
// a typing error) by the page of results. The form works without it; it is the only script of a storefront's shop pages.

/** @typedef {[path: string, name: string, from: string, search: string, flag: string]} Place */

const MOST = 8;
const box = /** @type {HTMLElement} */ (document.querySelector("[data-search]"));
const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
const list = /** @type {HTMLElement} */ (box.querySelector("[role=listbox]"));
const { start, none } = box.dataset;
/** @type {Place[]} */
const places = JSON.parse(/** @type {HTMLElement} */ (box.querySelector("script")).textContent ?? "[]");
/** @type {Place[]} */
let hits = [];
let active = 0;

/** Case and diacritics do not count. @param {string} text */
const fold = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i").replaceAll("ß", "ss").trim();

/** Places whose words begin as typed; those whose name itself begins so come first. @param {string} query */
function find(query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  /** @param {Place} place */
  const rank = ([, name]) => (fold(name).startsWith(/** @type {string} */ (words[0])) ? 0 : 1);
  return places
    .filter(([, , , search]) => words.every((word) => ` ${search}`.includes(` ${word}`)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}

/** @param {Place} place @param {number} i */
function option([, name, from, , flag], i) {
  const row = document.createElement("div");
  row.id = `${list.id}-${i}`;
  row.role = "option";
  row.className = "flex min-h-12 cursor-pointer items-center gap-3 rounded-xl px-3 aria-selected:bg-sunken";
  const picture = Object.assign(document.createElement("img"), {
    src: `/flags/${flag}.svg`,
    alt: "",
    width: 30,
    height: 20,
  });
  picture.className = "h-5 w-7.5 rounded-[3px] border border-line object-cover";
  const words = Object.assign(document.createElement("span"), { textContent: name, className: "flex-1" });
  const price = Object.assign(document.createElement("span"), {
    textContent: from,
    className: "text-ink-soft text-sm",
  });
  row.append(...(flag ? [picture] : []), words, price);
  row.addEventListener("click", () => go(i));
  return row;
}

/** @param {number} i */
function go(i) {
  const hit = hits[i];
  if (hit) window.location.href = start + hit[0];
}

/** @param {number} i */
function choose(i) {
  active = hits.length === 0 ? 0 : (i + hits.length) % hits.length;
  for (const [at, row] of [...list.children].entries()) row.setAttribute("aria-selected", String(at === active));
  if (hits.length > 0) input.setAttribute("aria-activedescendant", `${list.id}-${active}`);
  else input.removeAttribute("aria-activedescendant");
}

/** @param {boolean} open */
function show(open) {
  const shown = open && input.value.trim() !== "";
  list.hidden = !shown;
  input.setAttribute("aria-expanded", String(shown));
}

/** What the page of results shows. @param {string} query @returns {Promise<Place[]>} */
async function ask(query) {
  const answer = await fetch(`${start}/search?q=${encodeURIComponent(query)}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.querySelectorAll("[data-found]")].slice(0, MOST).map((row) => {
    const { found = "", note = "", flag = "" } = /** @type {HTMLElement} */ (row).dataset;
    const path = (row.querySelector("a")?.getAttribute("href") ?? "").slice(start?.length);
    return [path, found, note, "", flag];
  });
}

let waiting = 0;
/** What the hits are of. */
let shownFor = "";
const PAUSE = 250;

function update() {
  clearTimeout(waiting);
  const query = input.value;
  const known = find(query);
  if (known.length > 0 || query.trim().length < 3) {
    // A page that came without places has nothing to say of one or two letters.
    if (places.length === 0) return show(false);
    return present(known);
  }
  waiting = setTimeout(async () => {
    const found = await ask(query).catch(() => []);
    if (input.value === query) present(found);
  }, PAUSE);
}

/** @param {Place[]} found */
function present(found) {
  hits = found;
  shownFor = input.value;
  const nothing = Object.assign(document.createElement("div"), {
    textContent: none,
    className: "px-3 py-2.5 text-ink-soft",
  });
  nothing.role = "option";
  list.replaceChildren(...(hits.length > 0 ? hits.map(option) : [nothing]));
  choose(0);
  show(true);
}

input.addEventListener("input", update);
input.addEventListener("focus", () => input.value && update());
input.addEventListener("blur", () => setTimeout(() => show(false), 200));
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") show(false);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  show(true);
  choose(active + step);
});
input.form?.addEventListener("submit", (event) => {
  // What was found for a former text is not what is sent.
  if (hits.length === 0 || shownFor !== input.value) return;
  event.preventDefault();
  go(active);
});

// @ts-check
// Searches the documentation in the page: what is typed is sent nowhere.

/** @typedef {{ page: string, title: string, href: string, text: string }} Entry */

const MOST = 12;
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#docs-search"));
const input = form?.querySelector("input");
const panel = /** @type {HTMLElement | null} */ (document.querySelector("#docs-found"));
const counted = document.querySelector("#docs-counted");
/** @type {Promise<Entry[]> | undefined} */
let index;

/** @param {Entry} entry @param {string[]} words */
function score({ page, title, href, text }, words) {
  const head = `${title} ${page} ${href}`.toLowerCase();
  const body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const found =
      (head.includes(word) ? 10 : 0) + (title.toLowerCase().startsWith(word) ? 10 : 0) + (body.includes(word) ? 1 : 0);
    if (found === 0) return 0;
    sum += found;
  }
  return sum;
}

/** @param {Entry} entry @param {string[]} words */
function excerpt({ text }, words) {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((one) => one >= 0), text.length) - 40,
  );
  return `${at > 0 ? "…" : ""}${text.slice(at === text.length ? 0 : at, at + 120)}`;
}

async function find() {
  if (!input || !panel || !counted) return;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  panel.hidden = words.length === 0;
  if (words.length === 0) {
    counted.textContent = "";
    return;
  }
  index ??= fetch("/docs/search.json").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  /** @type {Entry[]} */
  let entries;
  try {
    entries = await index;
  } catch {
    index = undefined;
    panel.textContent = "The search could not be loaded. Try again.";
    counted.textContent = panel.textContent;
    return;
  }
  const found = entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  const list = document.createElement("ul");
  for (const { entry } of found) {
    const link = document.createElement("a");
    link.href = entry.href;
    const title = document.createElement("strong");
    title.textContent = entry.title;
    const page = document.createElement("small");
    page.textContent = entry.page;
    const text = document.createElement("span");
    text.textContent = excerpt(entry, words);
    link.append(title, " ", page, text);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  panel.replaceChildren(found.length > 0 ? list : "Nothing has these words. Try fewer.");
  counted.textContent =
    found.length > 0 ? `Sections found: ${found.length}. Arrow down leads to them.` : "No section found.";
}

if (form && input && panel) {
  form.hidden = false;
  input.addEventListener("input", find);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    panel.querySelector("a")?.click();
  });
  panel.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) panel.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape" && !panel.hidden) {
      // What had the focus is not left behind in what is not shown any more.
      if (panel.contains(document.activeElement)) input.focus();
      panel.hidden = true;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...panel.querySelectorAll("a")];
    if (
      panel.hidden ||
      !(event.target instanceof Node) ||
      !(form.contains(event.target) || panel.contains(event.target))
    )
      return;
    event.preventDefault();
    const next =
      links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) input.focus();
    else links[next]?.focus();
  });
}

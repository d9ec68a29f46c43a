// @ts-check
// Copies samples of the documentation.

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const said = button?.querySelector("span");
  if (!button || !said) return;
  await navigator.clipboard.writeText(button.closest("figure")?.querySelector("pre")?.textContent ?? "");
  said.textContent = "Copied";
  setTimeout(() => {
    said.textContent = "Copy";
  }, 2_000);
});

/** Views of lists that people keep: filters, order and columns under a name. */

export { changeView } from "./change-view.ts";
export { listViews } from "./list-views.ts";
export { removeView } from "./remove-view.ts";
export { saveView } from "./save-view.ts";
export { LIST_NAMES } from "./view.ts";

/** What programs that reason may do over MCP with a key: reading, and what a person allowed, shown first and done once. */

export { confirmPreview } from "./confirm-preview.ts";
export { openPreview } from "./open-preview.ts";
export { purgePreviews } from "./purge-previews.ts";
export { findTerms, readTerms, setTerms } from "./terms.ts";

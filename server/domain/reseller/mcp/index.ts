/** What programs that reason may do over MCP with a key: reading, and what a person allowed, shown first and done once. */

export { confirmPreview } from "./confirm-preview.ts";
export { openPreview, type Preview } from "./open-preview.ts";
export { purgePreviews } from "./purge-previews.ts";
export { findTerms, type McpTerms, readTerms, setTerms } from "./terms.ts";

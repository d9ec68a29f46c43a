/** How often pages of shops are read: sums by day, language, destination and plan, for the first steps of a shop's conversion. */

export { flushViews, recordView, type View } from "./record-view.ts";

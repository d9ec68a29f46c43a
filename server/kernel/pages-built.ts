import { processSingleton } from "./process-singleton.ts";

/** How much of the pages is built, in percent. Below 100 only during a start that has to build them first. */
export const pagesBuilt = () => processSingleton("pages-built", () => ({ percent: 100 }));

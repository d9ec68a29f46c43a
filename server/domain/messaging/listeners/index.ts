/** Whoever listens to an account's events while they happen: resumable, at the receiver's pace. */

export { eventsOfScopes } from "./events-of-scopes.ts";
export { closeListeners, type LetGo } from "./hall.ts";
export { type OpenListener, openListener } from "./open-listener.ts";

/** What cells tell each other about names and webhooks, below `/internal/cells/`. */

export { receiveClaim, receiveReturned } from "./receive-claim.ts";
export { passHintOn, receiveHint } from "./receive-hint.ts";

/** Names that are looked up across cells: whose they are, how a cell claims one, and how it gives one back (decision 154). */

export { answerClaim, takeBack } from "./answer-claim.ts";
export { claimLostNames } from "./claim-lost-names.ts";
export { cellNamed, cellNumbered, type Place, whereIs } from "./directory.ts";
export { giveBackNames } from "./give-back-names.ts";
export { Claim, Returned } from "./name.ts";
export { tellCell } from "./tell-cell.ts";
export { type Wanted, withNames } from "./with-names.ts";

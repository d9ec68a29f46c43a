/** What closing an account leaves, what it takes along, and what is deleted afterwards. */

export { beginExport, beginExportOf, type Exporting, endExport } from "./begin-export.ts";
export { eraseClosed } from "./erase-closed.ts";
export { forgetBuyers } from "./forget-buyers.ts";
export { listHeldMoney } from "./held-money.ts";
export { listHeldRefunds } from "./held-refunds.ts";
export { whatClosingLeaves } from "./what-closing-leaves.ts";

/** Go-live drills: a test integration is shown what goes wrong in the world, and what it does about it is judged. */

export { type Call, PACE, seconds } from "./drill.ts";
export { meetCall, readCalls, rememberOrder } from "./meet-call.ts";
export { purgeDrills } from "./purge-drills.ts";
export { readDrills } from "./read-drills.ts";
export { runDrill } from "./run-drill.ts";
export { startDrill, stopDrill } from "./start-drill.ts";
export { retell, toldOf } from "./told-order.ts";

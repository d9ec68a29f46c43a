/** How the service is doing: traffic, jobs, suppliers, what has no outcome yet, and what operators should look at. */

export { type Alarm, RUNBOOKS, type Runbook } from "./concern.ts";
export { listAlarms, listConcerns } from "./list-concerns.ts";
export { listStakes, listUnsettled, openWork } from "./list-unsettled.ts";
export { measureChecks } from "./measure-checks.ts";
export { measureDisk, sayDisk } from "./measure-disk.ts";
export { measureCatalogues, measureLooks, measureMails } from "./measure-freshness.ts";
export { measureJobs } from "./measure-jobs.ts";
export { listPlatformTraffic, measureWebhooks } from "./measure-traffic.ts";
export { readBoard } from "./read-board.ts";
export { whatClosingStops } from "./what-closing-stops.ts";

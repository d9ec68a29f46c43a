/** How the service is doing: traffic, jobs, suppliers, and what operators should look at. */

export { listConcerns } from "./list-concerns.ts";
export { measureJobs } from "./measure-jobs.ts";
export { listPlatformTraffic, measureWebhooks } from "./measure-traffic.ts";

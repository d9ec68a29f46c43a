export { type Concern, listConcerns } from "./list-concerns.ts";
export { type JobLine, measureJobs } from "./measure-jobs.ts";
export { listPlatformTraffic, measureWebhooks } from "./measure-traffic.ts";

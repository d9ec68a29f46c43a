/** Tables that only grow, divided by ranges of id (decision 147): partitions made before they are needed, and dropped with what they kept. */

export { keepPartitions } from "./keep-partitions.ts";
export { measurePartitions } from "./measure-partitions.ts";
export { PARTITIONED, within } from "./partitioned.ts";

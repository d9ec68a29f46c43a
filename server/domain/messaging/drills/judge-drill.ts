import { type DrillState, type Finding, type Grade, ORDER_SCENARIOS, POST_SCENARIOS, type Report } from "./drill.ts";
import { judgeOrders, type Seen } from "./judge-orders.ts";
import { judgePosts } from "./judge-posts.ts";
import { isCritical } from "./words.ts";

/** What a drill came to. Pure: the same facts get the same report. */
export function judgeDrill(
  { calls, posts, endpointId }: Pick<DrillState, "calls" | "posts" | "endpointId">,
  requests: readonly Seen[],
  endedAt: Date,
): Report {
  const facts = { calls, posts, requests, endedAt: endedAt.getTime() };
  const findings: Finding[] = [
    ...ORDER_SCENARIOS.map((scenario) => ({ scenario, ...judgeOrders(scenario, facts) })),
    ...POST_SCENARIOS.map((scenario) => ({ scenario, ...judgePosts(scenario, posts, endpointId !== null) })),
  ];
  return { grade: gradeOf(findings), findings };
}

/** A: everything passed. B: nothing failed, not all was seen. D: something failed that costs money or trust. C: anything else. */
function gradeOf(findings: Finding[]): Grade {
  const failed = findings.filter(({ verdict }) => verdict === "fail");
  if (failed.some(({ scenario }) => isCritical(scenario))) return "D";
  if (failed.length > 0) return "C";
  return findings.some(({ verdict }) => verdict === "not_seen") ? "B" : "A";
}

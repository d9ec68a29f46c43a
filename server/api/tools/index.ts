import type { Operation } from "#server/http/operation.ts";
import { listen } from "./listen.ts";
import { trigger } from "./trigger.ts";

/** Operations beside the contract: answered, limited and logged as those of /api/v1 are, and no part of it. */
export const tools: Record<string, Operation> = { listen, trigger };

import { publicStatus } from "#server/domain/control/incidents/index.ts";
import { openProcedure, router } from "../trpc.ts";

/** What anybody may know of how the service does. */
export const statusRouter = router({
  /** Null: this process has not been able to find out yet. */
  get: openProcedure.query(() => publicStatus()),
});

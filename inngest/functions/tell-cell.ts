import { tellCell as tell } from "#server/domain/reseller/names/index.ts";
import { job } from "../job.ts";

export const tellCell = job("tell-cell", (ctx, payload, step) => step.run("tell", () => tell(ctx, payload)));

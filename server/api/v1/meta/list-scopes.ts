import { z } from "zod";
import { operation } from "#server/http/operation.ts";
import { SCOPE_MODULES } from "#server/kernel/scopes.ts";

const ScopeCatalog = z
  .strictObject({
    modules: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        scopes: z.array(
          z.strictObject({
            code: z.string(),
            name: z.string(),
            risk_level: z.enum(["low", "medium", "high", "critical"]),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "ScopeCatalog" });

export const listScopes = operation({
  method: "GET",
  path: "/meta/scopes",
  tag: "Meta",
  summary: "Every scope a key can have, with its risk",
  access: "public",
  data: ScopeCatalog,
  handle: () => ({
    modules: SCOPE_MODULES.map(({ code, name, scopes }) => ({
      code,
      name,
      scopes: scopes.map((scope) => ({ code: scope.code, name: scope.name, risk_level: scope.risk })),
    })),
  }),
});

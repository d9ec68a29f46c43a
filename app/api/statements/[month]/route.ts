import { serveStatement } from "#server/trpc/serve-statement.ts";

export { serveStatement as GET };

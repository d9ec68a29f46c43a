import { serveStatement } from "#server/files/serve-statement.ts";

export { serveStatement as GET };

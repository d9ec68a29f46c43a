import { serveRobots } from "#server/storefront/index.ts";

export const GET = serveRobots;

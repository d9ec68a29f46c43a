import { serveAuth } from "#server/auth/route.ts";

export { serveAuth as GET, serveAuth as POST };

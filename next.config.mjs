import { SECURITY_HEADERS } from "./server/http/security-headers.ts";

/**
 * No TypeScript: Next would load its compiler to read it, at every start.
 *
 * @type {import("next").NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types and lint have their own commands, which the tests run.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "prom-client",
    "pino",
    "undici",
    "rate-limiter-flexible",
    "inngest",
    "@node-rs/argon2",
    "nodemailer",
    "stripe",
    "pdfkit",
    "fontkit",
    "sharp",
  ],
  // Pictures are sent as they are.
  images: { unoptimized: true },
  experimental: {
    // Bodies have their limits at the door; what passed it, a picture at most, is not cut off here.
    proxyClientMaxBodySize: "11mb",
    // Pages of storefronts that nobody has must not fill the disk: what is made on demand is held in memory only.
    isrFlushToDisk: false,
    // A version is built once: keeping 280 MB for the next build takes a seventh of this one.
    turbopackFileSystemCacheForBuild: false,
    // Half of what a build writes, and nothing reads it: Node would, with --enable-source-maps.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  headers: async () => [
    { source: "/:path*", headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })) },
    { source: "/:file(store-search|docs-copy).js", headers: [{ key: "Cache-Control", value: "public, max-age=3600" }] },
  ],
};

export default config;

import { serveInstallation } from "#server/files/serve-installation.ts";

export { serveInstallation as GET };

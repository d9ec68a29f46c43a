import { getEsimInstallation } from "#server/api/v1/esims/get-esim-installation.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getEsimInstallation);

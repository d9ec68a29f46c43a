import { getEsimDevice } from "#server/api/v1/esims/get-esim-device.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getEsimDevice);

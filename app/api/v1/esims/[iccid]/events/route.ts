import { listEsimEvents } from "#server/api/v1/esims/list-esim-events.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listEsimEvents);

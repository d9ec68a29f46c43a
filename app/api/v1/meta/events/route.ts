import { listEvents } from "#server/api/v1/meta/list-events.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listEvents);

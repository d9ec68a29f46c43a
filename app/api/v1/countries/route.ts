import { listCountries } from "#server/api/v1/places/list-countries.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listCountries);

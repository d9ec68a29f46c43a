import { testAuth } from "#server/api/v1/auth/test-auth.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(testAuth);

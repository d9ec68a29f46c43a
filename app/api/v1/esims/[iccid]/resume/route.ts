import { resumeEsim } from "#server/api/v1/esims/resume-esim.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(resumeEsim);

import { drawLogo } from "#server/api/brand/draw-logo.ts";

export const GET = drawLogo;

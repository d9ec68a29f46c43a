import { changeBrand } from "#server/api/v1/brand/change-brand.ts";
import { getBrand } from "#server/api/v1/brand/get-brand.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(changeBrand, getBrand);

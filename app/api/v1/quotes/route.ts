import { createQuote } from "#server/api/v1/quotes/create-quote.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(createQuote);

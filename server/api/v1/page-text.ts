import { JsonText } from "#server/http/operation.ts";
import type { TextPage } from "#server/kernel/pagination.ts";
import { presentPagination } from "./fields.ts";

/** A list whose items were read as JSON. */
export const pageText = ({ items, ...page }: TextPage): JsonText =>
  new JsonText(`{"items":${items},"pagination":${JSON.stringify(presentPagination(page))}}`);

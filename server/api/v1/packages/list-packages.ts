import { z } from "zod";
import { listPackages as list, type PackagePage as PackagePageRecord } from "#server/domain/catalogue/catalog/index.ts";
import { JsonText, operation } from "#server/http/operation.ts";
import { memoWithin } from "#server/kernel/memo.ts";
import {
  currency,
  integer,
  pageSize,
  pagination,
  parseTime,
  presentPagination,
  queryBoolean,
  queryCursor,
  queryInteger,
  queryTime,
  text,
} from "../fields.ts";
import { Package, packageText } from "./package.wire.ts";

const MOST = 2_000_000_000;

const Query = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be an ISO 3166-1 alpha-2 code such as TR")
    .optional()
    .meta({ description: "Local packages of the country, and regional and global ones that cover it", example: "TR" }),
  region: text(60).optional().meta({ description: "Region code or name", example: "europe" }),
  type: z
    .enum(["local", "regional", "global"], "must be local, regional or global")
    .optional()
    .meta({ description: "One country, one region, or the world" }),
  q: text(100).optional().meta({ description: "In name, package code or country name" }),
  min_data_mb: queryInteger(0, MOST).optional().meta({ description: "At least this much data, in MB" }),
  max_data_mb: queryInteger(0, MOST).optional().meta({ description: "At most this much data, in MB" }),
  min_days: queryInteger(0, 100_000).optional().meta({ description: "Usage period of at least this many days" }),
  max_days: queryInteger(0, 100_000).optional().meta({ description: "Usage period of at most this many days" }),
  unlimited: queryBoolean().optional().meta({ description: "true: only unlimited; false: none of them" }),
  include_variants: queryBoolean().default(true).meta({ description: "false: only the main package of each product" }),
  updated_since: queryTime().optional().meta({ description: "Only what changed after this moment" }),
  limit: pageSize(100, 50),
  cursor: queryCursor().optional(),
});

const PackagePage = z
  .strictObject({
    items: z.array(Package),
    pagination: pagination().extend({ total: integer().optional().meta({ description: "On the first page only" }) }),
    currency: currency(),
  })
  .meta({ id: "PackagePage" });

export const listPackages = operation({
  method: "GET",
  path: "/packages",
  tag: "Catalogue",
  summary: "Packages on sale, with the account's prices",
  description: "Synchronise with one full pull a day and an hourly pull with updated_since.",
  access: "catalog:read",
  revalidated: true,
  query: Query,
  data: PackagePage,
  errors: ["fx_unavailable"],
  handle: async ({ ctx, query }) => {
    const filter = {
      country: query.country?.toUpperCase(),
      region: query.region,
      type: query.type,
      q: query.q,
      minDataMb: query.min_data_mb,
      maxDataMb: query.max_data_mb,
      minDays: query.min_days,
      maxDays: query.max_days,
      unlimited: query.unlimited,
      includeVariants: query.include_variants,
      updatedSince: query.updated_since === undefined ? undefined : parseTime(query.updated_since)!,
    };
    return pageText(await list(ctx, filter, { limit: query.limit, cursor: query.cursor }));
  },
});

/** Of all pages that are kept together: what is on them, and how many there are, is for callers to say. */
const MOST_BYTES = 64_000_000;
/** As a text with letters beyond Latin-1, and as it travels. */
const BYTES_A_LETTER = 3;
const weigh = ({ text }: JsonText): number => BYTES_A_LETTER * text.length;

/** Written once for each page that is kept. */
const pageText = memoWithin(MOST_BYTES, weigh, (page: PackagePageRecord): JsonText => {
  const rest = {
    pagination: { ...presentPagination(page), ...(page.total !== undefined && { total: page.total }) },
    currency: page.currency,
  };
  return new JsonText(`{"items":[${page.items.map(packageText).join(",")}],${JSON.stringify(rest).slice(1)}`);
});

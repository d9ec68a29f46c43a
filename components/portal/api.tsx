"use client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#server/trpc/types.ts";

/** The portal's API in components: `useQuery(useApi().keys.list.queryOptions())`. */
export const { TRPCProvider, useTRPC: useApi } = createTRPCContext<AppRouter>();

"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api.tsx";

/** The account's currency, known as soon as the balance is. */
export const useCurrency = (): string => useQuery(useApi().balance.get.queryOptions()).data?.currency ?? "";

"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { useApi } from "../api.tsx";
import type { ChainHead } from "./verify-chain.ts";

export type Verification =
  | { state: "idle" }
  | { state: "running"; checked: number; of: number }
  | { state: "verified"; head: ChainHead }
  | { state: "broken"; fault: string };

/** Fetches the chain batch by batch and computes every hash anew; its end is held against what the wallet holds. */
export function useVerification() {
  const api = useApi();
  const cache = useQueryClient();
  const [verification, setVerification] = useState<Verification>({ state: "idle" });
  const run = useRef(0);
  const verify = async () => {
    const mine = ++run.current;
    const say = (next: Verification) => run.current === mine && setVerification(next);
    try {
      say({ state: "running", checked: 0, of: 0 });
      const { START, verifyBatch } = await import("./verify-chain.ts");
      const end = await cache.fetchQuery(api.balance.chainHead.queryOptions(undefined, { staleTime: 0 }));
      let head = START;
      while (head.sequence < end.sequence && run.current === mine) {
        const after = { after: head.sequence };
        const batch = await cache.fetchQuery(api.balance.chain.queryOptions(after, { staleTime: 0, gcTime: 0 }));
        // What was booked since the wallet was read belongs to a later state of it.
        const known = batch.filter(({ sequence }) => Number(sequence) <= end.sequence);
        if (known.length === 0)
          return say({ state: "broken", fault: `Entries after number ${head.sequence} are missing.` });
        const checked = await verifyBatch(known, head);
        if (checked.fault) return say({ state: "broken", fault: checked.fault });
        head = checked.head;
        say({ state: "running", checked: head.sequence, of: end.sequence });
      }
      if (head.hash !== end.hash || head.balance !== end.balance)
        return say({ state: "broken", fault: "The last entry is not the one that the wallet holds." });
      say({ state: "verified", head });
    } catch (error) {
      say({ state: "broken", fault: refusalOf(error).message });
    }
  };
  const stop = () => {
    run.current += 1;
    setVerification({ state: "idle" });
  };
  return { verification, verify, stop };
}

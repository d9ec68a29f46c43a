"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import { NameCard } from "./name-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TotpCard } from "./totp-card.tsx";

/** How the person signs in, and where they are signed in; between the two what else concerns them where they work. */
export function You({ children }: { children?: ReactNode }) {
  const query = useQuery(useApi().person.get.queryOptions());
  return (
    <div className="grid max-w-[640px] gap-6">
      <QueryState query={query} loading={<Skeleton className="h-96" />}>
        {(person) => (
          <>
            <NameCard name={person.name} email={person.email} />
            <PasswordCard email={person.email} />
            <TotpCard person={person} />
          </>
        )}
      </QueryState>
      <PasskeysCard />
      {children}
      <SessionsCard />
    </div>
  );
}

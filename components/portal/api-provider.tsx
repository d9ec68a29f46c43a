"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import type { AppRouter } from "#server/trpc/types.ts";
import { TRPCProvider } from "./api.tsx";
import { askToConfirm } from "./confirm-asks.ts";
import { ConfirmPerson } from "./confirm-person.tsx";
import { isUnanswered, refusalOf, Unanswered } from "./refusal.ts";
import { isTold, tellSignedOut } from "./signed-out.tsx";
import { forgetSent, hasUnsaved } from "./unsaved.ts";

type ApiProviderProps = {
  /** `people` for what concerns no account. */
  scope: "test" | "live" | "people";
  /** The account that the page was made for: should another be switched to elsewhere, nothing is mixed up. */
  accountCode?: string;
  children: ReactNode;
};

export function ApiProvider({ scope, accountCode, children }: ApiProviderProps) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        confirmLink,
        httpBatchLink({
          url: `/api/trpc/${scope}`,
          transformer: superjson,
          maxItems: 20,
          headers: { "x-svc-portal": "1", ...(accountCode && { "x-account": accountCode }) },
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
        <ConfirmPerson />
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/**
 * Whatever is refused until the person confirms that they are the one is asked for again once they did. What was sent and has no answer
 * says so: sent again it may be done twice.
 */
const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let running = { unsubscribe: () => {} };
      const send = () => {
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            // What has no data is no answer of ours.
            if (op.type === "mutation" && !error.data) return observer.error(TRPCClientError.from(new Unanswered()));
            const { confirm } = refusalOf(error);
            if (!confirm) return observer.error(error);
            void askToConfirm(confirm).then((confirmed) => (confirmed ? send() : observer.error(error)));
          },
        });
      };
      send();
      return () => running.unsubscribe();
    });

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: whenReadingFails, onSuccess: isSignedIn }),
    mutationCache: new MutationCache({
      onError: (error) => {
        whenSendingFails(error);
        // The page shows whether it was done.
        if (isUnanswered(error)) void client.invalidateQueries();
      },
      onSuccess: whenSent,
    }),
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        networkMode: "always",
        retry: (count, error) => count < 2 && (refusalOf(error).httpStatus ?? 503) >= 500,
      },
      // What is pressed without a network fails and says so; by itself it would be sent whenever there is one again.
      mutations: { networkMode: "always" },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
  return client;
}

const isSignedIn = () => tellSignedOut(false);

function whenSent(): void {
  isSignedIn();
  forgetSent();
}

/** What is being worked on stays on the page, also when the session has ended. */
function whenSendingFails(error: Error): void {
  if (refusalOf(error).httpStatus === 401) endSession(isTold());
}

/** A session that ended leads to the sign-in page, and from there back to this very page, unless something would be lost. */
function whenReadingFails(error: Error): void {
  if (refusalOf(error).httpStatus === 401) endSession(isTold() && hasUnsaved());
}

function endSession(stays: boolean): void {
  if (stays) tellSignedOut(true);
  else window.location.assign(`/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`);
}

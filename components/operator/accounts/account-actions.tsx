"use client";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useApi } from "#components/portal/api.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { ActButton } from "../act-button.tsx";
import { useOperator } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";
import { VisitButton } from "../visit-button.tsx";

const Closing = dynamic(() => import("./closing.tsx").then((module) => module.Closing));

type ActionsProps = { code: string; companyName: string; status: string };

/** What is done with an account as a whole. */
export function AccountActions({ code, companyName, status }: ActionsProps) {
  const acted = useActed();
  const { may } = useOperator();
  const change = useMutation(useApi().operator.accounts.change.mutationOptions());
  const isOpen = status === "active";
  const words = isOpen ? "The account is closed" : "The account is open again";
  return (
    <div className="flex flex-wrap gap-2">
      {may("money:move") && <ButtonLink href={`/operator/funding/new?account=${code}`}>Book a deposit</ButtonLink>}
      <VisitButton code={code} companyName={companyName} />
      {may("accounts:manage") && (
        <ActButton
          label={isOpen ? "Close account" : "Open account again"}
          question={isOpen ? `Close ${companyName}?` : `Open ${companyName} again?`}
          act={change}
          danger={isOpen}
          typeToConfirm={isOpen ? code : undefined}
          run={(done) =>
            change.mutate(
              { code, status: isOpen ? "closed" : "active" },
              {
                onSuccess: () => {
                  acted(words);
                  done();
                },
              },
            )
          }
        >
          {isOpen ? <Closing code={code} /> : <p>Keys that were not revoked work again from the next request.</p>}
        </ActButton>
      )}
    </div>
  );
}

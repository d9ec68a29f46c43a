"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useActed } from "../use-act.ts";
import type { Part } from "./words.ts";

/** What the status page calls each supplier. */
export function PublicNames({ parts, mayChange }: { parts: Part[]; mayChange: boolean }) {
  return (
    <Card
      title="Names of the networks"
      lead="What the status page calls each supplier. Whom we buy from is nobody's business: a supplier's own name is refused."
    >
      <ul className="grid max-w-2xl grid-cols-1 gap-4">
        {parts.map((part) =>
          part.supplier ? <Name key={part.code} part={part} supplier={part.supplier} mayChange={mayChange} /> : null,
        )}
      </ul>
    </Card>
  );
}

function Name({ part, supplier, mayChange }: { part: Part; supplier: string; mayChange: boolean }) {
  const acted = useActed();
  const [name, setName] = useState(part.name);
  const change = useMutation(
    useApi().operator.incidents.setPublicName.mutationOptions({ onSuccess: () => acted("The name is in use") }),
  );
  if (!mayChange)
    return (
      <li className="text-[13px]">
        {part.supplierName}: {part.name}
      </li>
    );
  return (
    <li>
      <form
        method="post"
        noValidate
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ supplier, name });
        }}
      >
        <Field
          label={part.supplierName ?? supplier}
          error={change.error ? refusalOf(change.error).message : undefined}
          className="min-w-0 flex-1"
        >
          <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" maxLength={40} />
        </Field>
        <Button type="submit" busy={change.isPending} disabled={name === part.name}>
          Save
        </Button>
      </form>
    </li>
  );
}

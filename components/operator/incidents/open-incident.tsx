"use client";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { useActed } from "../use-act.ts";
import { type About, IncidentFields } from "./incident-fields.tsx";
import type { Part } from "./words.ts";

const FIELDS = ["title", "text", "severity", "components", "audience"];

export function OpenIncident({ parts }: { parts: Part[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Open an incident
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Open an incident"
        description="It is on the public status page at once. Name no supplier and no reseller."
      >
        <OpenForm parts={parts} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function OpenForm({ parts, onDone }: { parts: Part[]; onDone(): void }) {
  const acted = useActed();
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [about, setAbout] = useState<About>({ severity: "minor", components: [], audience: "affected", mail: false });
  const open = useMutation(
    useApi().operator.incidents.open.mutationOptions({
      onSuccess: ({ id }) => {
        onDone();
        acted("The incident is open", "The status page has it.");
        router.push(`/operator/incidents/${id}`);
      },
    }),
  );
  const refusal = open.error ? refusalOf(open.error) : undefined;
  const errorOf = (name: string) => (refusal?.field === name ? refusal.message : undefined);
  return (
    <form
      method="post"
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate({ title, text, ...about });
      }}
    >
      <DialogBody>
        <Field label="Title" error={errorOf("title")}>
          <Input value={title} onChange={(event) => setTitle(event.target.value)} autoComplete="off" maxLength={120} />
        </Field>
        <Field label="What is known" error={errorOf("text")}>
          <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} maxLength={1_000} />
        </Field>
        <IncidentFields value={about} parts={parts} onChange={setAbout} errorOf={errorOf} />
        <FormError message={refusal && !FIELDS.includes(refusal.field ?? "") ? refusal.message : undefined} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={open.isPending}>
          Open it
        </Button>
      </DialogFoot>
    </form>
  );
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useActed } from "../use-act.ts";
import { type About, IncidentFields } from "./incident-fields.tsx";
import { type IncidentDetail, STATE_OPTIONS } from "./words.ts";

const FIELDS = ["text", "severity", "components", "audience"];

/** What is known now. Who writes after somebody else is told so and keeps what they typed. */
export function UpdateForm({ incident }: { incident: IncidentDetail }) {
  const acted = useActed();
  const { id, updates, parts, severity, components, audience } = incident;
  const [state, setState] = useState(incident.state);
  const [text, setText] = useState("");
  const [about, setAbout] = useState<About>({ severity, components, audience, mail: false });
  const write = useMutation(
    useApi().operator.incidents.update.mutationOptions({
      onSuccess: () => {
        setText("");
        setAbout((was) => ({ ...was, mail: false }));
        acted(state === "resolved" ? "The incident is resolved" : "The update is on the status page");
      },
    }),
  );
  const refusal = write.error ? refusalOf(write.error) : undefined;
  const errorOf = (name: string) => (refusal?.field === name ? refusal.message : undefined);
  return (
    <Card title="Write an update" lead="The public reads it at once. Name no supplier and no reseller.">
      <form
        method="post"
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ id, seen: updates, state, text, ...about });
        }}
      >
        <Field label="State">
          <Select options={STATE_OPTIONS} value={state} onChange={setState} />
        </Field>
        <Field label="What is known" error={errorOf("text")}>
          <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} maxLength={1_000} />
        </Field>
        <IncidentFields value={about} parts={parts} onChange={setAbout} errorOf={errorOf} />
        <FormError message={refusal && !FIELDS.includes(refusal.field ?? "") ? refusal.message : undefined} />
        <div>
          <Button type="submit" variant="primary" busy={write.isPending}>
            {state === "resolved" ? "Resolve it" : "Publish the update"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Send } from "lucide-react";
import { useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import {
  barOf,
  type Handover,
  type Installable,
  installationFile,
  isInstallable,
  LANGUAGE_NAMES,
  type Language,
} from "./handover.ts";

const schemaOf = (z: Zod) => z.object({ recipient: z.email("Enter an e-mail address such as name@example.com.") });

const LANGUAGES = Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value: value as Language, label }));

type SendFormProps = {
  reference: string;
  esims: Installable[];
  again: Handover | undefined;
  suggested: Outputs["handovers"]["list"]["suggested"];
  onDone(): void;
};

export function SendForm({ reference, esims, again, suggested, onDone }: SendFormProps) {
  const { environment } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(schemaOf, { recipient: again?.recipient ?? suggested.recipient ?? "" });
  const [language, setLanguage] = useState<Language>(again?.language ?? suggested.language);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(again?.iccids ?? esims.map(({ iccid }) => iccid)));
  const chosen = esims.filter((esim) => wanted.has(esim.iccid) && isInstallable(esim));
  const iccids = chosen.map(({ iccid }) => iccid);
  const send = useMutation(
    api.handovers.send.mutationOptions({
      onSuccess: ({ heldBack }, { recipient }) => {
        toast(heldBack ? "Written to the outbox" : "The e-mail is on its way", recipient);
        void cache.invalidateQueries(api.handovers.pathFilter());
        onDone();
      },
    }),
  );
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(({ recipient }) =>
    send.mutateAsync({ reference, iccids, recipient, language }).catch(form.refuse),
  );
  return (
    <form method="post" noValidate className="contents" onSubmit={submit}>
      <DialogBody className="auto-rows-max">
        <EsimChoice esims={esims} wanted={wanted} onChange={setWanted} />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field label="Customer’s e-mail" error={errors.recipient?.message}>
            <Input type="email" autoComplete="off" {...form.register("recipient")} />
          </Field>
          <Field label="Language">
            <Select options={LANGUAGES} value={language} onChange={setLanguage} />
          </Field>
        </div>
        <ul className="grid list-disc gap-1 pl-5 text-[13px] text-ink-soft">
          <li>The e-mail holds the link and no code. The link works for 180 days, or until you withdraw it.</li>
          <li>A link that was sent for the same eSIM before ends now.</li>
          {environment === "test" && (
            <li>
              Test environment: only members of your team get e-mails. To anyone else it is written to the outbox and
              not sent.
            </li>
          )}
        </ul>
        <div className="grid justify-items-start gap-2 rounded-lg border border-line bg-sunken p-3 text-[13px]">
          <p>
            <b className="font-medium">On paper or in a chat instead.</b> The PDF and the picture hold the codes
            themselves: whoever has one can install the eSIMs, and it cannot be withdrawn. Give a customer the link or a
            file, not both.
          </p>
          <span className="flex flex-wrap gap-2">
            {iccids.length > 0 && (
              <DownloadLink href={installationFile(environment, reference, "sheets.pdf", { iccids, language })}>
                <Download aria-hidden /> PDF, {iccids.length === 1 ? "1 page" : `${iccids.length} pages`}
              </DownloadLink>
            )}
            {iccids.length === 1 && (
              <DownloadLink href={installationFile(environment, reference, "sheet.png", { iccids, language })}>
                <Download aria-hidden /> Picture, PNG
              </DownloadLink>
            )}
          </span>
        </div>
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Close</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} disabled={iccids.length === 0}>
          <Send aria-hidden /> {iccids.length > 1 ? `Send ${iccids.length} eSIMs` : "Send eSIM"}
        </Button>
      </DialogFoot>
    </form>
  );
}

type EsimChoiceProps = {
  esims: Installable[];
  wanted: ReadonlySet<string>;
  onChange(wanted: ReadonlySet<string>): void;
};

/** Which of them; what has nothing to install is named with the reason, and cannot be chosen. */
function EsimChoice({ esims, wanted, onChange }: EsimChoiceProps) {
  const toggle = (iccid: string, on: boolean) => {
    const next = new Set(wanted);
    if (on) next.add(iccid);
    else next.delete(iccid);
    onChange(next);
  };
  return (
    <ul className="max-h-56 overflow-y-auto rounded-md border border-line" aria-label="eSIMs to send">
      {esims.map((esim) => {
        const bar = barOf(esim);
        const name = <span className="break-all font-mono text-xs">{esim.iccid}</span>;
        return (
          <li key={esim.iccid} className="border-line px-3 py-1.5 not-last:border-b">
            {esims.length === 1 ? (
              name
            ) : (
              <Checkbox
                checked={bar === null && wanted.has(esim.iccid)}
                disabled={bar !== null}
                onChange={(on) => toggle(esim.iccid, on)}
              >
                {name}
              </Checkbox>
            )}
            {bar && <p className="pb-1 text-ink-soft text-xs">{bar}</p>}
            {esim.install === "installed" && (
              <p className="pb-1 text-wait text-xs">
                Installed already: its code does not work on another phone. The customer sees what is left.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

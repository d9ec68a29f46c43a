"use client";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";

export type Secret = { label: string; heading?: string; value: string; variable: string };

type RevealOnceProps = { title: string; secrets: Secret[]; note?: ReactNode; onSaved(): void };

/** The one moment in which secrets can be read. Closed by saying that they are kept. */
export function RevealOnce({ title, secrets, note, onSaved }: RevealOnceProps) {
  const [saved, setSaved] = useState(false);
  const file = secrets.map(({ variable, value }) => `${variable}=${value}\n`).join("");
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      insistent
      wide
      title={title}
      description="It is shown only once. Neither you nor we can see it again."
    >
      <DialogBody>
        {secrets.map(({ label, heading = label, value }) => (
          <div key={label} className="grid gap-1.5">
            <p className="font-medium text-[13px]">{heading}</p>
            <CodeBlock label={label}>{value}</CodeBlock>
          </div>
        ))}
        {note && <p className="text-[13px]">{note}</p>}
        <Checkbox checked={saved} onChange={setSaved}>
          I have saved {secrets.length > 1 ? "both" : "it"} in a safe place
        </Checkbox>
      </DialogBody>
      <DialogFoot>
        <DownloadLink href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download=".env">
          <Download aria-hidden /> Download .env
        </DownloadLink>
        <Button variant="primary" disabled={!saved} onClick={onSaved}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

"use client";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";

type RevealSecretProps = { secret: string; note: ReactNode; onSaved(): void };

/** The one moment in which a signing secret can be read. Closed by saying that it is kept. */
export function RevealSecret({ secret, note, onSaved }: RevealSecretProps) {
  const [saved, setSaved] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      insistent
      wide
      title="Save this secret now"
      description="It is shown only once. Neither you nor we can see it again."
    >
      <DialogBody>
        <div className="grid gap-1.5">
          <p className="font-medium text-[13px]">Signing secret</p>
          <CodeBlock label="Signing secret">{secret}</CodeBlock>
        </div>
        <p className="text-[13px]">{note}</p>
        <Checkbox checked={saved} onChange={setSaved}>
          I have saved it in a safe place
        </Checkbox>
      </DialogBody>
      <DialogFoot>
        <DownloadLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`SVC_WEBHOOK_SECRET=${secret}\n`)}`}
          download=".env"
        >
          <Download aria-hidden /> Download .env
        </DownloadLink>
        <Button variant="primary" disabled={!saved} onClick={onSaved}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

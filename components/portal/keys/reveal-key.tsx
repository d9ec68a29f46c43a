"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";

type Made = { key: string; signingSecret?: string };

/** The one moment in which a key can be read. Closed by saying that it is kept. */
export function RevealKey({ made, onSaved, note }: { made: Made; onSaved(): void; note?: string }) {
  const [saved, setSaved] = useState(false);
  const { key, signingSecret } = made;
  const file = `SVC_KEY=${key}\n${signingSecret ? `SVC_SIGNING_SECRET=${signingSecret}\n` : ""}`;
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      insistent
      wide
      title="Keep this key now"
      description="It is shown only once. Neither you nor we can see it again."
    >
      <DialogBody>
        {note && <p className="text-[13px]">{note}</p>}
        <div className="grid gap-1.5">
          <p className="font-medium text-[13px]">API key</p>
          <CodeBlock label="API key">{key}</CodeBlock>
        </div>
        {signingSecret && (
          <div className="grid gap-1.5">
            <p className="font-medium text-[13px]">Signing secret, for the HMAC of each request</p>
            <CodeBlock label="Signing secret">{signingSecret}</CodeBlock>
          </div>
        )}
        <Checkbox checked={saved} onChange={setSaved}>
          I have saved {signingSecret ? "both" : "it"} in a safe place
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

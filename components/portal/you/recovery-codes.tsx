"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";

/** Shown this once. Without phone and codes, only somebody of the platform can let a person in again. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved(): void }) {
  const [saved, setSaved] = useState(false);
  const text = codes.join("\n");
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      insistent
      title="Save your recovery codes"
      description="Each signs you in once without your phone. They are shown only once."
    >
      <DialogBody>
        <CodeBlock label="Recovery codes">{text}</CodeBlock>
        <Checkbox checked={saved} onChange={setSaved}>
          I have saved them in a safe place
        </Checkbox>
      </DialogBody>
      <DialogFoot>
        <DownloadLink href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          <Download aria-hidden /> Download
        </DownloadLink>
        <Button variant="primary" disabled={!saved} onClick={onSaved}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

"use client";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { InstallCodes } from "./install-codes.tsx";

type InstallDialogProps = {
  profile: { iccid: string; activationCode: string; smdpAddress: string };
  onClose(): void;
};

export function InstallDialog({ profile, onClose }: InstallDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title="Install this eSIM"
      description="Scanned with the camera of the phone that is to have it. A code works once: who scans it first has the eSIM."
    >
      <DialogBody>
        <InstallCodes {...profile} />
      </DialogBody>
    </Dialog>
  );
}

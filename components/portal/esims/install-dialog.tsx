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
      description="Scan it with the phone that will use this eSIM. A code works once, for whoever scans it first."
    >
      <DialogBody>
        <InstallCodes {...profile} />
      </DialogBody>
    </Dialog>
  );
}

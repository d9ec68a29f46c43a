"use client";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { InstallCodes } from "./install-codes.tsx";

type InstallDialogProps = {
  profile: { iccid: string; activationCode: string; smdpAddress: string; install: string };
  reference: string;
  onClose(): void;
};

export function InstallDialog({ profile, reference, onClose }: InstallDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={profile.install === "installed" ? "Code of this eSIM" : "Install this eSIM"}
      description={
        profile.install === "installed"
          ? "It was installed already: its code does not work again on another phone."
          : "Scan it with the phone that will use this eSIM. A code works once, for whoever scans it first."
      }
    >
      <DialogBody>
        <InstallCodes {...profile} reference={reference} />
      </DialogBody>
    </Dialog>
  );
}

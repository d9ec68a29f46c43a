import type { Esim } from "./esim.ts";
import { isFinal } from "./next-state.ts";

/**
 * What an eSIM's code is still good for: `open` installs it. `installed`: it sits on a device, and another one cannot take it.
 * `deleted` from the device or `ended` (cancelled, expired): nobody can install it any more.
 */
export type InstallState = "open" | "installed" | "deleted" | "ended";

export function installState({
  status,
  installationStatus,
}: Pick<Esim, "status" | "installationStatus">): InstallState {
  if (isFinal(status)) return "ended";
  return installationStatus === "not_installed" ? "open" : installationStatus;
}

/** Whether a code is shown, sent or printed at all; of an installed eSIM with a warning. */
export const hasInstallation = (esim: Pick<Esim, "status" | "installationStatus">): boolean =>
  ["open", "installed"].includes(installState(esim));

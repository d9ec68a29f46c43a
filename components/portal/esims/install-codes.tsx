import { Download } from "lucide-react";
import { DownloadLink } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { CopyLine } from "../copy-line.tsx";
import { installationFile } from "../handovers/handover.ts";
import { usePortal } from "../portal-context.tsx";

type InstallCodesProps = { iccid: string; activationCode: string; smdpAddress: string; reference: string };

/** The QR code, drawn here and shown to nobody else, and the same in parts for typing it in. */
export function InstallCodes({ iccid, activationCode, smdpAddress, reference }: InstallCodesProps) {
  const { environment } = usePortal();
  const matchingId = activationCode.split("$")[2];
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
      <div className="grid justify-items-center gap-2">
        <QrCode text={activationCode} label={`QR code that installs the eSIM ${iccid}`} />
        <DownloadLink size="small" href={installationFile(environment, reference, "code.png", { iccids: [iccid] })}>
          <Download aria-hidden /> Code, PNG
        </DownloadLink>
        <DownloadLink size="small" href={installationFile(environment, reference, "sheet.png", { iccids: [iccid] })}>
          <Download aria-hidden /> With instructions, PNG
        </DownloadLink>
      </div>
      <Facts
        facts={[
          ["ICCID", <CopyLine key="iccid" text={iccid} what="ICCID" />],
          ["SM-DP+ address", <CopyLine key="smdp" text={smdpAddress} what="SM-DP+ address" />],
          ...(matchingId
            ? ([["Activation code", <CopyLine key="matching" text={matchingId} what="activation code" />]] as const)
            : []),
          ["All in one (LPA)", <CopyLine key="lpa" text={activationCode} what="LPA code" />],
        ]}
      />
    </div>
  );
}

import { Facts } from "#components/ui/facts.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { CopyLine } from "../copy-line.tsx";

type InstallCodesProps = { iccid: string; activationCode: string; smdpAddress: string };

/** The QR code, drawn here and shown to nobody else, and the same in parts for typing it in. */
export function InstallCodes({ iccid, activationCode, smdpAddress }: InstallCodesProps) {
  const matchingId = activationCode.split("$")[2];
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
      <QrCode text={activationCode} label={`QR code that installs the eSIM ${iccid}`} />
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

import type { InstallView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";
import { WarnIcon } from "./icons.tsx";
import { PrintButton } from "./print-button.tsx";
import { Qr } from "./qr.tsx";
import { StepDrawing } from "./step-drawing.tsx";
import type { Translate } from "./translate.ts";

export type Device = "ios" | "android" | "other";

type InstallProps = { install: InstallView; device: Device; t: Translate };

const DEVICES: Device[] = ["ios", "android", "other"];

/** Everything that it takes to install an eSIM, for the device at hand first. The whole of it is on the page: it works offline. */
export function Install({ install, device, t }: InstallProps) {
  return (
    <div className="devices grid grid-cols-1 gap-6">
      <Warnings t={t} />
      <fieldset className="print:hidden">
        <legend className="mb-2 font-medium">{t("installFor")}</legend>
        <div className="grid grid-cols-3 gap-1 rounded-2xl bg-sunken p-1">
          {DEVICES.map((name) => (
            <label
              key={name}
              className="flex min-h-12 cursor-pointer items-center justify-center rounded-xl px-2 text-center font-medium text-[15px] has-checked:bg-raised has-checked:shadow-sm has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-3 has-focus-visible:outline-brand-text"
            >
              <input
                type="radio"
                name="device"
                id={`device-${name}`}
                value={name}
                defaultChecked={name === device}
                className="sr-only"
              />
              {t(`device_${name}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div data-device="ios" className="device-panel grid-cols-1 gap-6">
        <LinkButton href={install.appleUrl}>{t("installApple")}</LinkButton>
        <p className="-mt-4 text-[15px] text-ink-soft print:hidden">{t("installAppleNote")}</p>
        <Scan install={install} t={t} />
        <Steps kind="ios" t={t} />
      </div>
      <div data-device="android" className="device-panel grid-cols-1 gap-6">
        <Scan install={install} t={t} />
        <Steps kind="android" t={t} />
        <div>
          <LinkButton look="plain" href={install.androidUrl}>
            {t("installAndroid")}
          </LinkButton>
          <p className="mt-2 text-[15px] text-ink-soft print:hidden">{t("installAndroidNote")}</p>
        </div>
      </div>
      <div data-device="other" className="device-panel grid-cols-1 gap-6">
        <Scan install={install} t={t} />
        <p>{t("installOther")}</p>
      </div>
      <Manual install={install} t={t} />
      <div>
        <PrintButton>{t("print")}</PrintButton>
      </div>
    </div>
  );
}

function Warnings({ t }: { t: Translate }) {
  return (
    <ul className="grid gap-2 rounded-2xl border-2 border-wait p-4 text-[15px]">
      {(["warnWifi", "warnOnce", "warnKeep"] as const).map((key) => (
        <li key={key} className="flex gap-2.5">
          <WarnIcon className="mt-0.5 size-5 text-wait" />
          {t(key)}
        </li>
      ))}
    </ul>
  );
}

function Scan({ install, t }: Omit<InstallProps, "device">) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-3">
      <Qr text={install.lpa} label={t("qrLabel")} />
      <p className="max-w-sm text-center text-[15px] text-ink-soft">{t("qrNote")}</p>
    </div>
  );
}

function Steps({ kind, t }: { kind: "ios" | "android"; t: Translate }) {
  return (
    <ol className="grid gap-5">
      {([1, 2, 3, 4] as const).map((step) => (
        <li key={step} className="grid grid-cols-[72px_1fr] items-center gap-4">
          <StepDrawing step={step} />
          <p>
            <b className="font-semibold">{step}.</b> {t(`${kind}${step}`)}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Manual({ install, t }: Omit<InstallProps, "device">) {
  const words = { copy: t("copy"), copied: t("copied") };
  return (
    <section className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-raised p-5">
      <h3 className="font-semibold text-lg">{t("manual")}</h3>
      <p className="-mt-3 text-[15px] text-ink-soft">{t("manualNote")}</p>
      <CopyField label={t("smdp")} value={install.smdpAddress} words={words} />
      <CopyField label={t("activationCode")} value={install.activationCode} words={words} />
      {install.apn && <CopyField label={t("apn")} value={install.apn} words={words} />}
      <p className="text-[15px]">{t("roaming")}</p>
    </section>
  );
}

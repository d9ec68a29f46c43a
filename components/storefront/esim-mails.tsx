import { Button } from "./button.tsx";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

/** The traveller's own switch of the mails about an eSIM. */
export function EsimMails({ stopped, here, t }: { stopped: boolean; here: string; t: Translate }) {
  return (
    <div className="print:hidden">
      <Section id="mails" title={t("esimMails")} lead={stopped ? t("esimMailsStopped") : t("esimMailsLead")}>
        <form method="post" action={`${here}/tell`}>
          <input type="hidden" name="mails" value={stopped ? "start" : "stop"} />
          <Button look="plain">{stopped ? t("esimMailsStart") : t("esimMailsStop")}</Button>
        </form>
      </Section>
    </div>
  );
}

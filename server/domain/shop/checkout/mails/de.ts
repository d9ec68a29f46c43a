import type { MailTexts } from "./texts.ts";

export const de: MailTexts = {
  order: {
    subject: (item) => `Ihre Bestellung: ${item}`,
    lead: (item, total) => `Vielen Dank. Wir haben ${total} für ${item} erhalten.`,
    next: "Ihre eSIM ist meist innerhalb einer Minute bereit. Wir senden sie Ihnen in einer zweiten E-Mail; den Stand Ihrer Bestellung sehen Sie auch hier:",
    button: "Bestellung ansehen",
  },
  delivery: {
    subject: (item) => `Ihre eSIM ist bereit: ${item}`,
    lead: (count, item) => (count > 1 ? `Ihre ${count} eSIMs sind bereit: ${item}.` : `Ihre eSIM ist bereit: ${item}.`),
    how: "Installieren Sie sie im WLAN, am besten vor der Reise. Jede eSIM lässt sich nur einmal und nur auf einem Gerät installieren: Löschen Sie sie danach nicht. Die Seite zeigt jeden Schritt für Ihr Gerät.",
    button: "Jetzt installieren",
    qr: (number, of) => (of > 1 ? `QR-Code der eSIM ${number} von ${of}` : "QR-Code Ihrer eSIM"),
    address: "SM-DP+-Adresse",
    code: "Aktivierungscode",
  },
  handover: {
    keep: (until) =>
      `Der Link unten öffnet Ihre eSIM und gilt bis zum ${until}. Geben Sie ihn nicht weiter: Wer ihn hat, kann die eSIM installieren.`,
  },
  topup: {
    subject: (item) => `Ihre eSIM ist aufgeladen: ${item}`,
    lead: (item, total) =>
      `Ihre eSIM ist aufgeladen: ${item}. Wir haben ${total} erhalten. Sie müssen nichts installieren, die Daten sind sofort nutzbar.`,
    button: "Restvolumen ansehen",
  },
  data: {
    subject: (used) => `${used} Ihrer Daten sind verbraucht`,
    lead: (used, left) =>
      `${used} der Daten Ihrer eSIM sind verbraucht, übrig: ${left}. Sie können jederzeit aufladen, ohne etwas zu installieren.`,
    button: "Aufladen",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Ihre eSIM läuft morgen ab" : `Ihre eSIM läuft in ${days} Tagen ab`),
    lead: (date) => `Ihre eSIM ist bis zum ${date} gültig. Wenn Sie länger bleiben, laden Sie sie vorher auf.`,
    button: "Aufladen",
  },
  refund: {
    subject: (amount) => `Wir haben ${amount} erstattet`,
    lead: (amount, item) =>
      `Es tut uns leid: ${item} konnte nicht geliefert werden. Wir haben Ihre Zahlung von ${amount} vollständig erstattet.`,
    part: (amount, item) =>
      `Es tut uns leid: Ein Teil Ihrer Bestellung (${item}) konnte nicht geliefert werden. Wir erstatten dafür ${amount}.`,
    given: (amount, item) => `Wir erstatten Ihnen ${amount} Ihrer Zahlung für ${item}.`,
    announced: (amount) => `Wir erstatten ${amount}`,
    stopped: (amount, item) =>
      `Ihre Bestellung (${item}) wurde angehalten, bevor etwas geliefert wurde. Wir haben Ihre Zahlung von ${amount} vollständig erstattet.`,
    promised: (amount, item) =>
      `Wir erstatten Ihnen ${amount} Ihrer Zahlung für ${item}. Ihre Bestellung läuft noch: Das Geld geht zurück, sobald sie beendet ist.`,
    stopping: (amount, item) =>
      `Wir halten Ihre Bestellung (${item}) an und erstatten Ihnen davon ${amount}. Das Geld geht zurück, sobald die Bestellung beendet ist; wird nichts geliefert, erhalten Sie alles zurück.`,
    when: "Das Geld geht auf Ihr Zahlungsmittel zurück. Je nach Bank ist es in 5 bis 10 Tagen zu sehen.",
    button: "Bestellung ansehen",
  },
  voucher: {
    subject: (item) => `Gutschein gilt weiter: ${item}`,
    lead: (item) => `Es tut uns leid: ${item} konnte nicht geliefert werden.`,
    again: "Ihr Gutscheincode ist nicht verbraucht. Bitte lösen Sie ihn später noch einmal ein oder schreiben Sie uns.",
    button: "Bestellung ansehen",
  },
  cancelled: {
    subject: (item) => `Ihre eSIM wurde storniert: ${item}`,
    lead: (count, item) =>
      count > 1
        ? `${count} Ihrer eSIMs wurden storniert und funktionieren nicht mehr: ${item}.`
        : `Ihre eSIM wurde storniert und funktioniert nicht mehr: ${item}.`,
    back: (amount) => `Wir erstatten Ihnen ${amount}.`,
    before: (amount) => `Von dieser Bestellung haben wir bereits ${amount} erstattet.`,
    kept: "Ihre Zahlung wird dafür nicht erstattet. Wenn Sie Fragen haben, schreiben Sie uns.",
    button: "Bestellung ansehen",
  },
  link: {
    subject: "Ihre eSIMs",
    lead: "Hier ist Ihr Link zu allen eSIMs, die mit dieser E-Mail-Adresse gekauft wurden. Er gilt 24 Stunden.",
    button: "Meine eSIMs öffnen",
    unasked: "Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.",
  },
  invoice: "Ihre Rechnung (PDF)",
  number: (number) => `Bestellnummer: ${number}`,
  support: (address) => `Fragen? Schreiben Sie an ${address}.`,
};

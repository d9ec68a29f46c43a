import type { MailTexts } from "./texts.ts";

export const de: MailTexts = {
  order: {
    subject: (item) => `Ihre Bestellung: ${item}`,
    lead: (item, total) => `Vielen Dank. Wir haben ${total} für ${item} erhalten.`,
    next: "Ihre eSIM ist meist innerhalb einer Minute bereit. Wir senden sie in einer zweiten E-Mail; den Stand sehen Sie auch hier:",
    button: "Bestellung ansehen",
  },
  delivery: {
    subject: (item) => `Ihre eSIM ist bereit: ${item}`,
    lead: (count, item) => (count > 1 ? `Ihre ${count} eSIMs sind bereit: ${item}.` : `Ihre eSIM ist bereit: ${item}.`),
    how: "Installieren Sie sie im WLAN, am besten vor der Reise. Jede eSIM lässt sich einmal und auf einem Gerät installieren: Löschen Sie sie danach nicht. Die Seite zeigt jeden Schritt für Ihr Gerät.",
    button: "Jetzt installieren",
    qr: (number, of) => (of > 1 ? `QR-Code der eSIM ${number} von ${of}` : "QR-Code Ihrer eSIM"),
    address: "SM-DP+-Adresse",
    code: "Aktivierungscode",
  },
  topup: {
    subject: (item) => `Aufgeladen: ${item}`,
    lead: (item, total) =>
      `${item} ist auf Ihrer eSIM. Wir haben ${total} erhalten. Sie müssen nichts installieren, es gilt sofort.`,
    button: "Guthaben ansehen",
  },
  data: {
    subject: (percent) => `${percent} % Ihrer Daten sind verbraucht`,
    lead: (percent, left) =>
      `${percent} % der Daten Ihrer eSIM sind verbraucht; ${left} sind übrig. Sie können jederzeit aufladen, ohne etwas zu installieren.`,
    button: "Aufladen",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Ihre eSIM endet morgen" : `Ihre eSIM endet in ${days} Tagen`),
    lead: (date) => `Ihre eSIM funktioniert bis ${date}. Wenn Sie länger bleiben, laden Sie sie vorher auf.`,
    button: "Aufladen",
  },
  refund: {
    subject: (amount) => `Wir haben ${amount} erstattet`,
    lead: (amount, item) =>
      `Es tut uns leid: ${item} konnte nicht geliefert werden. Wir haben Ihre ganze Zahlung von ${amount} erstattet.`,
    part: (amount, item) =>
      `Es tut uns leid: Ein Teil Ihrer Bestellung (${item}) konnte nicht geliefert werden. Wir erstatten dafür ${amount}.`,
    when: "Das Geld geht dorthin zurück, woher es kam. Je nach Bank ist es in 5 bis 10 Tagen zu sehen.",
    button: "Bestellung ansehen",
  },
  link: {
    subject: "Ihre eSIMs",
    lead: "Hier ist Ihr Link zu allen eSIMs, die mit dieser E-Mail-Adresse gekauft wurden. Er gilt 24 Stunden.",
    button: "Meine eSIMs öffnen",
    unasked: "Wenn Sie nicht danach gefragt haben, brauchen Sie nichts zu tun.",
  },
  support: (address) => `Fragen? Schreiben Sie an ${address}.`,
};

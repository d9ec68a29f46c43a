import type { MailTexts } from "./texts.ts";

export const fr: MailTexts = {
  order: {
    subject: (item) => `Votre commande : ${item}`,
    lead: (item, total) => `Merci. Nous avons reçu ${total} pour ${item}.`,
    next: "Votre eSIM est en général prête en une minute. Nous vous l’enverrons dans un second e-mail ; vous pouvez aussi suivre votre commande ici :",
    button: "Voir la commande",
  },
  delivery: {
    subject: (item) => `Votre eSIM est prête : ${item}`,
    lead: (count, item) => (count > 1 ? `Vos ${count} eSIM sont prêtes : ${item}.` : `Votre eSIM est prête : ${item}.`),
    how: "Installez-la en Wi-Fi, de préférence avant le départ. Chaque eSIM s’installe une seule fois, sur un seul appareil : ne la supprimez pas ensuite. La page montre chaque étape pour votre appareil.",
    button: "Installer maintenant",
    qr: (number, of) => (of > 1 ? `Code QR de l’eSIM ${number} sur ${of}` : "Code QR de votre eSIM"),
    address: "Adresse SM-DP+",
    code: "Code d’activation",
  },
  handover: {
    keep: (until) =>
      `Le lien ci-dessous ouvre votre eSIM et fonctionne jusqu’au ${until}. Ne le transmettez pas : quiconque l’a peut installer l’eSIM.`,
  },
  topup: {
    subject: (item) => `Votre eSIM est rechargée : ${item}`,
    lead: (item, total) =>
      `Votre eSIM est rechargée : ${item}. Nous avons reçu ${total}. Il n’y a rien à installer : les données sont utilisables tout de suite.`,
    button: "Voir ce qu’il reste",
  },
  data: {
    subject: (used) => `Vous avez consommé ${used} de vos données`,
    lead: (used, left) =>
      `Vous avez consommé ${used} des données de votre eSIM ; il vous reste ${left}. Vous pouvez recharger à tout moment, sans rien installer.`,
    button: "Recharger",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Votre eSIM expire demain" : `Votre eSIM expire dans ${days} jours`),
    lead: (date) => `Votre eSIM fonctionne jusqu’au ${date}. Si vous restez plus longtemps, rechargez-la avant.`,
    button: "Recharger",
  },
  refund: {
    subject: (amount) => `Nous avons remboursé ${amount}`,
    lead: (amount, item) =>
      `Nous sommes désolés : nous n’avons pas pu livrer votre commande (${item}). Nous avons remboursé la totalité de votre paiement, soit ${amount}.`,
    part: (amount, item) =>
      `Nous sommes désolés : une partie de votre commande (${item}) n’a pas pu être livrée. Nous vous remboursons ${amount} pour cette partie.`,
    given: (amount, item) => `Nous vous remboursons ${amount} de votre paiement pour ${item}.`,
    announced: (amount) => `Nous allons rembourser ${amount}`,
    stopped: (amount, item) =>
      `Votre commande (${item}) a été arrêtée avant toute livraison. Nous avons remboursé la totalité de votre paiement, soit ${amount}.`,
    promised: (amount, item) =>
      `Nous allons vous rembourser ${amount} de votre paiement pour ${item}. Votre commande est encore en cours : l’argent part dès qu’elle est terminée.`,
    stopping: (amount, item) =>
      `Nous arrêtons votre commande (${item}) et allons vous rembourser ${amount}. L’argent part dès que la commande est terminée ; si rien n’est livré, vous récupérez tout votre paiement.`,
    when: "L’argent retourne sur votre moyen de paiement. Selon votre banque, il apparaît sous 5 à 10 jours.",
    button: "Voir la commande",
  },
  voucher: {
    subject: (item) => `Votre bon reste valable : ${item}`,
    lead: (item) => `Nous sommes désolés : nous n’avons pas pu livrer ${item}.`,
    again: "Votre code n’a pas été utilisé. Réessayez plus tard ou écrivez-nous.",
    button: "Voir la commande",
  },
  cancelled: {
    subject: (item) => `Votre eSIM a été annulée : ${item}`,
    lead: (count, item) =>
      count > 1
        ? `${count} de vos eSIM ont été annulées et ne fonctionnent plus : ${item}.`
        : `Votre eSIM a été annulée et ne fonctionne plus : ${item}.`,
    back: (amount) => `Nous vous remboursons ${amount}.`,
    before: (amount) => `Nous avons déjà remboursé ${amount} de cette commande.`,
    kept: "Votre paiement n’est pas remboursé pour cette annulation. Si vous avez des questions, écrivez-nous.",
    button: "Voir la commande",
  },
  link: {
    subject: "Vos eSIM",
    lead: "Voici votre lien vers toutes les eSIM achetées avec cette adresse e-mail. Il est valable 24 heures.",
    button: "Ouvrir mes eSIM",
    unasked: "Si vous ne l’avez pas demandé, ignorez cet e-mail.",
  },
  invoice: "Votre facture (PDF)",
  number: (number) => `Numéro de commande : ${number}`,
  support: (address) => `Des questions ? Écrivez à ${address}.`,
};

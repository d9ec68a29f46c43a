import type { MailTexts } from "./texts.ts";

export const es: MailTexts = {
  order: {
    subject: (item) => `Tu pedido: ${item}`,
    lead: (item, total) => `Gracias. Hemos recibido ${total} por ${item}.`,
    next: "Tu eSIM suele estar lista en un minuto. Te la enviaremos en un segundo correo; también puedes ver el estado aquí:",
    button: "Ver el pedido",
  },
  delivery: {
    subject: (item) => `Tu eSIM está lista: ${item}`,
    lead: (count, item) => (count > 1 ? `Tus ${count} eSIM están listas: ${item}.` : `Tu eSIM está lista: ${item}.`),
    how: "Instálala con wifi, mejor antes de viajar. Cada eSIM se instala una sola vez, en un solo dispositivo: no la borres después. La página muestra cada paso para tu dispositivo.",
    button: "Instalar ahora",
    qr: (number, of) => (of > 1 ? `Código QR de la eSIM ${number} de ${of}` : "Código QR de tu eSIM"),
    address: "Dirección SM-DP+",
    code: "Código de activación",
  },
  topup: {
    subject: (item) => `Recarga hecha: ${item}`,
    lead: (item, total) =>
      `${item} ya está en tu eSIM. Hemos recibido ${total}. No hay que instalar nada: funciona al momento.`,
    button: "Ver lo que queda",
  },
  data: {
    subject: (percent) => `Has usado el ${percent} % de tus datos`,
    lead: (percent, left) =>
      `Se ha usado el ${percent} % de los datos de tu eSIM; quedan ${left}. Puedes recargar cuando quieras, sin instalar nada.`,
    button: "Recargar",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Tu eSIM termina mañana" : `Tu eSIM termina en ${days} días`),
    lead: (date) => `Tu eSIM funciona hasta el ${date}. Si te quedas más tiempo, recárgala antes.`,
    button: "Recargar",
  },
  refund: {
    subject: (amount) => `Hemos devuelto ${amount}`,
    lead: (amount, item) => `Lo sentimos: no se ha podido entregar ${item}. Hemos devuelto todo tu pago de ${amount}.`,
    part: (amount, item) =>
      `Lo sentimos: no se ha podido entregar una parte de tu pedido (${item}). Te devolvemos ${amount}.`,
    when: "El dinero vuelve por donde vino. Según tu banco, se ve en un plazo de 5 a 10 días.",
    button: "Ver el pedido",
  },
  link: {
    subject: "Tus eSIM",
    lead: "Este es tu enlace a todas las eSIM compradas con este correo. Funciona durante 24 horas.",
    button: "Abrir mis eSIM",
    unasked: "Si no lo has pedido, no tienes que hacer nada.",
  },
  support: (address) => `¿Preguntas? Escribe a ${address}.`,
};

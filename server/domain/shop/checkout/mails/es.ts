import type { MailTexts } from "./texts.ts";

export const es: MailTexts = {
  order: {
    subject: (item) => `Tu pedido: ${item}`,
    lead: (item, total) => `Gracias. Hemos recibido ${total} por ${item}.`,
    next: "Tu eSIM suele estar lista en un minuto. Te la enviaremos en un segundo correo; también puedes seguir tu pedido aquí:",
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
  handover: {
    keep: (until) =>
      `El enlace de abajo abre tu eSIM y funciona hasta el ${until}. No lo compartas: quien lo tenga puede instalar la eSIM.`,
  },
  topup: {
    subject: (item) => `Tu eSIM está recargada: ${item}`,
    lead: (item, total) =>
      `Tu eSIM está recargada: ${item}. Hemos recibido ${total}. No hay que instalar nada: funciona al momento.`,
    button: "Ver lo que queda",
  },
  data: {
    subject: (used) => `Has consumido el ${used} de tus datos`,
    lead: (used, left) =>
      `Has consumido el ${used} de los datos de tu eSIM y te quedan ${left}. Puedes recargar cuando quieras, sin instalar nada.`,
    button: "Recargar",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Tu eSIM caduca mañana" : `Tu eSIM caduca en ${days} días`),
    lead: (date) => `Tu eSIM funciona hasta el ${date}. Si te quedas más tiempo, recárgala antes.`,
    button: "Recargar",
  },
  refund: {
    subject: (amount) => `Te hemos reembolsado ${amount}`,
    lead: (amount, item) =>
      `Lo sentimos: no se ha podido entregar ${item}. Te hemos reembolsado todo el pago: ${amount}.`,
    part: (amount, item) =>
      `Lo sentimos: no se ha podido entregar una parte de tu pedido (${item}). Te reembolsamos ${amount} por esa parte.`,
    given: (amount, item) => `Te reembolsamos ${amount} de tu pago por ${item}.`,
    announced: (amount) => `Te vamos a reembolsar ${amount}`,
    stopped: (amount, item) =>
      `Tu pedido (${item}) se detuvo antes de entregar nada. Te hemos reembolsado todo el pago: ${amount}.`,
    promised: (amount, item) =>
      `Te vamos a reembolsar ${amount} de tu pago por ${item}. Tu pedido sigue en curso: el dinero sale en cuanto termine.`,
    stopping: (amount, item) =>
      `Detenemos tu pedido (${item}) y te vamos a reembolsar ${amount}. El dinero sale en cuanto el pedido termine; si no se entrega nada, recuperas todo lo que pagaste.`,
    when: "El dinero vuelve a tu medio de pago. Según tu banco, lo verás en un plazo de 5 a 10 días.",
    button: "Ver el pedido",
  },
  voucher: {
    subject: (item) => `Tu vale sigue valiendo: ${item}`,
    lead: (item) => `Lo sentimos: no hemos podido entregar ${item}.`,
    again: "Tu código no se ha gastado. Vuelve a canjearlo más tarde o escríbenos.",
    button: "Ver el pedido",
  },
  cancelled: {
    subject: (item) => `Tu eSIM se ha cancelado: ${item}`,
    lead: (count, item) =>
      count > 1
        ? `${count} de tus eSIM se han cancelado y ya no funcionan: ${item}.`
        : `Tu eSIM se ha cancelado y ya no funciona: ${item}.`,
    back: (amount) => `Te reembolsamos ${amount}.`,
    before: (amount) => `Ya te hemos reembolsado ${amount} de este pedido.`,
    kept: "No se reembolsa tu pago por esta cancelación. Si tienes preguntas, escríbenos.",
    button: "Ver el pedido",
  },
  link: {
    subject: "Tus eSIM",
    lead: "Este es tu enlace a todas las eSIM compradas con este correo electrónico. Funciona durante 24 horas.",
    button: "Abrir mis eSIM",
    unasked: "Si no lo has pedido, ignora este correo.",
  },
  invoice: "Su factura (PDF)",
  number: (number) => `Número de pedido: ${number}`,
  support: (address) => `¿Tienes preguntas? Escribe a ${address}.`,
};

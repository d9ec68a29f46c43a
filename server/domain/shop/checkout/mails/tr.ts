import type { MailTexts } from "./texts.ts";

export const tr: MailTexts = {
  order: {
    subject: (item) => `Siparişiniz: ${item}`,
    lead: (item, total) => `Teşekkür ederiz. ${item} için ${total} ödemenizi aldık.`,
    next: "eSIM’iniz genellikle bir dakika içinde hazır olur. Onu ikinci bir e-postayla göndereceğiz; durumunu buradan da izleyebilirsiniz:",
    button: "Siparişi görüntüle",
  },
  delivery: {
    subject: (item) => `eSIM’iniz hazır: ${item}`,
    lead: (count, item) => (count > 1 ? `${count} eSIM’iniz hazır: ${item}.` : `eSIM’iniz hazır: ${item}.`),
    how: "Wi-Fi varken, tercihen yolculuktan önce kurun. Her eSIM bir kez ve tek bir cihaza kurulabilir: sonrasında silmeyin. Sayfa, cihazınız için her adımı gösterir.",
    button: "Şimdi kur",
    qr: (number, of) => (of > 1 ? `${of} eSIM’den ${number}. için QR kodu` : "eSIM’inizin QR kodu"),
    address: "SM-DP+ adresi",
    code: "Etkinleştirme kodu",
  },
  topup: {
    subject: (item) => `Yükleme yapıldı: ${item}`,
    lead: (item, total) =>
      `${item} eSIM’inize eklendi. ${total} ödemenizi aldık. Kurulacak bir şey yok: hemen geçerli.`,
    button: "Kalanı gör",
  },
  data: {
    subject: (percent) => `Verinizin %${percent} kadarı kullanıldı`,
    lead: (percent, left) =>
      `eSIM’inizdeki verinin %${percent} kadarı kullanıldı; ${left} kaldı. Hiçbir şey kurmadan istediğiniz zaman yükleme yapabilirsiniz.`,
    button: "Yükle",
  },
  expiry: {
    subject: (days) => (days === 1 ? "eSIM’iniz yarın sona eriyor" : `eSIM’iniz ${days} gün içinde sona eriyor`),
    lead: (date) => `eSIM’iniz ${date} tarihine kadar çalışır. Daha uzun kalacaksanız öncesinde yükleme yapın.`,
    button: "Yükle",
  },
  refund: {
    subject: (amount) => `${amount} iade ettik`,
    lead: (amount, item) => `Üzgünüz: ${item} teslim edilemedi. ${amount} tutarındaki ödemenizin tamamını iade ettik.`,
    part: (amount, item) =>
      `Üzgünüz: siparişinizin bir kısmı (${item}) teslim edilemedi. Bunun için ${amount} iade ediyoruz.`,
    when: "Para, geldiği yere geri döner. Bankanıza göre 5 ila 10 gün içinde görünür.",
    button: "Siparişi görüntüle",
  },
  link: {
    subject: "eSIM’leriniz",
    lead: "Bu e-posta adresiyle alınan tüm eSIM’lere giden bağlantınız burada. 24 saat geçerlidir.",
    button: "eSIM’lerimi aç",
    unasked: "Siz istemediyseniz bir şey yapmanız gerekmez.",
  },
  support: (address) => `Sorunuz mu var? ${address} adresine yazın.`,
};

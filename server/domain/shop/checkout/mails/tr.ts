import type { MailTexts } from "./texts.ts";

export const tr: MailTexts = {
  order: {
    subject: (item) => `Siparişiniz: ${item}`,
    lead: (item, total) => `Teşekkür ederiz. ${item} için ${total} tutarındaki ödemenizi aldık.`,
    next: "eSIM’iniz genellikle bir dakika içinde hazır olur. Onu ikinci bir e-postayla göndereceğiz; siparişinizi buradan da izleyebilirsiniz:",
    button: "Siparişi görüntüle",
  },
  delivery: {
    subject: (item) => `eSIM hazır: ${item}`,
    lead: (count, item) => (count > 1 ? `${count} eSIM’iniz hazır: ${item}.` : `eSIM’iniz hazır: ${item}.`),
    how: "Wi-Fi varken, tercihen yolculuktan önce kurun. Her eSIM yalnızca bir kez ve tek bir cihaza kurulabilir: sonrasında silmeyin. Sayfa, cihazınıza uygun her adımı gösterir.",
    button: "Şimdi kur",
    qr: (number, of) => (of > 1 ? `eSIM ${number} / ${of}: QR kodu` : "eSIM’inizin QR kodu"),
    address: "SM-DP+ adresi",
    code: "Etkinleştirme kodu",
  },
  handover: {
    keep: (until) =>
      `Aşağıdaki bağlantı eSIM’inizi açar ve ${until} tarihine kadar geçerlidir. Kimseyle paylaşmayın: bağlantıya sahip olan herkes eSIM’i kurabilir.`,
  },
  topup: {
    subject: (item) => `eSIM’inize yükleme yapıldı: ${item}`,
    lead: (item, total) =>
      `eSIM’inize yükleme yapıldı: ${item}. ${total} tutarındaki ödemenizi aldık. Bir şey kurmanız gerekmez: hemen geçerlidir.`,
    button: "Kalan veriyi gör",
  },
  data: {
    subject: (used) => `Veri kullanımınız: ${used}`,
    lead: (used, left) =>
      `eSIM’inizdeki veri kullanımı: ${used}. Kalan: ${left}. Bir şey kurmadan, istediğiniz zaman veri yükleyebilirsiniz.`,
    button: "Veri yükle",
  },
  expiry: {
    subject: (days) => (days === 1 ? "eSIM’iniz yarın sona eriyor" : `eSIM’iniz ${days} gün sonra sona eriyor`),
    lead: (date) => `eSIM’inizin bitiş tarihi: ${date}. Daha uzun kalacaksanız öncesinde yükleme yapın.`,
    button: "Veri yükle",
  },
  refund: {
    subject: (amount) => `Ödemenizi iade ettik: ${amount}`,
    lead: (amount, item) => `Üzgünüz: ${item} teslim edilemedi. ${amount} tutarındaki ödemenizin tamamını iade ettik.`,
    part: (amount, item) =>
      `Üzgünüz: siparişinizin bir kısmı (${item}) teslim edilemedi. Bu kısım için iade ettiğimiz tutar: ${amount}.`,
    given: (amount, item) => `${item} için ödemenizden iade ettiğimiz tutar: ${amount}.`,
    announced: (amount) => `${amount} iade edeceğiz`,
    stopped: (amount, item) =>
      `Siparişiniz (${item}) hiçbir şey teslim edilmeden durduruldu. ${amount} tutarındaki ödemenizin tamamını iade ettik.`,
    promised: (amount, item) =>
      `${item} için ödemenizin ${amount} tutarını iade edeceğiz. Siparişiniz hâlâ sürüyor: para, sipariş biter bitmez gönderilir.`,
    stopping: (amount, item) =>
      `Siparişinizi (${item}) durduruyoruz ve ${amount} iade edeceğiz. Para, sipariş biter bitmez gönderilir; hiçbir şey teslim edilmezse ödediğinizin tamamını geri alırsınız.`,
    when: "Para, ödeme yönteminize geri döner. Bankanıza bağlı olarak 5–10 gün içinde görünür.",
    button: "Siparişi görüntüle",
  },
  voucher: {
    subject: (item) => `Kupon geçerli: ${item}`,
    lead: (item) => `Üzgünüz, şu ürünü teslim edemedik: ${item}.`,
    again: "Kupon kodunuz kullanılmış sayılmadı. Daha sonra yeniden deneyin veya bize yazın.",
    button: "Siparişi görüntüle",
  },
  cancelled: {
    subject: (item) => `eSIM’iniz iptal edildi: ${item}`,
    lead: (count, item) =>
      count > 1
        ? `${count} eSIM’iniz iptal edildi ve artık çalışmıyor: ${item}.`
        : `eSIM’iniz iptal edildi ve artık çalışmıyor: ${item}.`,
    back: (amount) => `Size iade ettiğimiz tutar: ${amount}.`,
    before: (amount) => `Bu siparişte daha önce iade ettiğimiz tutar: ${amount}.`,
    kept: "Bunun için ödeme iadesi yapılmıyor. Sorunuz varsa bize yazın.",
    button: "Siparişi görüntüle",
  },
  link: {
    subject: "eSIM’leriniz",
    lead: "Bu e-posta adresiyle alınan tüm eSIM’lerinizin bağlantısı burada. 24 saat geçerlidir.",
    button: "eSIM’lerimi aç",
    unasked: "Bunu siz istemediyseniz bu e-postayı dikkate almayın.",
  },
  invoice: "Faturanız (PDF)",
  number: (number) => `Sipariş numarası: ${number}`,
  support: (address) => `Sorunuz mu var? ${address} adresine yazın.`,
};

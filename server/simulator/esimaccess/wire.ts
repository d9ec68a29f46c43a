import { createHash } from "node:crypto";
import { soldAs } from "./shop.ts";
import type { Esim, Order } from "./state.ts";

/** `2024-05-29T18:34:17+0000` */
export const wireTime = (iso: string): string => `${iso.slice(0, 19)}+0000`;

export function toWireEsim(esim: Esim, order: Order) {
  const item = soldAs(esim);
  const page = createHash("sha256").update(esim.ac).digest("hex").slice(0, 32);
  return {
    esimTranNo: esim.esimTranNo,
    orderNo: esim.orderNo,
    transactionId: order.transactionId,
    imsi: esim.imsi,
    iccid: esim.iccid,
    msisdn: "",
    smsStatus: item.smsStatus,
    dataType: item.dataType,
    ac: esim.ac,
    qrCodeUrl: `https://p.qrsim.net/${page}.png`,
    shortUrl: `https://p.qrsim.net/${page}`,
    smdpStatus: esim.smdpStatus,
    eid: esim.eid,
    activeType: item.activeType,
    activateTime: esim.activatedAt && wireTime(esim.activatedAt),
    expiredTime: wireTime(esim.expiresAt),
    totalVolume: esim.totalVolume,
    totalDuration: esim.totalDays,
    durationUnit: "DAY",
    orderUsage: esim.orderUsage,
    esimStatus: esim.esimStatus,
    pin: "1234",
    puk: esim.imsi.slice(-8),
    apn: "internet",
    packageList: [
      {
        packageName: item.name,
        packageCode: item.packageCode,
        slug: item.slug,
        duration: item.duration,
        volume: item.volume,
        locationCode: item.locationCode,
        createTime: wireTime(esim.createdAt),
      },
    ],
  };
}

import { serveVouchers } from "#server/files/serve-vouchers.ts";

export { serveVouchers as GET };

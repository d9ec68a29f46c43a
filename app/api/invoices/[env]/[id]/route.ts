import { serveInvoice } from "#server/files/serve-invoice.ts";

export { serveInvoice as GET };

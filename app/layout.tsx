import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Reseller eSIM Service", template: "%s · Reseller eSIM Service" },
  description: "Sell travel eSIMs under your own brand.",
};

/** Each area renders its own document: `ServiceDocument`, or a storefront's. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return children;
}

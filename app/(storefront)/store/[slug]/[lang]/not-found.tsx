import type { Metadata } from "next";
import { Nothing } from "#components/storefront/nothing.tsx";

export const metadata: Metadata = { title: { absolute: "404" }, description: null };

export default function StorefrontNotFound() {
  return (
    <main className="alone">
      <Nothing />
    </main>
  );
}

import type { ReactNode } from "react";
import { ServiceDocument } from "#app/service-document.tsx";

export default function TermsLayout({ children }: { children: ReactNode }) {
  return <ServiceDocument>{children}</ServiceDocument>;
}

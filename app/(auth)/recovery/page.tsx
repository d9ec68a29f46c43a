import type { Metadata } from "next";
import { RecoveryForm } from "#components/auth/recovery-form.tsx";

export const metadata: Metadata = { title: "Forgotten password" };

export default function Recovery() {
  return <RecoveryForm />;
}

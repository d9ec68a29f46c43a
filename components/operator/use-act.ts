"use client";
import { useRouter } from "next/navigation";
import { toast } from "#components/ui/toast.tsx";

/** What every act ends with: it is said, the page is read again, and the dialog goes. */
export function useActed() {
  const router = useRouter();
  return (what: string, more?: string) => {
    toast(what, more);
    router.refresh();
  };
}

"use client";
import { createContext, type ReactNode, useContext } from "react";

const LocaleContext = createContext("en");

/** How numbers and dates are written; the server and the browser must agree on it. */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export const useLocale = () => useContext(LocaleContext);

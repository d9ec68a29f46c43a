import type { ShopTexts } from "./shop-fields.ts";

/** What a reseller's customers see. */
export type Brand = {
  accountId: number;
  environment: "test" | "live";
  name: string;
  /** An address elsewhere, or the path of a picture that is stored here. Null: the picture that we draw from name and colour. */
  logoUrl: string | null;
  faviconUrl: string | null;
  /** `#RRGGBB` */
  primaryColor: string;
  secondaryColor: string;
  accentColor: string;
  supportEmail: string;
  supportPhone: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  companyLegalName: string;
  customDomain: string | null;
  /** What the DNS TXT record must hold. */
  domainToken: string;
  /** While it is set, the domain serves the storefront. */
  domainVerifiedAt: Date | null;
  domainCheckedAt: Date | null;
  /** What the last check found wrong, in words. */
  domainFault: string | null;
  portalSlug: string;
  /** BCP 47. */
  locale: string;
  /** What only the shop shows; nothing for what is empty. */
  shop: Partial<ShopTexts>;
  updatedAt: Date;
};

export type BrandChange = Partial<
  Omit<
    Brand,
    "accountId" | "environment" | "domainToken" | "domainVerifiedAt" | "domainCheckedAt" | "domainFault" | "updatedAt"
  >
>;

/** Slugs that would be taken for a part of the service. */
export const RESERVED_SLUGS: readonly string[] = [
  "account",
  "admin",
  "api",
  "app",
  "assets",
  "auth",
  "billing",
  "brand",
  "dashboard",
  "docs",
  "help",
  "login",
  "mail",
  "operator",
  "portal",
  "root",
  "security",
  "sign-in",
  "static",
  "status",
  "store",
  "support",
  "system",
  "www",
];

import {
  BadgeCheck,
  BookOpen,
  CardSim,
  Globe,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Palette,
  ReceiptText,
  ShoppingCart,
  Store,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import type { Outputs, Permission } from "#server/trpc/types.ts";

export type Place = {
  label: string;
  /** Within the environment; a place outside it has an `href`. */
  path?: string;
  href?: string;
  icon: LucideIcon;
  permission?: Permission;
  /** Pressed after `g`. */
  key?: string;
};

/** Every page of the portal, once: the navigation, the palette and the shortcuts are made of it. */
export const NAVIGATION: { group: string; places: Place[] }[] = [
  {
    group: "Sell",
    places: [
      { label: "Overview", path: "", icon: LayoutDashboard, key: "o" },
      { label: "Catalogue", path: "/catalog", icon: Globe, permission: "catalog:read", key: "c" },
      { label: "Orders", path: "/orders", icon: ShoppingCart, permission: "orders:read", key: "r" },
      { label: "eSIMs", path: "/esims", icon: CardSim, permission: "orders:read", key: "e" },
      { label: "Sales", path: "/sales", icon: ReceiptText, permission: "orders:read", key: "v" },
      { label: "Storefront", path: "/storefront", icon: Store, permission: "brand:read", key: "s" },
    ],
  },
  {
    group: "Money",
    places: [{ label: "Balance", path: "/balance", icon: Wallet, permission: "balance:read", key: "b" }],
  },
  {
    group: "Build",
    places: [
      { label: "API keys", path: "/api-keys", icon: KeyRound, permission: "keys:read", key: "k" },
      { label: "Webhooks", path: "/webhooks", icon: Webhook, permission: "webhooks:read", key: "w" },
      { label: "Request log", path: "/requests", icon: ListTree, permission: "requests:read", key: "l" },
      { label: "Go-live drill", path: "/drill", icon: BadgeCheck, permission: "webhooks:read", key: "i" },
      { label: "Documentation", href: "/docs", icon: BookOpen, key: "d" },
    ],
  },
  {
    group: "Company",
    places: [
      { label: "Brand", path: "/brand", icon: Palette, permission: "brand:read", key: "a" },
      { label: "Team", path: "/team", icon: Users, permission: "team:read", key: "t" },
    ],
  },
];

/** What keys do besides `g` and a letter. */
export const GENERAL_SHORTCUTS = [
  { keys: ["⌘ K", "Ctrl K"], does: "Do something, go to a page, find an order, eSIM, traveller, package or request" },
  { keys: ["/"], does: "Search on this page" },
  { keys: ["?"], does: "This list" },
  { keys: ["Esc"], does: "Close what is open" },
];

export type RecordKind = Outputs["search"]["find"][number]["kind"] | "package" | "entry";

/** Where a record that was found is shown. */
export const RECORD_PAGES: Record<RecordKind, (reference: string) => string> = {
  order: (reference) => `/orders/${reference}`,
  sale: (number) => `/sales/${number}`,
  esim: (iccid) => `/esims/${iccid}`,
  request: (requestId) => `/requests/${requestId}`,
  event: (eventId) => `/webhooks/deliveries?search=${eventId}`,
  key: (prefix) => `/api-keys/${prefix}`,
  endpoint: (id) => `/webhooks/${id}`,
  entry: (reference) => `/balance/ledger?only=${reference}`,
  package: (packageId) => `/catalog/${encodeURIComponent(packageId)}`,
};

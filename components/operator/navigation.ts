import {
  ArrowLeftRight,
  BadgePercent,
  Banknote,
  Building2,
  ChartColumn,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Radio,
  ScrollText,
  SearchCheck,
} from "lucide-react";

/** Every page of the platform's own side. */
export const OPERATOR_NAVIGATION: { group: string; places: { label: string; to: string; icon: LucideIcon }[] }[] = [
  {
    group: "Now",
    places: [
      { label: "Overview", to: "/operator", icon: LayoutDashboard },
      { label: "Review queue", to: "/operator/review", icon: SearchCheck },
      { label: "Health", to: "/operator/health", icon: HeartPulse },
    ],
  },
  {
    group: "Resellers",
    places: [
      { label: "Accounts", to: "/operator/accounts", icon: Building2 },
      { label: "Announcements", to: "/operator/announcements", icon: Megaphone },
    ],
  },
  {
    group: "Money",
    places: [
      { label: "Funding", to: "/operator/funding", icon: Banknote },
      { label: "Price rules", to: "/operator/pricing", icon: BadgePercent },
      { label: "Exchange rates", to: "/operator/fx", icon: ArrowLeftRight },
      { label: "Numbers", to: "/operator/numbers", icon: ChartColumn },
    ],
  },
  {
    group: "Supply",
    places: [{ label: "Suppliers", to: "/operator/suppliers", icon: Radio }],
  },
  {
    group: "Record",
    places: [{ label: "Audit log", to: "/operator/audit", icon: ScrollText }],
  },
];

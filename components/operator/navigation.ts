import {
  ArrowLeftRight,
  BadgePercent,
  Banknote,
  BellRing,
  Boxes,
  Building2,
  CardSim,
  ChartColumn,
  FileSpreadsheet,
  HeartPulse,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Radio,
  Scale,
  ScrollText,
  SearchCheck,
  ShoppingCart,
  Siren,
  UserPlus,
  UsersRound,
} from "lucide-react";
import type { OperatorPermission } from "#server/trpc/types.ts";

type Place = {
  label: string;
  to: string;
  icon: LucideIcon /** Of whom alone it is a page. */;
  needs?: OperatorPermission;
  /** Only where there are cells. */
  ofCells?: true;
};

/** Every page of the platform's own side. */
export const OPERATOR_NAVIGATION: { group: string; places: Place[] }[] = [
  {
    group: "Now",
    places: [
      { label: "Overview", to: "/operator", icon: LayoutDashboard },
      { label: "Alerts", to: "/operator/alerts", icon: BellRing },
      { label: "Incidents", to: "/operator/incidents", icon: Siren },
      { label: "Review queue", to: "/operator/review", icon: SearchCheck },
      { label: "Health", to: "/operator/health", icon: HeartPulse },
    ],
  },
  {
    group: "Resellers",
    places: [
      { label: "Accounts", to: "/operator/accounts", icon: Building2 },
      { label: "Sign-ups", to: "/operator/sign-ups", icon: UserPlus },
      { label: "Orders", to: "/operator/orders", icon: ShoppingCart },
      { label: "eSIMs", to: "/operator/esims", icon: CardSim },
      { label: "Announcements", to: "/operator/announcements", icon: Megaphone },
    ],
  },
  {
    group: "Money",
    places: [
      { label: "Approvals", to: "/operator/funding", icon: Banknote },
      { label: "Bank accounts", to: "/operator/bank", icon: Landmark },
      { label: "Price rules", to: "/operator/pricing", icon: BadgePercent },
      { label: "Exchange rates", to: "/operator/fx", icon: ArrowLeftRight },
      { label: "Sales report", to: "/operator/numbers", icon: ChartColumn },
      { label: "Trial balance", to: "/operator/books", icon: Scale },
      { label: "Supplier statements", to: "/operator/statements", icon: FileSpreadsheet },
    ],
  },
  {
    group: "Supply",
    places: [{ label: "Suppliers", to: "/operator/suppliers", icon: Radio }],
  },
  {
    group: "Platform",
    places: [
      { label: "Cells", to: "/operator/cells", icon: Boxes, ofCells: true },
      { label: "Audit log", to: "/operator/audit", icon: ScrollText },
      { label: "Operators", to: "/operator/operators", icon: UsersRound, needs: "operators:manage" },
    ],
  },
];

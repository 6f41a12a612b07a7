// What the menu of the certificate pages holds (C28 to C34).
import {
  BadgeCheck,
  Building2,
  CircleDollarSign,
  Cpu,
  FileBadge,
  Handshake,
  LayoutDashboard,
  ListChecks,
  Receipt,
  ReceiptText,
  Store,
  TrendingUp,
  type LucideIcon,
} from "lucide-react";
import { patterns } from "../paths.ts";
import type { TextKey } from "../texts/keys.ts";

/** Which of the numbers of waiting records stands beside an entry. */
export type CounterKey = "services" | "devices" | "accounts";

export interface RecEntry {
  readonly to: string;
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly counter?: CounterKey;
}

/** Entries under a heading; null: they stand alone. */
export interface RecSection {
  readonly label: TextKey | null;
  readonly entries: readonly RecEntry[];
}

const dashboard: RecEntry = { to: patterns.recDashboard, label: "Dashboard", icon: LayoutDashboard };
const services: RecEntry = {
  to: patterns.recServices,
  label: "Register services",
  icon: FileBadge,
  counter: "services",
};
const inventory: readonly RecEntry[] = [
  { to: patterns.recDevices, label: "Devices", icon: Cpu, counter: "devices" },
  { to: patterns.recCertificates, label: "REC", icon: BadgeCheck },
];

/** The menu of who acts for a business account. */
export const MARKET_MENU: readonly RecSection[] = [
  { label: null, entries: [dashboard] },
  {
    label: "Trade",
    entries: [
      { to: patterns.recMarketplace, label: "Impact Marketplace", icon: Store },
      { to: patterns.recExchange, label: "Exchange", icon: TrendingUp },
      { to: patterns.recActivities, label: "My Activities", icon: ListChecks },
      { to: patterns.recOffExchange, label: "Off Exchange", icon: Handshake },
    ],
  },
  { label: "Registry", entries: [services] },
  { label: "Inventory", entries: inventory },
  {
    label: "Settlement",
    entries: [
      { to: patterns.recReceivable, label: "Account Receivable", icon: Receipt },
      { to: patterns.recPayable, label: "Accounts Payable", icon: ReceiptText },
      { to: patterns.recFee, label: "Fee", icon: CircleDollarSign },
    ],
  },
  {
    label: null,
    entries: [
      { to: patterns.recProfile, label: "Business Account Profile", icon: Building2, counter: "accounts" },
    ],
  },
];

/** The menu of who decides for a registry: no trade, no money, no account. */
export const ISSUER_MENU: readonly RecSection[] = [
  { label: null, entries: [dashboard] },
  { label: "Registry", entries: [services] },
  { label: "Inventory", entries: inventory },
];

/** The menu of who runs the platform: that of issuers, and the business accounts. */
export const OPERATOR_MENU: readonly RecSection[] = [
  ...ISSUER_MENU,
  {
    label: null,
    entries: [{ to: patterns.recProfile, label: "registry.accounts", icon: Building2, counter: "accounts" }],
  },
];

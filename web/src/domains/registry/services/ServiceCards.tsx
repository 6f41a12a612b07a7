import {
  SERVICES,
  type listWaiting,
  type Service,
  type WaitingKind,
} from "@heliograph/contract/registry/services";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Building2, Cpu, FileBadge, Import, Plus, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { MISSING, useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { seatsQuery } from "../../parties/seats-queries.ts";
import { useServiceAddress } from "./service-view.ts";
import styles from "./ServiceCards.module.css";
import { SERVICE_TABS } from "./tabs.ts";
import { useStateName } from "./state-names.ts";
import { useMayAct } from "../use-may-act.ts";
import { waitingQuery } from "./waiting-query.ts";

const ICONS: Readonly<Record<Service, LucideIcon>> = {
  devices: Cpu,
  issuance: FileBadge,
  imports: Import,
  redemption: ArchiveRestore,
};

/**
 * The four kinds of records: how many wait for the person, what that is made of and what waits for others, and for whom may act the button that
 * begins one (C43, C44, C57). `apart`: as cards of their own, with a fifth for business accounts where the person is a platform operator; else as one strip.
 */
export function ServiceCards({ apart }: { apart: boolean }) {
  const t = useText();
  const account = useActing();
  const address = useServiceAddress();
  const mayAct = useMayAct();
  const { data } = useQuery(waitingQuery(account));
  const { data: seats } = useQuery(seatsQuery());
  const reviews = apart && account === undefined && seats?.is_platform_operator === true;
  const counted = (kind: WaitingKind) => data?.services.find(({ service }) => service === kind);
  return (
    <ul
      className={styles.cards}
      data-apart={apart || undefined}
      data-reviews={reviews || undefined}
      aria-label={t("registry.kinds")}
    >
      {SERVICES.map((service) => (
        <Card
          key={service}
          icon={ICONS[service]}
          label={t(SERVICE_TABS[service].label)}
          to={address(service)}
          counted={counted(service)}
          begin={
            mayAct === true
              ? { label: t(SERVICE_TABS[service].action), to: address(service, { record: "new" }) }
              : null
          }
        />
      ))}
      {reviews && (
        <Card
          icon={Building2}
          label={t("registry.accounts")}
          to={patterns.recProfile}
          counted={counted("accounts")}
          begin={null}
        />
      )}
    </ul>
  );
}

function Card(given: {
  icon: LucideIcon;
  label: string;
  to: string;
  counted: Answer<typeof listWaiting>["services"][number] | undefined;
  /** The button that begins a record of the kind; null: there is none. */
  begin: { readonly label: string; readonly to: string } | null;
}) {
  const { icon: Icon, label, to, counted, begin } = given;
  const t = useText();
  const { number } = useFormat();
  const stateName = useStateName();
  // Records of one state may wait for the person and for others.
  const counts = new Map<string, number>();
  for (const one of (counted?.states ?? []).toSorted((a, b) => Number(b.is_you) - Number(a.is_you))) {
    counts.set(one.status, (counts.get(one.status) ?? 0) + one.count);
  }
  const parts = [...counts].map(([status, n]) => t("registry.inState", { n, state: stateName(status) }));
  return (
    <li>
      <p className={styles.kind}>
        <Icon size={18} strokeWidth={1.9} aria-hidden />
        <Link to={to}>{label}</Link>
      </p>
      <p className={styles.figure} data-none={counted?.waiting === 0 || undefined}>
        <b>{counted === undefined ? MISSING : number(counted.waiting, 0)}</b>
        <span>{t("registry.waits")}</span>
      </p>
      <p className={styles.parts}>{parts.length === 0 ? t("registry.nothingOpen") : parts.join(" · ")}</p>
      {begin !== null && (
        <Link to={begin.to} className={styles.begin ?? ""}>
          <Plus size={16} aria-hidden />
          {begin.label}
        </Link>
      )}
    </li>
  );
}

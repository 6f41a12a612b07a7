import { SERVICES, type Service, type listWaiting } from "@heliograph/contract/registry/services";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Cpu, FileBadge, Import, Plus, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { MISSING, useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { useServiceAddress } from "./service-view.ts";
import styles from "./ServiceCards.module.css";
import { SERVICE_TABS } from "./tabs.ts";
import { useStateName } from "./state-names.ts";
import { waitingQuery } from "./waiting-query.ts";

const ICONS: Readonly<Record<Service, LucideIcon>> = {
  devices: Cpu,
  issuance: FileBadge,
  imports: Import,
  redemption: ArchiveRestore,
};

/**
 * The four kinds of records: how many wait for the person, what that is made of and what waits for others, and the button that begins one
 * (C43, C44, C57). `apart`: as cards of their own, else as one strip.
 */
export function ServiceCards({ apart }: { apart: boolean }) {
  const t = useText();
  const account = useActing();
  const { data } = useQuery(waitingQuery(account));
  return (
    <ul className={styles.cards} data-apart={apart || undefined} aria-label={t("registry.kinds")}>
      {SERVICES.map((service) => (
        <Card
          key={service}
          service={service}
          counted={data?.services.find((one) => one.service === service)}
          begins={account !== undefined}
        />
      ))}
    </ul>
  );
}

function Card(given: {
  service: Service;
  counted: Answer<typeof listWaiting>["services"][number] | undefined;
  begins: boolean;
}) {
  const { service, counted, begins } = given;
  const t = useText();
  const { number } = useFormat();
  const address = useServiceAddress();
  const stateName = useStateName();
  const Icon = ICONS[service];
  const { label, action } = SERVICE_TABS[service];
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
        <Link to={address(service)}>{t(label)}</Link>
      </p>
      <p className={styles.figure} data-none={counted?.waiting === 0 || undefined}>
        <b>{counted === undefined ? MISSING : number(counted.waiting, 0)}</b>
        <span>{t("registry.waits")}</span>
      </p>
      <p className={styles.parts}>{parts.length === 0 ? t("registry.nothingOpen") : parts.join(" · ")}</p>
      {begins && (
        <Link to={address(service, { record: "new" })} className={styles.begin ?? ""}>
          <Plus size={16} aria-hidden />
          {t(action)}
        </Link>
      )}
    </li>
  );
}

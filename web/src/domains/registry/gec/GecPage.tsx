import { gecTotalCents } from "@heliograph/contract/registry/gec/gec-rules";
import { gecRedemptionLife, type GecRedemptionAction } from "@heliograph/contract/registry/gec/gec-life";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { Link } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useTitle } from "../../../platform/title.ts";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useDue } from "../due.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useRecordWords } from "../words.ts";
import { GecCertificatesForm } from "./GecCertificatesForm.tsx";
import { GecConsumerForm } from "./GecConsumerForm.tsx";
import { GecFiles } from "./GecFiles.tsx";
import { GecOperator } from "./GecOperator.tsx";
import { GecState } from "./GecState.tsx";
import type { GecRedemption } from "./gec-queries.ts";
import { useGecWords } from "./gec-words.ts";
import styles from "../Record.module.css";

/** One redemption of green certificates: whose turn it is, what each party stated, and the step of whoever looks. */
export function GecPage({ given }: { given: GecRedemption }) {
  const { text, format } = useGecWords();
  const address = useServiceAddress();
  const { number, actions, quantity, version } = given;
  useTitle(number);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <p className={page.crumb}>
            <Link to={address("redemption", { sub: "gec" })}>{text("gec.table")}</Link>
          </p>
          <div className={page.title}>
            <h1>{text("gec.title", { n: format.number(quantity, 0) })}</h1>
            <GecState of={given} />
          </div>
          <p className={page.meta}>{number}</p>
        </div>
      </header>
      <Next given={given} />
      <div className={styles.columns}>
        <div className={styles.work}>
          {actions.includes("give_consumer") && <GecConsumerForm key={version} given={given} />}
          {actions.includes("upload_certificates") && <GecCertificatesForm key={version} given={given} />}
          <Facts title={text("gec.purchase")} facts={usePurchase(given)} />
          <Facts title={text("gec.consumer")} facts={useConsumer(given)} />
          <Facts title={text("gec.certificates")} facts={useCertificates(given)} />
        </div>
        <div className={styles.side}>
          <GecOperator key={version} given={given} />
          <GecFiles files={given.files} />
          <History given={given} />
        </div>
      </div>
    </div>
  );
}

function Next({ given: { next, status } }: { given: GecRedemption }) {
  const { text } = useGecWords();
  const due = useDue();
  const now = useNow();
  if (next === null) {
    return (
      <NextLine whose="nobody" what={text(status === "completed" ? "gec.isCompleted" : "gec.isEnded")} />
    );
  }
  return (
    <NextLine
      whose={next.is_you ? "you" : "other"}
      what={text(`gec.next.${next.of ?? "operators"}`)}
      due={next.until === null ? null : due(next.until, now)}
    />
  );
}

type Fact = readonly [label: string, value: string];

function usePurchase({ buyer_name, seller_name, quantity, price_cents }: GecRedemption): readonly Fact[] {
  const { text, format, money } = useGecWords();
  return [
    [text("gec.buyer"), buyer_name],
    [text("gec.seller"), seller_name],
    [text("gec.quantity"), `${format.number(quantity, 0)} MWh`],
    [text("gec.price"), money(price_cents)],
    [text("gec.total"), money(gecTotalCents({ quantity, price_cents }))],
  ];
}

function useConsumer({ consumer }: GecRedemption): readonly Fact[] {
  const { text } = useGecWords();
  if (consumer === null) return [];
  return [
    [text("gec.beneficiary"), consumer.beneficiary_name],
    [text("gec.creditCode"), consumer.consumer_code],
    [text("gec.account"), consumer.gec_account],
    [text("gec.province"), consumer.consumer_province],
    [text("gec.redeemsFor"), text(`gec.for.${consumer.redeems_for}`)],
    [text("gec.period"), `${consumer.period_from} – ${consumer.period_to}`],
    [text("gec.purpose"), consumer.purpose],
  ];
}

function useCertificates({ lots, ...given }: GecRedemption): readonly Fact[] {
  const { text, fuel } = useGecWords();
  if (lots.length === 0) return [];
  return [
    [text("gec.device"), `${given.device_name ?? ""} (${given.device_code ?? ""})`],
    [text("gec.fuel"), fuel(given.fuel ?? "")],
    [text("gec.location"), given.location ?? ""],
    [text("gec.province"), given.province ?? ""],
    ...lots.map(({ month, series, first, until }): Fact => [
      text("gec.numbersIn", { month }),
      `${series} ${first}–${until - 1}`,
    ]),
  ];
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <Panel title={title}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** What the timeline calls actions: those of the life cycle, and that it began. */
const isAction = (name: string): name is GecRedemptionAction => name in gecRedemptionLife.actions;

function History({ given }: { given: GecRedemption }) {
  const { text } = useGecWords();
  const words = useRecordWords();
  const happenings = given.timeline.map(({ at, action, role, person, reason }, index) => {
    const rule: RecordAction | undefined = isAction(action) ? gecRedemptionLife.actions[action] : undefined;
    const who = rule?.of === undefined ? text(`imp.roleOf.${role}`) : text(`gec.${rule.of}`);
    return {
      key: String(index),
      state: ["withdraw", "lapse", "close"].includes(action) ? ("failed" as const) : ("done" as const),
      title: text(
        isAction(action) || action === "set_aside" ? (`gec.did.${action}` as const) : "gec.did.create",
      ),
      meta: `${gmt8(at)} · ${person ?? who}`,
      ...(reason === null ? {} : { detail: reason }),
    };
  });
  return (
    <Panel title={text("gec.timeline")}>
      <Timeline label={text("gec.timeline")} words={words.happenings} happenings={happenings} />
    </Panel>
  );
}

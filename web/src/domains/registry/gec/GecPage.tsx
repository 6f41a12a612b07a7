import { gecTotalCents } from "@heliograph/contract/registry/gec/gec-rules";
import { gecRedemptionLife, type GecRedemptionAction } from "@heliograph/contract/registry/gec/gec-life";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { RecordFacts, type RecordFact } from "../../../ui/records/RecordFacts.tsx";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { useNow } from "../../../platform/clock.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
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

/** One redemption of green certificates: whose turn it is, what each party stated, and the step of whoever looks. */
export function GecPage({ given }: { given: GecRedemption }) {
  const { text, format } = useGecWords();
  const address = useServiceAddress();
  const { number, actions, quantity, version } = given;
  return (
    <RecordPage
      path={[{ label: text("gec.table"), to: address("redemption", { sub: "gec" }) }]}
      title={text("gec.title", { n: format.number(quantity, 0) })}
      name={number}
      state={<GecState of={given} />}
      meta={number}
    >
      <Next given={given} />
      <TwoColumns
        // What a party states is work; only operators decide.
        first="work"
        side={
          <>
            <GecOperator key={version} given={given} />
            <GecFiles files={given.files} />
            <History given={given} />
          </>
        }
      >
        {actions.includes("give_consumer") && <GecConsumerForm key={version} given={given} />}
        {actions.includes("upload_certificates") && <GecCertificatesForm key={version} given={given} />}
        <Stated title={text("gec.purchase")} facts={usePurchase(given)} />
        <Stated title={text("gec.consumer")} facts={useConsumer(given)} />
        <Stated title={text("gec.certificates")} facts={useCertificates(given)} />
      </TwoColumns>
    </RecordPage>
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

function usePurchase({
  buyer_name,
  seller_name,
  quantity,
  price_cents,
}: GecRedemption): readonly RecordFact[] {
  const { text, format, money } = useGecWords();
  return [
    [text("gec.buyer"), buyer_name],
    [text("gec.seller"), seller_name],
    [text("gec.quantity"), `${format.number(quantity, 0)} MWh`],
    [text("gec.price"), money(price_cents)],
    [text("gec.total"), money(gecTotalCents({ quantity, price_cents }))],
  ];
}

function useConsumer({ consumer }: GecRedemption): readonly RecordFact[] {
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

function useCertificates({ lots, ...given }: GecRedemption): readonly RecordFact[] {
  const { text, fuel } = useGecWords();
  if (lots.length === 0) return [];
  return [
    [text("gec.device"), `${given.device_name ?? ""} (${given.device_code ?? ""})`],
    [text("gec.fuel"), fuel(given.fuel ?? "")],
    [text("gec.location"), given.location ?? ""],
    [text("gec.province"), given.province ?? ""],
    ...lots.map(({ month, series, first, until }): RecordFact => [
      text("gec.numbersIn", { month }),
      `${series} ${first}–${until - 1}`,
    ]),
  ];
}

function Stated({ title, facts }: { title: string; facts: readonly RecordFact[] }) {
  if (facts.length === 0) return null;
  return (
    <Panel title={title}>
      <RecordFacts facts={facts} />
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

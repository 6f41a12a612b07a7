import { isDue } from "@heliograph/contract/registry/redemption/redemption-life";
import type { RedemptionItem } from "@heliograph/contract/registry/redemption/redemption-review";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { RecordFacts } from "../../../ui/records/RecordFacts.tsx";
import { TwoColumns } from "../../../platform/rec/record/TwoColumns.tsx";
import { RecordPage } from "../../../platform/rec/record/RecordPage.tsx";
import { patterns } from "../../../app/paths.ts";
import { useNow } from "../../../platform/clock.ts";
import { useActing, useRecAddress } from "../../../platform/rec/acting.ts";
import { useMarks } from "../../../platform/rec/use-marks.ts";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { rangeText } from "../inventory/inventory-view.ts";
import { RedemptionCalls } from "../calls/RedemptionCalls.tsx";
import { useDue } from "../due.ts";
import { Serials } from "../Serials.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { CorrectClaim } from "./form/CorrectClaim.tsx";
import { nextWords } from "./next-words.ts";
import { Payments } from "./Payments.tsx";
import { invoicesQuery, type Redemption } from "./redemption-queries.ts";
import { useRedemptionWords } from "./redemption-words.ts";
import { RedemptionActions } from "./RedemptionActions.tsx";
import { ClaimChanges } from "./review/ClaimChanges.tsx";
import { ClaimItems } from "./review/ClaimItems.tsx";
import { Fees, History, StatementPart } from "./RedemptionSide.tsx";
import { stateLook } from "./state-look.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Redemption.module.css";

/** One redemption: who must act next, its certificates, for whom, what it costs and what happened to it. */
export function RedemptionPage({ given }: { given: Redemption }) {
  const words = useRedemptionWords();
  const { text, format, state, registry, ticker } = words;
  const address = useServiceAddress();
  const { number, status, amount, beneficiary_name, actions } = given;
  const marks = useMarks<RedemptionItem>();
  const last = given.returns.at(-1);
  const returns = actions.includes("return");
  return (
    <RecordPage
      path={[
        { label: text("Register services"), to: address("redemption") },
        { label: text("REC Redemption") },
      ]}
      title={number}
      state={<StateTag state={stateLook(status)} label={state(status)} />}
      meta={
        <>
          {registry(given.registry)}
          <span className={page.sep} />
          {ticker(given)}
          <span className={page.sep} />
          {text("red.amountFor", { n: format.number(amount, 0), name: beneficiary_name })}
        </>
      }
    >
      <Next given={given} />
      <RedemptionActions key={given.version} given={given} marks={marks} />
      <TwoColumns
        side={
          <>
            <StatementPart given={given} />
            <RedemptionCalls given={given} />
            <Payments given={given} />
            <Fees given={given} />
          </>
        }
      >
        {actions.includes("resubmit") && <CorrectClaim key={given.version} given={given} />}
        {status !== "returned" && last !== undefined && <ClaimChanges last={last} now={given} />}
        {returns && <ClaimItems given={given} marks={marks} />}
        <Certificates given={given} />
        <Claim given={given} without={returns} />
        <History given={given} />
      </TwoColumns>
    </RecordPage>
  );
}

function Next({ given }: { given: Redemption }) {
  const words = useRedemptionWords();
  const account = useActing();
  const due = useDue();
  const now = useNow();
  const { next, record_uid, status } = given;
  const { data } = useQuery(invoicesQuery(account, record_uid, isDue(status)));
  const { isYou, ...said } = nextWords(words, given, data?.invoices ?? []);
  return (
    <NextLine
      whose={next === null ? "nobody" : isYou ? "you" : "other"}
      {...said}
      due={next === null || next.until === null ? null : due(next.until, now)}
    />
  );
}

function Certificates({ given }: { given: Redemption }) {
  const { text, format, channel } = useRedemptionWords();
  const account = useActing();
  const address = useRecAddress();
  const { ranges, status } = given;
  const title = status === "completed" ? "red.retired" : isHeld(status) ? "red.reserved" : "red.wereReserved";
  const amounts = ranges.map(({ first, until }) => until - first);
  const sum = format.number(
    amounts.reduce((all, one) => all + one, 0),
    0,
  );
  const parts = amounts.map((one) => format.number(one, 0)).join(" + ");
  const extra =
    amounts.length > 1 && amounts.length <= 6 ? text("registry.sum", { parts, sum }) : `${sum} MWh`;
  return (
    <Panel title={text(title)} extra={extra}>
      {isHeld(status) && <p className={shared.hint}>{text("red.reservedHint")}</p>}
      <ul className={styles.ranges} aria-label={text(title)}>
        {ranges.map((range) => (
          <li key={rangeText(range)}>
            {account === undefined ? (
              <Serials {...range} />
            ) : (
              <Link to={address(patterns.recCertificates, { tab: given.registry, range: rangeText(range) })}>
                <Serials {...range} />
              </Link>
            )}
            <small>
              {range.from_day} – {range.to_day} · {channel(range.channel)}
            </small>
            <b>{format.number(range.until - range.first, 0)} MWh</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const isHeld = (status: string): boolean =>
  isDue(status) || ["in_progress", "retiring", "returned"].includes(status);

/** What was asked for; `without` for whom and what for, which stand item by item where they can be marked. */
function Claim({ given, without }: { given: Redemption; without: boolean }) {
  const { text, country, registry, fuel } = useRedemptionWords();
  const { beneficiary_name, beneficiary_address, beneficiary_country, company_name, devices } = given;
  const said: readonly (readonly [string, string])[] = [
    [text("red.beneficiary"), beneficiary_name],
    [text("red.address"), `${beneficiary_address}, ${country(beneficiary_country)}`],
    ...(given.beneficiary_registration_number === ""
      ? []
      : [[text("red.registration"), given.beneficiary_registration_number] as const]),
    [text("red.redeemsFor"), text(`red.for.${given.redeems_for}`)],
    [text("red.period"), `${given.period_from} – ${given.period_to}`],
    [text("red.purpose"), given.purpose],
  ];
  const facts: readonly (readonly [string, string])[] = [
    ...(company_name === null ? [] : [[text("red.company"), company_name] as const]),
    ...(without ? [] : said),
    [text("red.product"), `${registry(given.registry)} · ${country(given.country)} · ${fuel(given.fuel)}`],
    [text("red.device"), devices.map(({ name }) => name).join(", ")],
  ];
  return (
    <Panel title={text(without ? "red.what" : "red.claim")}>
      <RecordFacts facts={facts} />
    </Panel>
  );
}

import { downloadStatement, downloadStatementPdf } from "@heliograph/contract/registry/proofs/statement";
import { Download } from "lucide-react";
import { Link } from "react-router";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { paths } from "../../../app/paths.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { useRecordWords } from "../words.ts";
import { feesText } from "./next-words.ts";
import type { Redemption } from "./redemption-queries.ts";
import { useRedemptionWords } from "./redemption-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Redemption.module.css";

type FeeLine = Redemption["fees"][number];

/** What each MWh costs, by the way it came, as it is or will be invoiced. */
export function FeeLines({ fees }: { fees: readonly FeeLine[] }) {
  const { text, format, money, rate } = useRedemptionWords();
  return (
    <ul className={styles.fees} aria-label={text("red.fee")}>
      {fees.map((fee) => (
        <li key={fee.code}>
          <p>
            <span>
              {text(fee.fee_type === "SELF_REDEEM" ? "red.fee.self" : "red.fee.exchange", {
                n: format.number(fee.quantity, 0),
              })}
            </span>
            <b>{money(fee.total_cents, fee.currency)}</b>
          </p>
          <small>
            {fee.is_configured
              ? `${text("red.perMwh", { rate: rate(fee.rate, fee.currency) })} · ${fee.code}`
              : text("red.notConfigured")}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** The fees of a redemption at the rates of the day of its submission. */
export function Fees({ given }: { given: Redemption }) {
  const words = useRedemptionWords();
  const { text } = words;
  const sum = feesText(words, given.fees);
  return (
    <Panel title={text("red.fee")} extra={sum === "" ? text("red.free") : sum}>
      <FeeLines fees={given.fees} />
    </Panel>
  );
}

/** The statement of a completed redemption: where anybody checks it, and its file; nothing before it is completed. */
export function StatementPart({ given }: { given: Redemption }) {
  const { number, statement } = given;
  const { text, format } = useRedemptionWords();
  const save = useSaveDownload();
  if (statement === null) return null;
  const { key, state } = statement;
  const pdf = () => save(downloadStatementPdf, { query: { key, lang: format.lang } }, `${number}.pdf`);
  const json = () => save(downloadStatement, { query: { key } }, `${number}.json`);
  return (
    <Panel title={text("red.statement")}>
      <div className={shared.stack}>
        {state === "proof_pending" ? (
          <p role="status">{text("red.proofPending")}</p>
        ) : (
          <p>
            <RecordLink to={paths.statement(key)}>{text("red.verify")}</RecordLink>
          </p>
        )}
        <Correctable given={given} />
        <dl className={styles.sum}>
          <div>
            <dt>{text("red.key")}</dt>
            <dd className={shared.hash}>{key}</dd>
          </div>
        </dl>
        <div className={shared.actions}>
          <CopyButton text={key} label={text("red.copyKey")} what={text("red.key")} />
          {state === "ready" && (
            <>
              <Button size="small" icon={<Download size={14} aria-hidden />} onClick={pdf}>
                {text("red.savePdf")}
              </Button>
              <Button size="small" icon={<Download size={14} aria-hidden />} onClick={json}>
                {text("red.saveJson")}
              </Button>
            </>
          )}
        </div>
        <Replaced given={given} />
      </div>
    </Panel>
  );
}

/** Until when the beneficiary may be corrected; nothing afterwards. */
function Correctable({ given: { correction } }: { given: Redemption }) {
  const { text } = useRedemptionWords();
  if (correction === null) return null;
  const time = gmt8(correction.until);
  return <p className={shared.hint}>{text("red.correctable", { time })}</p>;
}

/** Statements that the one in force has replaced, each with the address at which it says so; nothing where there are none. */
function Replaced({ given: { replaced_statements } }: { given: Redemption }) {
  const { text } = useRedemptionWords();
  if (replaced_statements.length === 0) return null;
  return (
    <div>
      <p>{text("red.replacedBefore")}</p>
      <ul aria-label={text("red.replacedBefore")}>
        {replaced_statements.map(({ key, replaced_at }) => (
          <li key={key}>
            <Link className={shared.hash} to={paths.statement(key)}>
              {key}
            </Link>
            <small> {text("red.replacedOn", { time: gmt8(replaced_at) })}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

const STOPS = [
  "reject",
  "cancel",
  "cancel_unpaid",
  "expire",
  "lapse",
  "await_payment",
  "fall_behind",
  "refund",
];

/** What happened to the redemption, and what is waited for. */
export function History({ given }: { given: Redemption }) {
  const { text, state } = useRedemptionWords();
  const words = useRecordWords();
  const { timeline, next, status } = given;
  const past = timeline.map(({ at, action, role, person, reason }, index) => ({
    key: String(index),
    state: STOPS.includes(action) ? ("failed" as const) : ("done" as const),
    // Each action of the life cycle has a text.
    title: text(`red.did.${action}` as TextKey, { n: given.amount }),
    meta: `${gmt8(at)} · ${person ?? text(`red.role.${role}`)}`,
    ...(reason === null ? {} : { detail: reason }),
  }));
  const to =
    next === null
      ? []
      : [
          {
            key: "next",
            state: "next" as const,
            title: `${state(status)}: ${text(`red.role.${next.by}`)}`,
            ...(next.until === null ? {} : { meta: text("red.until", { date: gmt8(next.until) }) }),
          },
        ];
  return (
    <Panel title={text("red.timeline")}>
      <Timeline label={text("red.timeline")} words={words.happenings} happenings={[...past, ...to]} />
    </Panel>
  );
}

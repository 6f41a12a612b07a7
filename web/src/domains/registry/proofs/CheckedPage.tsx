import { Check, Download, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatSerials, registryName } from "@heliograph/contract/registry/ledger";
import {
  producedDays,
  retirementIn,
  type RedemptionStatement,
} from "@heliograph/contract/registry/proofs/statement";
import { paths } from "../../../app/paths.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import type { Found } from "./check-file.ts";
import { SaveChecker } from "./SaveChecker.tsx";
import { StatementPdf } from "./StatementPdf.tsx";
import { timeStampText } from "./time-stamp-text.ts";
import { VerdictBox } from "./VerdictBox.tsx";
import { beneficiaryOf, fuelOf, stepText, sentenceOf } from "./verdict.ts";
import styles from "./Proofs.module.css";

type Checked = Extract<Found, { kind: "checked" }>;

const MINUTE_MS = 60_000;

/** A statement that was checked: the verdict, the steps to it, and what the statement says. `origin`: the portal to ask, where the page is not the portal's own. */
export function CheckedPage({
  found,
  another,
  origin = "",
}: {
  found: Checked;
  another: ReactNode;
  origin?: string;
}) {
  const t = useText();
  const { number } = useFormat();
  const n = (value: number) => number(value, 0);
  const now = useNow(MINUTE_MS);
  const { statement } = found.check;
  return (
    <>
      <VerdictBox {...sentenceOf(t, found, n, now)}>
        {found.replaced !== null && <a href={paths.statement(found.replaced.key)}>{t("verify.inForce")}</a>}
        {found.retired === null && statement !== null && (
          <a href={origin + paths.statement(statement.entry.record.key)} className={styles.noPrint}>
            {t("verify.ask")}
          </a>
        )}
      </VerdictBox>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Steps found={found} />
          {statement !== null && <Ranges statement={statement} />}
        </div>
        <div className={styles.column}>
          {statement !== null && <Claim statement={statement} changed={found.check.verdict === "changed"} />}
          {statement !== null && found.retired !== null && <WithoutUs statement={statement} />}
          {another}
        </div>
      </div>
    </>
  );
}

const MARKS = { passed: Check, failed: X, not_made: Minus } as const;

function Steps({ found }: { found: Checked }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Panel title={t("verify.how")}>
      <p className={styles.when}>{t("verify.computed", { at: gmt8(found.at) })}</p>
      <ol className={styles.steps}>
        {found.check.steps.map((step) => (
          <Step
            key={step.step}
            state={step.state}
            {...stepText(t, found, step, (amount) => number(amount, 0))}
          />
        ))}
        {found.pdf !== null && found.pdf.state !== "changed" && (
          <Step {...timeStampText(t, found.pdf.time_stamp)} />
        )}
      </ol>
    </Panel>
  );
}

function Step({ state, title, text, value }: ReturnType<typeof timeStampText>) {
  const t = useText();
  const Mark = MARKS[state];
  return (
    <li data-state={state}>
      <span className={styles.mark}>
        <Mark size={16} aria-hidden />
        <VisuallyHidden>{t(`verify.state.${state}`)}</VisuallyHidden>
      </span>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <code>{value}</code>
    </li>
  );
}

/** Ranges whose sum is written out beside the heading. */
const SUMMANDS = 6;

function Ranges({ statement }: { statement: RedemptionStatement }) {
  const t = useText();
  const { number } = useFormat();
  const rows = retirementIn(statement).entry.legs.map((leg) => {
    const [first, until] = [Number(leg.first), Number(leg.until)];
    const { from_day, to_day } = producedDays(statement, leg);
    return {
      serials: formatSerials(leg.batch, { first, until }),
      produced: `${from_day} – ${to_day}`,
      amount: until - first,
    };
  });
  const sum = number(
    rows.reduce((all, { amount }) => all + amount, 0),
    0,
  );
  const parts = rows.map(({ amount }) => number(amount, 0)).join(" + ");
  const isShort = rows.length > 1 && rows.length <= SUMMANDS;
  return (
    <Panel
      flush
      title={t("verify.ranges")}
      extra={<span className={styles.aside}>{isShort ? `${parts} = ${sum} MWh` : `${sum} MWh`}</span>}
    >
      <table className={styles.ranges}>
        <thead>
          <tr>
            <th scope="col">{t("verify.serials")}</th>
            <th scope="col">{t("verify.produced")}</th>
            <th scope="col">MWh</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ serials, produced, amount }) => (
            <tr key={serials}>
              <td>
                <code>{serials}</code>
              </td>
              <td>{produced}</td>
              <td>{number(amount, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** What the certificates were redeemed for, as the statement says it. */
function Claim({ statement, changed }: { statement: RedemptionStatement; changed: boolean }) {
  const t = useText();
  const lang = useLang();
  const { record } = statement.entry;
  const { at } = retirementIn(statement).entry;
  const { beneficiary, period } = record;
  const regions = new Intl.DisplayNames([lang], { type: "region", fallback: "code" });
  // What a changed file calls a country may be anything.
  const country = /^[A-Z]{2}$/.test(beneficiary.country)
    ? (regions.of(beneficiary.country) ?? beneficiary.country)
    : beneficiary.country;
  const devices = record.devices.map(({ name, code, place }) =>
    [name === "" ? code : name, place].filter((part) => part !== "").join(", "),
  );
  const rows = [
    [t("verify.beneficiary"), beneficiaryOf(t, statement)],
    ...(beneficiary.kind === "company" && beneficiary.registration_number !== ""
      ? [[t("verify.registration"), beneficiary.registration_number]]
      : []),
    [t("verify.country"), country],
    [t("verify.period"), `${period.from} – ${period.to}`],
    [t("verify.purpose"), record.purpose],
    [t("verify.devices"), devices.join(" · ")],
    [t("verify.registry"), `${registryName(record.registry)} · ${fuelOf(t, statement)} · ${record.vintage}`],
    [t("verify.retired"), gmt8(at)],
  ];
  return (
    <Panel
      title={changed ? t("verify.claimOfFile") : t("verify.claimTitle")}
      extra={<span className={styles.aside}>{record.number}</span>}
    >
      <dl className={styles.claim}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The statement as a file, and how it is checked without this page. */
function WithoutUs({ statement }: { statement: RedemptionStatement }) {
  const t = useText();
  const { key } = statement.entry.record;
  const address = `/api/v1/rehash/verify/file?${new URLSearchParams({ key }).toString()}`;
  return (
    <Panel title={t("verify.withoutUs")} className={styles.noPrint}>
      <p className={styles.hint}>{t("verify.withoutUsHint")}</p>
      <StatementPdf statementKey={key} />
      <a className={styles.button} href={address} download>
        <Download size={16} aria-hidden />
        statement.json
      </a>
      <SaveChecker />
      <code className={styles.command}>npm run verify -- statement.json</code>
    </Panel>
  );
}

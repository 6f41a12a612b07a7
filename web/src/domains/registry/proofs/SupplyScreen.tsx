import { Check, Minus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useTitle } from "../../../platform/title.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { CertificateRows, EnergyRows } from "./SupplyRows.tsx";
import {
  askSupply,
  energyOf,
  SUPPLY_STEPS,
  type FoundSupply,
  type Supply,
  type SupplySteps,
} from "./ask-supply.ts";
import { VerdictBox } from "./VerdictBox.tsx";
import styles from "./Proofs.module.css";

type Checked = Extract<FoundSupply, { kind: "checked" }>;

/** `/verify/supply`: how many certificates there are and where, under a head of the log whose signature is checked here. */
export default function SupplyScreen() {
  const t = useText();
  const serverText = useServerText();
  const [asked, setAsked] = useState(askSupply);
  const [found, setFound] = useState<FoundSupply | null>(null);
  useTitle(t("verify.supply.title"));
  useEffect(() => {
    let here = true;
    void asked.then((answer) => here && setFound(answer));
    return () => {
      here = false;
    };
  }, [asked]);
  if (found === null) {
    return (
      <p className={styles.waiting} role="status" aria-busy>
        {t("verify.supply.asking")}
      </p>
    );
  }
  const again = () => {
    setFound(null);
    setAsked(askSupply());
  };
  return (
    <>
      <div className={styles.lead}>
        <strong>{t("verify.supply.title")}</strong>
        <p>{t("verify.supply.lead")}</p>
      </div>
      {found.kind === "checked" ? (
        <SupplyFound found={found} />
      ) : (
        <VerdictBox tone="open" title={t("verify.notChecked")} lines={[serverText(found.message)]}>
          <Button onClick={again}>{t("Try again")}</Button>
        </VerdictBox>
      )}
    </>
  );
}

function SupplyFound({ found }: { found: Checked }) {
  const t = useText();
  const { rows, head, too_few } = found.supply;
  const real = rows.filter(({ demonstration }) => !demonstration);
  const demonstrations = rows.filter(({ demonstration }) => demonstration);
  const generated = real.filter((row) => row.metered_wh + row.declared_wh + row.certified_wh > 0);
  return (
    <>
      <SupplyVerdict steps={found.steps} />
      <Panel flush title={t("verify.supply.real")} extra={<span className={styles.aside}>MWh</span>}>
        {!(too_few && real.length === 0) && <CertificateRows rows={real} />}
        {too_few && <PanelNote text={t("verify.supply.tooFew")} />}
        <p className={styles.note}>{t("verify.supply.note")}</p>
      </Panel>
      {demonstrations.length > 0 && (
        <Panel flush title={t("verify.supply.demo")} extra={<span className={styles.aside}>MWh</span>}>
          <CertificateRows rows={demonstrations} />
          <p className={styles.note}>{t("verify.simulated")}</p>
        </Panel>
      )}
      {generated.length > 0 && (
        <Panel flush title={t("verify.supply.energy")} extra={<span className={styles.aside}>MWh</span>}>
          <EnergyRows rows={generated} />
          <p className={styles.note}>{t("verify.supply.energyNote")}</p>
        </Panel>
      )}
      <Steps found={found} />
      {head !== null && <Head head={head} />}
    </>
  );
}

/** The text of a step as it came out. */
const keyOf = (steps: SupplySteps, step: keyof SupplySteps) =>
  step === "sum"
    ? (`verify.supply.sum.${steps.sum}` as const)
    : (`verify.supply.${step}.${steps[step]}` as const);

const WH_PER_MWH = 1_000_000;

/** What the steps come to: bad where one failed, open where one could not be made. */
function SupplyVerdict({ steps }: { steps: SupplySteps }) {
  const t = useText();
  const titles = (state: "failed" | "not_made") =>
    SUPPLY_STEPS.filter((step) => steps[step] === state).map((step) => t(keyOf(steps, step)));
  const [failed, open] = [titles("failed"), titles("not_made")];
  if (failed.length > 0) return <VerdictBox tone="bad" title={t("verify.supply.bad")} lines={failed} />;
  if (open.length > 0) return <VerdictBox tone="open" title={t("verify.supply.open")} lines={open} />;
  return <VerdictBox tone="good" title={t("verify.supply.good")} lines={[t("verify.supply.goodHint")]} />;
}

const MARKS = { passed: Check, failed: X, not_made: Minus } as const;

function Steps({ found: { supply, steps, at } }: { found: Checked }) {
  const t = useText();
  const { number } = useFormat();
  const { head, check } = supply;
  const values = {
    entries: number(head?.size ?? 0, 0),
    signed: head === null ? "" : gmt8(head.at),
    key: head?.key_id ?? "",
    checked: number(check?.entries ?? 0, 0),
    faults: number(check?.faults ?? 0, 0),
    at: check === null ? t("verify.supply.never") : gmt8(check.at),
    ...Object.fromEntries(
      Object.entries(energyOf(supply.rows)).map(([name, wh]) => [name, number(wh / WH_PER_MWH, 3)]),
    ),
  };
  return (
    <Panel title={t("verify.how")}>
      <p className={styles.when}>{t("verify.computed", { at: gmt8(at) })}</p>
      <ol className={styles.steps}>
        {SUPPLY_STEPS.map((step) => {
          const state = steps[step];
          const key = keyOf(steps, step);
          const Mark = MARKS[state];
          return (
            <li key={step} data-state={state}>
              <span className={styles.mark}>
                <Mark size={16} aria-hidden />
                <VisuallyHidden>{t(`verify.state.${state}`)}</VisuallyHidden>
              </span>
              <div>
                <h3>{t(key)}</h3>
                <p>{t(`${key}.text`, values)}</p>
              </div>
            </li>
          );
        })}
      </ol>
      {check !== null && check.checker !== "" && (
        <p className={styles.checker}>
          {t("verify.supply.checker")} <code>{check.checker}</code>
        </p>
      )}
    </Panel>
  );
}

/** The newest head of the log as it is signed, for whoever keeps it elsewhere. */
function Head({ head }: { head: NonNullable<Supply["head"]> }) {
  const t = useText();
  const { number } = useFormat();
  const rows = [
    [t("verify.supply.entries"), number(head.size, 0)],
    [t("verify.supply.signedAt"), gmt8(head.at)],
    [t("verify.supply.root"), head.root],
    [t("verify.supply.key"), head.key_id],
    [t("verify.supply.signature"), head.signature],
  ];
  return (
    <Panel title={t("verify.supply.head")}>
      <dl className={styles.claim}>
        {rows.map(([name = "", value = ""]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.length > 30 ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

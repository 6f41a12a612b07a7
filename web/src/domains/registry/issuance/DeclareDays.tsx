import type { DeclaredDay } from "@heliograph/contract/registry/issuance/declared-days";
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { needsEvidence } from "@heliograph/contract/registry/issuance/issuance-guards";
import { useState, type SyntheticEvent } from "react";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";
import { actionOf } from "./use-evidence.ts";
import { useIssuanceCommand } from "./use-issuance-command.ts";

/** What the document states of a day, kWh; null: nothing. */
type Stated = Readonly<Record<string, number | null>>;

/** Days of which a document may be asked: those without data, those on which meter and inverters differ too much, and those that have one. */
function daysForEvidence({ days, declared }: Pick<IssuanceRecord, "days" | "declared">): string[] {
  const has = new Set(declared.map(({ day }) => day));
  return days
    .filter(
      ({ day, wh, meter_wh, inverter_wh, is_settled }) =>
        has.has(day) || (wh === null && is_settled) || needsEvidence(meter_wh, inverter_wh),
    )
    .map(({ day }) => day);
}

/** The energy that a document states of the days that need it, in kWh; `lines`: as a file of it says. */
export function DeclareDays(given: {
  request: IssuanceRecord;
  evidence_uid: string;
  name: string;
  lines: readonly DeclaredDay[];
  close: () => void;
}) {
  const { request, evidence_uid, name, lines, close } = given;
  const words = useIssuanceWords();
  const { text } = words;
  const { run, busy } = useIssuanceCommand();
  const before = new Map(request.declared.map(({ day, wh }) => [day, wh / 1000]));
  const read = new Map(lines.map(({ day, wh }) => [day, wh / 1000]));
  const days = [...new Set([...daysForEvidence(request), ...read.keys()])].toSorted();
  const [stated, setStated] = useState<Stated>(() =>
    Object.fromEntries(days.map((day) => [day, read.get(day) ?? before.get(day) ?? null])),
  );
  const [tried, setTried] = useState(false);
  const declared = days.flatMap((day) => {
    const kwh = stated[day] ?? null;
    if (kwh === (before.get(day) ?? null)) return [];
    return [{ day, wh: kwh === null ? null : Math.round(kwh * 1000) }];
  });
  const isWrong = (day: string) => !isEnergy(stated[day] ?? null);
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (days.some(isWrong)) return;
    const action = actionOf(request, "declare", "amend_evidence");
    if (declared.length === 0 || action === undefined) close();
    else if (await run(request, action, { evidence_uid, declared })) close();
  };
  return (
    <FormDialog
      title={text("iss.statesTitle", { name })}
      save={text("iss.statesSave")}
      form={{ submit: (event) => void submit(event), busy }}
      className={styles.fields}
      close={close}
    >
      <p className={styles.unit}>{text(days.length === 0 ? "iss.statesNone" : "iss.statesHint")}</p>
      {days.map((day) => (
        <NumberField
          key={day}
          label={day}
          unit="kWh"
          min={0}
          value={stated[day] ?? null}
          onChange={(kwh) => setStated({ ...stated, [day]: kwh })}
          hint={meterText(request, day, words)}
          {...(tried && isWrong(day) ? { fault: text("iss.statesWrong") } : {})}
        />
      ))}
    </FormDialog>
  );
}

/** What meter and inverters say of the day. */
function meterText({ days }: IssuanceRecord, day: string, { text, kwh }: IssuanceWords): string {
  const of = days.find((one) => one.day === day);
  if (of === undefined || of.meter_wh === null) return text("iss.meterSilent");
  return text("iss.meterSays", { meter: kwh(of.meter_wh), inverters: kwh(of.inverter_wh) });
}

/** Nothing, or what a plant may give on a day, kWh. */
const isEnergy = (kwh: number | null): boolean => kwh === null || (kwh >= 0 && kwh <= 1e9);

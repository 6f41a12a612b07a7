import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import { useServiceAddress } from "../services/service-view.ts";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";

type Restatement = NonNullable<IssuanceRecord["restated"]>;

/** What the readings say since certificates were made: days with their old and new energy, and what became of the difference or is proposed. */
export function Restated({ restated }: { restated: Restatement }) {
  const words = useIssuanceWords();
  const address = useServiceAddress();
  const { text, mwh, status } = words;
  const { waiting, done, corrections } = restated;
  return (
    <Panel
      className={styles.restated}
      title={
        <>
          <TriangleAlert size={16} aria-hidden /> {text("iss.restated")}
        </>
      }
    >
      <ul className={shared.rows} aria-label={text("iss.restated")}>
        {waiting.map(({ day, was_wh, wh, because }) => (
          <Line key={`waiting ${day}`} words={words} {...{ day, was_wh, wh }}>
            {text(`iss.waits.${because}`)}
          </Line>
        ))}
        {corrections.map(({ record_uid, number, status: at, wh, quantity }) => (
          <li key={number}>
            <div>
              {text("iss.extra", { mwh: mwh(wh), n: quantity })}
              <small>{status(at)}</small>
            </div>
            <RecordLink to={address("issuance", { record: record_uid })}>{number}</RecordLink>
          </li>
        ))}
        {done.map((one) => (
          <Line key={`${one.at} ${one.day}`} words={words} {...one}>
            {outcomeOf(one, words)}
            {isLast(done, one) && <small>{gmt8(one.at)}</small>}
          </Line>
        ))}
      </ul>
    </Panel>
  );
}

function Line(given: {
  day: string;
  was_wh: number;
  wh: number | null;
  words: IssuanceWords;
  children: ReactNode;
}) {
  const { day, was_wh, wh, words, children } = given;
  const { text, mwh, format } = words;
  const change = ((wh ?? 0) - was_wh) / 1e6;
  const sign = change < 0 ? "−" : "+";
  return (
    <li>
      <div>
        {day}
        <small>
          {text("iss.fromTo", { was: mwh(was_wh), is: wh === null ? text("iss.nothing") : mwh(wh) })} ({sign}
          {format.number(Math.abs(change), 3)})
        </small>
      </div>
      <div className={styles.became}>{children}</div>
    </li>
  );
}

/** Days that were restated at one instant have one outcome, which stands with the last. */
const isLast = (done: Restatement["done"], one: Restatement["done"][number]): boolean =>
  done.findLast(({ at }) => at === one.at) === one;

/** Rolled back, owed, taken from what is carried, or made into certificates. */
function outcomeOf(day: Restatement["done"][number], { text, mwh }: IssuanceWords): string {
  const { withdrawn, carry_wh, debt_wh, correction } = day;
  if (correction !== null) return text("iss.became.extra", { number: correction });
  return [
    ...(withdrawn > 0 ? [text("iss.became.withdrawn", { n: withdrawn })] : []),
    ...(debt_wh > 0 ? [text("iss.became.debt", { mwh: mwh(debt_wh) })] : []),
    ...(carry_wh === 0 ? [] : [text("iss.became.carry", { mwh: mwh(carry_wh) })]),
  ].join(" · ");
}

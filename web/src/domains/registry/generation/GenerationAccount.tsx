import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  readGenerationAccount,
  sidesOf,
  type GenerationAccountFigures,
} from "@heliograph/contract/registry/generation/generation-account";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { useWords } from "../../../platform/words.ts";
import { Select } from "../../../ui/controls/Select.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { SplitBar } from "../../../ui/records/SplitBar.tsx";
import { useServiceAddress } from "../services/service-view.ts";
import styles from "./Generation.module.css";

type Shown = Answer<typeof readGenerationAccount>;

const WH = 1_000_000;
/** Decimals of MWh: Wh are shown where there are some. */
const decimalsOf = (figures: readonly number[]) => (figures.every((wh) => wh % 1000 === 0) ? 3 : 6);

const WAS = ["metered_wh", "declared_wh", "debt_wh"] as const;
const BECAME = [
  "certified_wh",
  "reserved_wh",
  "unclaimed_wh",
  "carry_wh",
  "forfeited_wh",
  "given_wh",
] as const;
/** Colours of what became of energy; what is owed has none. */
const PAINTS = {
  certified_wh: "place-available",
  reserved_wh: "place-reserved",
  unclaimed_wh: "place-on-sale",
  carry_wh: "series-pv",
  forfeited_wh: "place-sold",
  given_wh: "place-redeemed",
} as const;

/** What became of each watt-hour of a registered device, a year of production at a time, with both sides of its account and what changed it. */
export function GenerationAccount({ device }: { device: string }) {
  const { text } = useWords();
  const account = useActing();
  const [vintage, setVintage] = useState<number | null>(null);
  const query = {
    ...actingAs(account),
    device_uid: device,
    ...(vintage === null ? {} : { vintage }),
  };
  const found = useQuery({ ...ask(readGenerationAccount, { query }), placeholderData: keepPreviousData });
  const { data } = found;
  return (
    <section
      className={styles.account}
      aria-label={text("generation.title")}
      aria-busy={found.isPlaceholderData}
    >
      <div className={styles.head}>
        <h3>{text("generation.title")}</h3>
        {data !== undefined && (
          <Select
            label={text("generation.vintage")}
            hideLabel
            options={data.vintages.map((year) => ({ value: String(year), label: String(year) }))}
            value={String(data.vintage)}
            onChange={(year) => setVintage(Number(year))}
          />
        )}
      </div>
      {found.isPending && <Skeleton width="100%" height={160} />}
      {found.isError && (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void found.refetch() }}
        />
      )}
      {data !== undefined && <Year shown={data} />}
    </section>
  );
}

function Year({ shown }: { shown: Shown }) {
  const { text, format } = useWords();
  const { account, not_asked_wh, vintage } = shown;
  return (
    <>
      {account === null ? (
        <p className={styles.note}>{text("generation.nothing", { year: String(vintage) })}</p>
      ) : (
        <>
          <Sides account={account} />
          <Carried carried={shown.carried} />
        </>
      )}
      {not_asked_wh > 0 && (
        <p className={styles.note}>
          {text("generation.notAsked", { mwh: format.number(not_asked_wh / WH, decimalsOf([not_asked_wh])) })}
        </p>
      )}
      <Uses uses={shown.uses} />
    </>
  );
}

/** What there was, and what became of it: both sums are the same. */
function Sides({ account }: { account: GenerationAccountFigures }) {
  const { text, format } = useWords();
  const digits = decimalsOf(Object.values(account));
  const mwh = (wh: number) => format.number(wh / WH, digits);
  const { was, became } = sidesOf(account);
  const side = (names: readonly (keyof GenerationAccountFigures)[], sum: number, total: string) => (
    <dl className={styles.side}>
      {names
        .filter((name) => account[name] !== 0 || name === "metered_wh" || name === "certified_wh")
        .map((name) => (
          <div key={name}>
            <dt>{text(`generation.${name}`)}</dt>
            <dd>{mwh(account[name])}</dd>
          </div>
        ))}
      <div className={styles.sum}>
        <dt>{total}</dt>
        <dd>{mwh(sum)} MWh</dd>
      </div>
    </dl>
  );
  return (
    <>
      <SplitBar
        label={text("generation.became")}
        legend={false}
        parts={BECAME.map((name) => ({
          key: name,
          label: text(`generation.${name}`),
          amount: account[name],
          figure: mwh(account[name]),
          paint: PAINTS[name],
        }))}
      />
      <div className={styles.sides}>
        {side(WAS, was, text("generation.was"))}
        {side(BECAME, became, text("generation.became"))}
      </div>
    </>
  );
}

function Carried({ carried }: Pick<Shown, "carried">) {
  const { text } = useWords();
  if (carried.length === 0) return null;
  return (
    <p className={styles.note}>
      {text("generation.carriedDays", { days: carried.map(({ day }) => day).join(", ") })}
    </p>
  );
}

/** What each request made of it, and what happened by itself. */
function Uses({ uses }: Pick<Shown, "uses">) {
  const { text, format } = useWords();
  const address = useServiceAddress();
  if (uses.length === 0) return null;
  const digits = decimalsOf(
    uses.flatMap(({ metered_wh, declared_wh, carry_wh }) => [metered_wh, declared_wh, carry_wh]),
  );
  const mwh = (wh: number) => format.number(wh / WH, digits);
  return (
    <ul className={styles.uses} aria-label={text("generation.uses")}>
      {uses.map((use, i) => (
        <li key={use.request?.number ?? `${use.cause} ${String(i)}`}>
          <span>
            {use.request === null ? (
              <b>{text(use.cause === "request" ? "generation.another" : `generation.cause.${use.cause}`)}</b>
            ) : (
              <RecordLink to={address("issuance", { record: use.request.record_uid })}>
                {use.request.number}
              </RecordLink>
            )}
            {use.from_day !== null && (
              <small>{text("generation.days", { from: use.from_day, to: use.to_day ?? use.from_day })}</small>
            )}
          </span>
          <span className={styles.figures}>
            {use.metered_wh + use.declared_wh !== 0 && (
              <span>{text("generation.accepted", { mwh: mwh(use.metered_wh + use.declared_wh) })}</span>
            )}
            {use.certified_wh !== 0 && (
              <b>{text("generation.certified", { n: format.number(use.certified_wh / WH, 0) })}</b>
            )}
            {use.reserved_wh !== 0 && (
              <span>{text("generation.reserved", { mwh: mwh(use.reserved_wh) })}</span>
            )}
            {use.carry_wh !== 0 && <span>{text("generation.carry", { mwh: mwh(use.carry_wh) })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

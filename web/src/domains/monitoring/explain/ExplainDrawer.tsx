import { kpiExplain, type KpiName } from "@heliograph/contract/monitoring/explain";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DrawerTable } from "../DrawerTable.tsx";
import { ask } from "../../../platform/api.ts";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import type { ExplainTarget } from "./explain-target.ts";
import {
  figure,
  KPI_WORDS,
  leftOut,
  reasonsOf,
  sourceText,
  type ExplanationDay,
  type Explanation,
} from "./explanation-words.ts";
import { lifetimeSpan, Openings } from "./ExplainOpenings.tsx";
import { useWords, type Words } from "../words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import styles from "./ExplainDrawer.module.css";

type Input = Explanation["inputs"][number];

const inputColumns = (words: Words): Column<Input>[] => [
  {
    id: "name",
    label: words.text("explain.name"),
    value: ({ name }) => words.text(`input.${name}`),
    cell: (input) => <InputName input={input} />,
  },
  {
    id: "value",
    label: words.text("explain.value"),
    numeric: true,
    value: ({ value }) => value,
    cell: ({ value, unit }) => figure(value, unit, words),
  },
  {
    id: "source",
    label: words.text("explain.source"),
    value: ({ source, provisional }) =>
      `${sourceText(source, words)}${provisional ? ` (${words.text("explain.provisional")})` : ""}`,
  },
];

function Inputs({ inputs }: { inputs: Explanation["inputs"] }) {
  const words = useWords();
  const { text } = words;
  const columns = useMemo(() => inputColumns(words), [words]);
  return (
    <DrawerTable
      title={text("explain.inputs")}
      columns={columns}
      rows={inputs}
      idOf={(input) => `${input.name} ${input.since ?? ""} ${input.gateway ?? ""} ${input.source ?? ""}`}
      className={styles.table}
    />
  );
}

function InputName({ input: { name, gateway, since } }: { input: Input }) {
  const { text, format } = useWords();
  return (
    <>
      {text(`input.${name}`)}
      {gateway !== null && ` · ${gateway}`}
      {since !== null && <em>{text("explain.since", { t: format.day(since) })}</em>}
    </>
  );
}

function Quarters({ quarters }: { quarters: NonNullable<Explanation["quarter_hours"]> }) {
  const { text, format } = useWords();
  return (
    <section>
      <h3>{text("explain.quarters")}</h3>
      <p>
        {[
          text("explain.used", { n: format.number(quarters.used) }),
          ...leftOut(quarters.left_out).map(
            ([reason, count]) =>
              `${text("explain.leftOut")}: ${format.number(count)} (${text(`reason.${reason}`)})`,
          ),
        ].join(" · ")}
      </p>
    </section>
  );
}

/** What availability leaves out, and why, on the clocks of the project. */
function Outages({ outages, timezone }: { outages: Explanation["planned_outages"]; timezone: string }) {
  const { text, format } = useWords();
  return (
    <section>
      <h3>{text("explain.outages")}</h3>
      <ul>
        {outages.map(({ from_at, to_at, reason, gateway }) => (
          <li key={`${from_at} ${to_at} ${gateway ?? ""} ${reason}`}>
            {[from_at, to_at].map((at) => format.dateTime(Date.parse(at), timezone)).join(" – ")}: {reason}
            {gateway !== null && ` · ${gateway}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function dayColumns(words: Words, unit: string, withCounts: boolean): Column<ExplanationDay>[] {
  const { text, format } = words;
  const used: Column<ExplanationDay> = {
    id: "used",
    label: text("explain.usedShort"),
    numeric: true,
    value: (day) => day.used,
    cell: (day) => format.number(day.used),
  };
  return [
    { id: "day", label: text("Day"), value: ({ day }) => day, cell: ({ day }) => format.day(day) },
    {
      id: "value",
      label: text("explain.value"),
      numeric: true,
      value: ({ value }) => value,
      cell: ({ value }) => figure(value, unit, words),
    },
    ...(withCounts ? [used] : []),
    {
      id: "why",
      label: text(withCounts ? "explain.leftOut" : "explain.why"),
      value: (day) => reasonsOf(day, words),
    },
  ];
}

function Days({
  days,
  unit,
  withCounts,
}: {
  days: readonly ExplanationDay[];
  unit: string;
  withCounts: boolean;
}) {
  const words = useWords();
  const rows = useMemo(() => days.toReversed(), [days]);
  const columns = useMemo(() => dayColumns(words, unit, withCounts), [words, unit, withCounts]);
  return (
    <DrawerTable
      title={words.text("explain.days")}
      columns={columns}
      rows={rows}
      idOf={({ day }) => day}
      className={styles.table}
    />
  );
}

function Body({ explanation }: { explanation: Explanation }) {
  const words = useWords();
  const { text, format } = words;
  return (
    <div className={styles.body}>
      <p className={styles.value}>
        <b>{figure(explanation.value, explanation.unit, words)}</b>{" "}
        <span>
          {explanation.lifetime === null
            ? `${format.day(explanation.from_date)} – ${format.day(explanation.to_date)}`
            : lifetimeSpan(explanation.lifetime, words)}
          {explanation.by !== null && ` · ${text(`by.${explanation.by}`)}`}
          {explanation.reason !== null && ` · ${text(`reason.${explanation.reason}`)}`}
        </span>
      </p>
      <section>
        <h3>{text("explain.formula")}</h3>
        <code>{explanation.formula}</code>
      </section>
      <dl>
        <dt>{text("explain.rule")}</dt>
        <dd lang="en">{explanation.rule_source}</dd>
        <dt>{text("explain.version")}</dt>
        <dd>{explanation.version}</dd>
      </dl>
      {explanation.lifetime !== null && <Openings lifetime={explanation.lifetime} unit={explanation.unit} />}
      <Inputs inputs={explanation.inputs} />
      {explanation.quarter_hours !== null && <Quarters quarters={explanation.quarter_hours} />}
      {explanation.planned_outages.length > 0 && (
        <Outages outages={explanation.planned_outages} timezone={explanation.timezone} />
      )}
      {explanation.days.length > 0 && (
        <Days
          days={explanation.days}
          unit={explanation.unit}
          withCounts={explanation.quarter_hours !== null}
        />
      )}
      <details>
        <summary>{text("explain.asJson")}</summary>
        {/* A region that scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0}>{JSON.stringify(explanation, null, 2)}</pre>
      </details>
    </div>
  );
}

/** How a figure was computed over the range: formula, inputs, what was used and what was left out. */
export function ExplainDrawer({
  uid,
  kpis,
  title,
  range,
  scope,
  open,
  onClose,
}: ExplainTarget & { open: boolean; onClose: () => void }) {
  const { text } = useWords();
  const [kpi, setKpi] = useState<KpiName>(kpis[0]);
  const shown = kpis.includes(kpi) ? kpi : kpis[0];
  const args = {
    project_uid: uid,
    kpi: shown,
    from_date: range.from,
    to_date: range.to,
    ...(scope === undefined ? {} : { scope }),
  };
  const query = useQuery({ ...ask(kpiExplain, { query: args }), enabled: open });
  return (
    <Drawer open={open} onClose={onClose} width={560} title={text("explain.of", { title })}>
      {kpis.length > 1 && (
        <div className={styles.choice}>
          <Segmented<KpiName>
            label={title}
            value={shown}
            options={kpis.map((one) => ({ value: one, label: text(KPI_WORDS[one]) }))}
            onChange={setKpi}
          />
        </div>
      )}
      {query.isPending && <Skeleton width="100%" height={420} />}
      {query.isError && (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void query.refetch() }}
        />
      )}
      {query.data !== undefined && <Body explanation={query.data} />}
    </Drawer>
  );
}

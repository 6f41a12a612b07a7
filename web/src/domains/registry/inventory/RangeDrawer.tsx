import type { RangeEvent, readRangeHistory } from "@heliograph/contract/registry/inventory/inventory";
import { downloadStatementPdf } from "@heliograph/contract/registry/proofs/statement";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { SplitBar } from "../../../ui/records/SplitBar.tsx";
import { Timeline } from "../../../ui/records/Timeline.tsx";
import { Serials } from "../Serials.tsx";
import { useRecordWords } from "../words.ts";
import { rangeHistoryQuery } from "./inventory-queries.ts";
import { paintOf } from "./paint.ts";
import { BehindLink } from "./BehindLink.tsx";
import { DaysProduced } from "./DaysProduced.tsx";
import styles from "./Inventory.module.css";

interface Range {
  readonly code: string;
  readonly first: number;
  readonly until: number;
}
type History = Answer<typeof readRangeHistory>;

/** The life of a range, from mint to where it is now. `range` null: it is closing. */
export function RangeDrawer(given: { account: string; range: Range | null; close: () => void }) {
  const { account, range, close } = given;
  const t = useText();
  return (
    <Drawer
      open={range !== null}
      onClose={close}
      width={520}
      title={t("inventory.historyOf")}
      bodyClassName={styles.drawer ?? ""}
    >
      {range !== null && <Life account={account} range={range} />}
    </Drawer>
  );
}

function Life({ account, range }: { account: string; range: Range }) {
  const t = useText();
  const history = useQuery(rangeHistoryQuery(account, range));
  const { data } = history;
  if (data === undefined && history.isError) {
    const retry = { label: t("Try again"), run: () => void history.refetch() };
    return <PanelNote text={t("Data is not available")} retry={retry} />;
  }
  return (
    <>
      <p>
        <Serials {...range} />
      </p>
      {data === undefined ? (
        <div aria-busy="true">
          <Skeleton width="100%" height={320} />
        </div>
      ) : (
        <Told history={data} />
      )}
    </>
  );
}

function Told({ history }: { history: History }) {
  const t = useText();
  const { number } = useFormat();
  const words = useRecordWords();
  const { events, segments, month, of } = history;
  const last = events.at(-1);
  return (
    <>
      <section aria-label={t("inventory.batch", { month, of: number(of, 0) })}>
        <p className={styles.batch}>{t("inventory.batch", { month, of: number(of, 0) })}</p>
        <SplitBar
          label={t("inventory.batch", { month, of: number(of, 0) })}
          parts={segments.map(({ first, until, state }) => ({
            key: String(first),
            label: `${first}–${until - 1} ${t(`inventory.state_${state}`)}`,
            amount: until - first,
            figure: number(until - first, 0),
            paint: paintOf(state),
          }))}
        />
      </section>
      <Timeline
        label={t("inventory.life")}
        words={words.happenings}
        happenings={events.map((event) => ({
          key: `${event.leaf}${event.first}`,
          state: "done",
          title: t(`inventory.did_${event.type}`),
          meta: <Meta event={event} />,
          detail: <Detail event={event} />,
        }))}
      />
      <dl className={styles.facts}>
        <Origin history={history} />
        {last !== undefined && (
          <div>
            <dt>{t("inventory.leaf")}</dt>
            <dd>
              <code>{`${last.leaf.slice(0, 4)}…${last.leaf.slice(-4)}`}</code>
              <CopyButton text={last.leaf} label={t("inventory.copyLeaf")} what={t("inventory.leaf")} />
            </dd>
          </div>
        )}
        <Redeemed events={events} />
      </dl>
      {history.days !== null && history.days.length > 0 && (
        <DaysProduced days={history.days} project_uid={history.project_uid} />
      )}
    </>
  );
}

/** The redemptions of parts of the range, each with where its statement is checked, and the statement as a file. */
function Redeemed({ events }: { events: readonly RangeEvent[] }) {
  const t = useText();
  const redemptions = new Map(
    events.flatMap(({ type, reference, record }) =>
      type === "retire" && reference !== null && record !== null ? [[reference, record] as const] : [],
    ),
  );
  return [...redemptions].map(([number, record]) => (
    <div key={number}>
      <dt>{t("inventory.redemption")}</dt>
      <dd>
        <BehindLink number={number} record={record} />
        {record.statement !== null && (
          <>
            <Link to={paths.statement(record.statement)}>{t("inventory.verify")}</Link>
            <StatementFile statement={record.statement} number={number} />
          </>
        )}
      </dd>
    </div>
  ));
}

/** The statement as a signed PDF, in the language of the page. */
function StatementFile({ statement: key, number }: { statement: string; number: string }) {
  const t = useText();
  const lang = useLang();
  const save = useSaveDownload();
  return (
    <Button
      size="small"
      type="text"
      onClick={() => save(downloadStatementPdf, { query: { key, lang } }, `${number}.pdf`)}
    >
      {t("inventory.statement")}
    </Button>
  );
}

function Meta({ event }: { event: RangeEvent }) {
  const t = useText();
  const { at, seq } = event;
  return `${gmt8(at)} · ${seq === null ? t("inventory.notSealed") : `#${String(seq)}`}`;
}

/** What the event did, with its record and its person where they are the account's own. */
function Detail({ event }: { event: RangeEvent }) {
  const t = useText();
  const { first, until, from, to, reference, record, person, is_own } = event;
  const moved = t("inventory.moved", {
    range: `${first}–${until - 1}`,
    from: t(`inventory.state_${from}`),
    to: t(`inventory.state_${to}`),
  });
  if (!is_own) return t("inventory.byOthers");
  return (
    <>
      {moved}
      {reference !== null && (
        <>
          {" · "}
          <BehindLink number={reference} record={record} />
        </>
      )}
      {person !== null && ` · ${t("inventory.by", { person })}`}
    </>
  );
}

/** The days, the plant and the record behind the certificates, with ways to them for those who may go there. */
function Origin({ history }: { history: History }) {
  const t = useText();
  const { number } = useFormat();
  const mwh = (wh: number) => number(wh / 1e6, 3);
  const { from_day, to_day, device, english_name, project_uid, source_reference, source_record } = history;
  const plant = english_name === "" ? device : `${english_name} (${device})`;
  return (
    <>
      <div>
        <dt>{t("inventory.producedDays")}</dt>
        <dd>{`${from_day} – ${to_day}`}</dd>
      </div>
      {history.restated.length > 0 && (
        <div>
          <dt>{t("inventory.restated")}</dt>
          <dd>
            {history.restated.map(({ day, at, was_wh, wh }) => (
              <div key={`${at} ${day}`} title={gmt8(at)}>
                {t("inventory.restatedDay", { day, was: mwh(was_wh), is: mwh(wh) })}
              </div>
            ))}
            {source_reference === null && <small>{t("inventory.restatedHint")}</small>}
          </dd>
        </div>
      )}
      <div>
        <dt>{t("inventory.device")}</dt>
        <dd>
          {project_uid === null ? plant : <RecordLink to={paths.project(project_uid)}>{plant}</RecordLink>}
        </dd>
      </div>
      {project_uid !== null && (
        <div>
          <dt>{t("inventory.readings")}</dt>
          <dd>
            <RecordLink to={`${paths.project(project_uid)}?day=${from_day}`}>
              {t("inventory.powerChart")}
            </RecordLink>
          </dd>
        </div>
      )}
      {source_reference !== null && (
        <div>
          <dt>{t("inventory.source")}</dt>
          <dd>
            <BehindLink number={source_reference} record={source_record} />
          </dd>
        </div>
      )}
    </>
  );
}

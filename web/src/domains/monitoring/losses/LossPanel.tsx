import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { useProjectTime } from "../charts/project-time.ts";
import { useWords } from "../words.ts";
import { lossQuery } from "./loss-queries.ts";
import { LossTable } from "./LossTable.tsx";
import { monthOf } from "./losses-view.ts";
import { waterfallOf } from "./waterfall.ts";

const HEIGHT = 330;

/** This month's waterfall in brief, and the way to all of it. */
export function LossPanel({ uid, timezone }: { uid: string; timezone: string }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const { today } = useProjectTime(timezone);
  const month = useMemo(() => monthOf(today), [today]);
  const query = useQuery(lossQuery(uid, month));
  const { data } = query;
  const waterfall = useMemo(
    () =>
      data === undefined || data.energy_wh === null || data.cost_vnd === null
        ? null
        : waterfallOf(data.energy_wh, data.cost_vnd, data.commanded),
    [data],
  );
  const all = <Link to={paths.losses(uid)}>{text("losses.all")}</Link>;
  return (
    <Panel
      title={`${text("losses.page")} · ${format.month(month.from_date.slice(0, 7))}`}
      extra={all}
      flush={waterfall !== null}
    >
      {query.isError && data === undefined ? (
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      ) : data === undefined ? (
        <Skeleton width="100%" height={HEIGHT} />
      ) : waterfall === null ? (
        <PanelNote text={text(data.reason === "no_irradiance" ? "losses.needsLight" : "losses.nothing")} />
      ) : (
        <LossTable answer={data} waterfall={waterfall} unit="kwh" chosen={null} />
      )}
    </Panel>
  );
}

import type { portfolioTotals } from "@heliograph/contract/monitoring/project-figures";
import { Tv, X } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import type { z } from "zod";
import { useFormat } from "../../../platform/format.ts";
import { Refused } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { useCountUp } from "../../../ui/layout/count-up.ts";
import { whenIdle } from "../../../ui/feedback/when-idle.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { StatStrip, StatStripSkeleton } from "../../../ui/layout/StatStrip.tsx";
import { Freshness } from "../Freshness.tsx";
import { stat, tonsStat } from "../portfolio/Dashboard.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { RadiationMap } from "../map/RadiationMap.tsx";
import { useAddressedBands } from "../portfolio/list-address.ts";
import { ShowcaseCards } from "./ShowcaseCards.tsx";
import { useShowcase } from "./showcase-data.ts";
import { useShowcaseView } from "./showcase-view.ts";
import styles from "./ShowcaseScreen.module.css";
import page from "../../../ui/layout/Page.module.css";

const ZONE = browserZone();
/** The list that opens is more code than the rest of the page, which is drawn before it is asked for. */
const ShowcaseSelect = lazy(async () => {
  await whenIdle();
  return { default: (await import("./ShowcaseSelect.tsx")).ShowcaseSelect };
});

/** /showcase: chosen projects with pictures and a map, for visitors and televisions (M97). */
export default function ShowcaseScreen() {
  const t = useText();
  const view = useShowcaseView();
  const { chosen, tv, choose } = view;
  const data = useShowcase(chosen, tv);
  const none = chosen.length === 0;
  const items = none ? [] : data.shown.data?.data;
  useTitle(t("Showcase"));
  useTelevision(tv, view.setTv);
  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-tv={tv ? "" : undefined}
      aria-busy={!none && data.shown.isPending}
    >
      <div className={page.head}>
        <h1>{t("Showcase")}</h1>
        <Actions data={data} none={none} tv={tv} setTv={view.setTv} />
      </div>
      {!tv && (
        <Suspense fallback={<Skeleton width="100%" height={40} />}>
          <ShowcaseSelect chosen={chosen} items={items ?? []} choose={choose} />
        </Suspense>
      )}
      {none ? (
        <Panel>
          <Blank title={t("showcase.none")} hint={t("showcase.chooseHint")} />
        </Panel>
      ) : data.shown.isError && items === undefined ? (
        <Panel>
          <Failure data={data} clear={() => choose([])} />
        </Panel>
      ) : (
        <Shown data={data} />
      )}
    </div>
  );
}

type Data = ReturnType<typeof useShowcase>;

/** In television mode the page has the whole screen, where the browser gives it; leaving that leaves the mode, as does Escape. */
function useTelevision(tv: boolean, setTv: (on: boolean) => void): void {
  useEffect(() => {
    if (!tv) return undefined;
    document.documentElement.dataset["tv"] = "";
    const leave = () => setTv(false);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave();
    };
    const screen = () => {
      if (document.fullscreenElement === null) leave();
    };
    addEventListener("keydown", key);
    document.addEventListener("fullscreenchange", screen);
    return () => {
      delete document.documentElement.dataset["tv"];
      removeEventListener("keydown", key);
      document.removeEventListener("fullscreenchange", screen);
      // Phones may not have the whole screen to give.
      if (document.fullscreenElement instanceof Element) void document.exitFullscreen();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `setTv` is made anew with every change of the address
  }, [tv]);
}

function Actions({
  data,
  none,
  tv,
  setTv,
}: {
  data: Data;
  none: boolean;
  tv: boolean;
  setTv: (on: boolean) => void;
}) {
  const t = useText();
  const enter = () => {
    setTv(true);
    // A browser that refuses the whole screen still hides the menus.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return (
    <div className={styles.actions}>
      <Freshness timezone={ZONE} queries={none ? [] : [data.shown, data.totals]} refresh={data.refresh} />
      {tv ? (
        <Button icon={<X size={16} />} title={t("showcase.tvHint")} onClick={() => setTv(false)}>
          {t("showcase.leaveTv")}
        </Button>
      ) : (
        <Button icon={<Tv size={16} />} disabled={none} onClick={enter}>
          {t("showcase.tv")}
        </Button>
      )}
    </div>
  );
}

function Failure({ data, clear }: { data: Data; clear: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const { error } = data.shown;
  if (error instanceof Refused && error.status === 404) {
    return (
      <Blank
        failed
        title={t("showcase.missing")}
        hint={t("showcase.missingHint")}
        action={
          <Button type="primary" onClick={clear}>
            {t("showcase.clear")}
          </Button>
        }
      />
    );
  }
  return (
    <LoadFailed hint={error === null ? "" : serverText(error.message)} retry={() => void data.refresh()} />
  );
}

function Shown({ data }: { data: Data }) {
  const { off, toggle } = useAddressedBands();
  const totals = data.totals.data;
  return (
    <>
      {totals === undefined ? <StatStripSkeleton stats={6} /> : <Totals totals={totals} />}
      <div className={styles.content}>
        <ShowcaseCards items={data.shown.data?.data} />
        <Panel flush className={styles.map}>
          <RadiationMap
            // Other projects, another view of the map.
            key={data.places.map(({ id }) => id).join()}
            places={data.places}
            ready={data.shown.isSuccess}
            start="all"
            bands={{ off, toggle }}
          />
        </Panel>
      </div>
    </>
  );
}

/** The totals of M45, counting up to what they are. */
function Totals({ totals }: { totals: z.output<typeof portfolioTotals> }) {
  const t = useText();
  const format = useFormat();
  const projects = useCountUp(totals.total_projects);
  const capacity = useCountUp(totals.total_project_capacity_pv.value);
  const today = useCountUp(totals.total_today_production.value);
  const total = useCountUp(totals.total_total_production.value);
  const saved = useCountUp(totals.total_cost_saving.value);
  const co2 = useCountUp(totals.total_co2_reduction.co2_reduction.value);
  return (
    <StatStrip
      stats={[
        { label: t("list.totalProjects"), number: format.number(projects) },
        stat(format, { label: t("list.installed"), value: capacity, unit: "kWp" }),
        stat(format, { label: t("list.todayTotal"), value: today, unit: "kWh" }),
        stat(format, { label: t("list.total"), value: total, unit: "kWh" }),
        stat(format, { label: t("list.saved"), value: saved, unit: "VND" }),
        tonsStat(format, { label: t("list.co2"), value: co2, unit: t("list.tons") }),
      ]}
    />
  );
}

import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { projectDevice, projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useNow } from "../../../platform/clock.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useLive } from "../../../platform/live.ts";
import { useMedia } from "../../../ui/layout/media.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { LoadFailed, mayChange, ProjectPage } from "../../fleet/index.ts";
import { devicesQuery } from "./DeviceListScreen.loader.ts";
import { DeviceGroups } from "./DeviceGroups.tsx";
import { DeviceToolbar } from "./DeviceToolbar.tsx";
import { shownDevices } from "./device-rows.ts";
import { type DeviceView, deviceViewIn, withDeviceView } from "./device-view.ts";
import { GatewayPane } from "./GatewayPane.tsx";
import { Freshness } from "../Freshness.tsx";
import { useWords } from "../words.ts";
import styles from "./DeviceListScreen.module.css";

const loadDialog = () => import("./DeviceDialog.tsx");
/** When a pointer or the focus comes near the devices: half the page's code again, which whoever only reads does without. */
const fetchDialog = () => void loadDialog().catch(() => null);
const DeviceDialog = lazy(async () => ({ default: (await loadDialog()).DeviceDialog }));

/** Events of a plant come once a second; its devices are asked for at most this often, ms. */
const RENEW_MS = 3_000;
/** Old values are said to be old once the server has not answered for this long, ms. */
const OLD_AFTER_MS = 60_000;

const freshness = (project: ProjectInfo) => (
  <div className={styles.actions}>
    {mayChange(project) && <EditLink project={project} />}
    <DeviceFreshness project={project} />
  </div>
);

/** The way to their names, ratings and warranties, for those who may change them. */
function EditLink({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  return (
    <LinkButton to={paths.setUp(project.project_uid, "devices")} look="plain">
      {text("deviceList.editThem")}
    </LinkButton>
  );
}

/** /list-device/{id}: gateways and devices of a project, live (M14). */
export default function DeviceListScreen() {
  return (
    <ProjectPage title="List of devices" pvOnly actions={freshness}>
      {(uid, project) => <Devices key={uid} uid={uid} project={project} />}
    </ProjectPage>
  );
}

/** Returns a function that calls `run` at once, and then at most every RENEW_MS; a call in between is made up for. */
function useAtMost(run: () => void): () => void {
  const latest = useRef(run);
  const lastMs = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, lastMs.current + RENEW_MS - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastMs.current = Date.now();
      latest.current();
    }, wait);
  }, []);
}

/** Keeps the list fresh while it is open, and says how fresh it is. */
function DeviceFreshness({ project }: { project: ProjectInfo }) {
  const queries = useQueryClient();
  const { project_uid: uid, timezone } = project;
  const query = useQuery({ ...devicesQuery(uid), refetchInterval: useAppConfig().list_refresh_s * 1000 });
  const renew = useAtMost(() => {
    for (const { name } of [projectDevices, projectDevice]) {
      void queries.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false });
    }
  });
  const projects = useMemo(() => [uid], [uid]);
  const live = useLive(projects, renew);
  return <Freshness timezone={timezone} queries={[query]} live={live} refresh={query.refetch} />;
}

/** The view in the address, and how to change it. A device that opens is a step that Back takes back. */
function useDeviceView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => deviceViewIn(address), [address]);
  const change = useCallback(
    (part: Partial<DeviceView>) =>
      setAddress((now) => withDeviceView(now, part), {
        replace: part.device === undefined || part.device === null,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { view, change };
}

function Devices({ uid, project }: { uid: string; project: ProjectInfo | undefined }) {
  const { text } = useWords();
  const serverText = useServerText();
  const narrow = useMedia("(max-width: 899.98px)");
  const { view, change } = useDeviceView();
  const query = useQuery(devicesQuery(uid));
  const { data } = query;
  const shown = useMemo(() => (data === undefined ? null : shownDevices(data.devices, view)), [data, view]);
  if (query.isError && data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (data === undefined || shown === null || project === undefined) return <Waiting narrow={narrow} />;
  const rows = shown.groups.flatMap((group) => group.rows);
  const opened = data.devices.find((row) => row.uid === view.device);
  return (
    <>
      <OldNote atMs={query.dataUpdatedAt} timezone={data.timezone} />
      <div className={`${styles.list} ${narrow ? styles.narrow : ""}`}>
        <GatewayPane answer={data} view={view} change={change} narrow={narrow} panelId="devices" />
        <Panel flush>
          <div
            id="devices"
            onPointerEnter={fetchDialog}
            onFocus={fetchDialog}
            {...(narrow ? { role: "tabpanel", "aria-label": text("deviceList.device") } : {})}
          >
            <DeviceToolbar
              view={view}
              change={change}
              counts={shown.counts}
              rows={rows}
              name={project.project_ssoc_name}
            />
            <DeviceGroups answer={data} shown={shown} view={view} change={change} narrow={narrow} />
          </div>
        </Panel>
      </div>
      {view.device !== null && (
        <Suspense>
          <DeviceDialog
            project={uid}
            mayChange={mayChange(project)}
            device={view.device}
            row={opened}
            show={view.show}
            onShow={(show) => change({ show })}
            close={() => change({ device: null })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says that what stands below is old, where the server has not answered for a while. */
function OldNote({ atMs, timezone }: { atMs: number; timezone: string }) {
  const { text, format } = useWords();
  const nowMs = useNow(5_000);
  const renewMs = useAppConfig().list_refresh_s * 1000;
  const old = nowMs - atMs > Math.max(OLD_AFTER_MS, 2 * renewMs);
  return (
    <p className={styles.oldNote} role="status">
      {old && text("deviceList.old", { t: format.dateTime(atMs, timezone) })}
    </p>
  );
}

/** Fill a phone, so that the page's foot does not stand in it until the devices come. */
const NARROW_ROWS = 12;

/** Two panes of the final geometry. */
function Waiting({ narrow }: { narrow: boolean }) {
  const rows = (
    <Panel flush>
      {Array.from({ length: narrow ? NARROW_ROWS : 7 }, (_, row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton width="26%" height={18} />
          <Skeleton width="12%" height={14} />
          <Skeleton width="12%" height={14} />
          <Skeleton width="16%" height={22} />
        </div>
      ))}
    </Panel>
  );
  return (
    <div className={`${styles.list} ${narrow ? styles.narrow : ""}`}>
      {narrow ? (
        <Skeleton width="100%" height={46} />
      ) : (
        <Panel>
          <Skeleton width="100%" height={180} />
        </Panel>
      )}
      {rows}
    </div>
  );
}

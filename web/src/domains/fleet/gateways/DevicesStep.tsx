import { deviceName } from "@heliograph/contract/kernel/device-name";
import { localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { Pencil, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { paths } from "../../../app/paths.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Tag } from "../../../ui/feedback/StatusTag.tsx";
import { NamedIcon } from "../../../ui/layout/NamedIcon.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../projects/ProjectPage.tsx";
import { projectInfoQuery } from "../projects/project-queries.ts";
import { ASSET_ICONS } from "./asset-icons.ts";
import styles from "./DevicesStep.module.css";
import { useGateways, type OwnDevice, type OwnGateway } from "./use-gateways.ts";

const DeviceDrawer = lazy(async () => ({ default: (await import("./DeviceDrawer.tsx")).DeviceDrawer }));

const MINUTE_MS = 60_000;

/** The devices of a project as their owner keeps them: names, ratings, warranties, and which took another's place. */
export function DevicesStep({ uid }: { uid: string }) {
  const t = useText();
  const serverText = useServerText();
  const gateways = useGateways(uid);
  const project = useQuery(projectInfoQuery(uid)).data?.project_info;
  const nowMs = useNow(MINUTE_MS);
  const [opened, setOpened] = useState<string | null>(null);
  const columns = useColumns(setOpened);
  const { rows, groups } = useRows(gateways.data);
  const card = useMemo(() => cardWith(setOpened), []);
  if (gateways.isError && gateways.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(gateways.error.message)} retry={() => void gateways.refetch()} />
      </Panel>
    );
  }
  if (rows?.length === 0) {
    return (
      <Panel>
        <Blank
          title={t("ownDevices.none")}
          action={<LinkButton to={paths.setUp(uid, "gateway")}>{t("ownDevices.toGateway")}</LinkButton>}
        />
      </Panel>
    );
  }
  const device = rows?.find(({ device_uid }) => device_uid === opened);
  return (
    <Panel flush>
      <DataTable
        label={t("ownDevices.step")}
        columns={columns}
        rows={rows}
        idOf={({ device_uid }) => device_uid}
        groups={groups}
        empty={null}
        card={card}
      />
      {device !== undefined && project !== undefined && (
        <Suspense>
          <DeviceDrawer
            uid={uid}
            device={device}
            today={localDay(project.timezone, nowMs)}
            timezone={project.timezone}
            close={() => setOpened(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** The devices, a group for each gateway. */
function useRows(gateways: readonly OwnGateway[] | undefined) {
  const t = useText();
  return useMemo(() => {
    const groups = (gateways ?? []).map((gateway) => {
      const own = new Set(gateway.devices);
      return {
        id: gateway.gateway_uid,
        title: deviceName(gateway),
        has: (row: OwnDevice) => own.has(row),
        empty: t("warranty.noDevice"),
      };
    });
    return { rows: gateways?.flatMap(({ devices }) => devices), groups };
  }, [gateways, t]);
}

function useColumns(open: (uid: string) => void): readonly Column<OwnDevice>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "device",
        label: t("warranty.device"),
        rowHead: true,
        value: deviceName,
        cell: (row) => <Device row={row} />,
      },
      {
        id: "rating",
        label: t("ownDevices.rating"),
        value: () => null,
        cell: (row) => <Ratings row={row} />,
      },
      {
        id: "warranty",
        label: t("ownDevices.warranty"),
        value: ({ warranty_end }) => warranty_end,
        cell: (row) => <Warranty row={row} />,
      },
      {
        id: "edit",
        label: t("ownDevices.edit"),
        hideLabel: true,
        value: () => null,
        cell: (row) => <Edit row={row} open={open} />,
      },
    ],
    [t, open],
  );
}

/** Name, serial and model, and whose place it took. */
function Device({ row }: { row: OwnDevice }) {
  const t = useText();
  const name = deviceName(row);
  const about = [
    ...[row.serial, row.model].filter((part) => part !== null && part !== name),
    ...(row.replaces === null ? [] : [t("ownDevices.replaces", { serial: row.replaces.serial })]),
  ].join(" · ");
  return <NamedIcon icon={ASSET_ICONS[row.asset_type]} name={name} {...(about === "" ? {} : { about })} />;
}

/** Draws what a phone shows of a device. */
const cardWith = (open: (uid: string) => void) => (row: OwnDevice) => (
  <div className={styles.card}>
    <div>
      <Device row={row} />
      <Edit row={row} open={open} />
    </div>
    <p>
      <Ratings row={row} /> · <Warranty row={row} />
    </p>
  </div>
);

function Edit({ row, open }: { row: OwnDevice; open: (uid: string) => void }) {
  const t = useText();
  return (
    <Button
      size="small"
      icon={<Pencil size={14} aria-hidden />}
      aria-label={t("ownDevices.editOf", { name: deviceName(row) })}
      onClick={() => open(row.device_uid)}
    >
      {t("ownDevices.edit")}
    </Button>
  );
}

function Warranty({ row: { warranty_begin: begin, warranty_end: end } }: { row: OwnDevice }) {
  const format = useFormat();
  return <>{begin === null && end === null ? "–" : `${format.day(begin)} – ${format.day(end)}`}</>;
}

function Ratings({ row }: { row: OwnDevice }) {
  const t = useText();
  const format = useFormat();
  const { ac_nominal_w, dc_capacity_wp, asset_type } = row;
  if (asset_type === "solar_inverter" && ac_nominal_w === null) {
    return <Tag tone="warning" icon={TriangleAlert} label={t("ownDevices.unrated")} small />;
  }
  const parts = [
    ...(ac_nominal_w === null ? [] : [`${format.number(ac_nominal_w / 1000, 1)} kW`]),
    ...(dc_capacity_wp === null ? [] : [`${format.number(dc_capacity_wp / 1000, 1)} kWp`]),
  ];
  return <>{parts.length === 0 ? "–" : parts.join(" · ")}</>;
}

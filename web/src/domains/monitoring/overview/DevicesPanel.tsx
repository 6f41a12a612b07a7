import { deviceName } from "@heliograph/contract/kernel/device-name";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useMemo } from "react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { type ListedDevice, type DeviceGroup, deviceGroups } from "../devices/device-groups.ts";
import { deviceFigure } from "./figures.ts";
import type { Widget } from "./use-overview.ts";
import { useWords } from "../words.ts";
import styles from "./DevicesPanel.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

function DeviceRow({ device }: { device: ListedDevice }) {
  const words = useWords();
  const { text } = words;
  const figure = deviceFigure(device, words);
  const live = device.iot_data?.is_live === true;
  const state = text(live ? "devices.live" : "devices.silent");
  const about = [text(`devices.${device.asset_type}`), device.model, device.serial].filter(
    (part) => part !== null && part !== "" && part !== deviceName(device),
  );
  return (
    <li className={`${styles.device} ${live ? styles.live : ""}`}>
      <span className={styles.state} title={state}>
        {live ? <CircleCheck size={15} aria-hidden /> : <CircleDashed size={15} aria-hidden />}
        <VisuallyHidden>{state}</VisuallyHidden>
      </span>
      <span className={styles.name}>
        <b>{deviceName(device)}</b>
        <span>{about.join(" · ")}</span>
      </span>
      {figure !== null && (
        <span className={`${styles.figure} num`}>
          <b>{figure.number}</b> {figure.unit}
        </span>
      )}
    </li>
  );
}

function Group({ group: { gateway, devices }, timezone }: { group: DeviceGroup; timezone: string }) {
  const { text, format } = useWords();
  const { gateway_info: info, gateway_data: now } = gateway;
  const heard =
    info.last_contact_at === null
      ? text("devices.never")
      : text("devices.heard", { t: format.dateTime(Date.parse(info.last_contact_at), timezone) });
  return (
    <li className={styles.gateway}>
      <div className={styles.gatewayHead}>
        <h3>{deviceName(info)}</h3>
        <StatusTag
          status={now.gateway_status ? "normal" : "offline"}
          label={text(now.gateway_status ? "devices.online" : "devices.offline")}
          small
        />
        <span className={styles.gatewayAbout}>
          {info.serial} · {text("devices.count", { n: devices.length })}
          {!now.gateway_status && ` · ${heard}`}
        </span>
      </div>
      <ul>
        {devices.map((device) => (
          <DeviceRow key={device.uid} device={device} />
        ))}
      </ul>
    </li>
  );
}

/** Gateways and devices with their newest values; `whole` shows them all, however long the panel becomes. */
export function DevicesPanel({ widget, whole = false }: { widget: Widget; whole?: boolean }) {
  const { text } = useWords();
  const groups = useMemo(() => deviceGroups(widget), [widget]);
  const title = text("devices.title");
  return (
    <Panel title={title} className={styles.panel}>
      {groups.length === 0 ? (
        <PanelNote text={text("devices.none")} />
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={whole ? undefined : styles.scroll} role="region" aria-label={title} tabIndex={0}>
          <ul>
            {groups.map((group) => (
              <Group
                key={group.gateway.gateway_info.uid}
                group={group}
                timezone={widget.project_info.timezone}
              />
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

import { deviceName } from "@heliograph/contract/kernel/device-name";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { carried } from "../../../platform/navigation.ts";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { groupOf } from "./device-rows.ts";
import { withDeviceView } from "./device-view.ts";
import type { Widget } from "../overview/use-overview.ts";
import { useWords } from "../words.ts";
import styles from "./DeviceFacts.module.css";

/** The device list of the project, narrowed to a kind or a gateway; the search of the project list goes along. */
function useDevicesLink(uid: string) {
  const { search } = useLocation();
  return (only: Parameters<typeof withDeviceView>[1]) =>
    `${paths.devices(uid)}?${withDeviceView(new URLSearchParams(carried(search)), only).toString()}`;
}

/** How many gateways are in contact, and each with its state, leading to its devices. */
export function GatewayStates({ widget }: { widget: Widget }) {
  const { text } = useWords();
  const link = useDevicesLink(widget.project_info.project_uid);
  const { gateway_list: gateways } = widget;
  if (gateways.length === 0) return text("devices.none");
  const online = gateways.filter(({ gateway_data: now }) => now.gateway_status).length;
  return (
    <>
      {text("facts.online", { n: online, of: gateways.length })}
      <ul className={styles.links}>
        {gateways.map(({ gateway_info: info, gateway_data: now }) => (
          <li key={info.uid}>
            <Link to={link({ gateway: info.uid })}>{deviceName(info)}</Link>
            <StatusTag
              status={now.gateway_status ? "normal" : "offline"}
              label={text(now.gateway_status ? "devices.online" : "devices.offline")}
              small
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many devices of each type there are, leading to them. */
export function DeviceCounts({ widget }: { widget: Widget }) {
  const { text, format } = useWords();
  const link = useDevicesLink(widget.project_info.project_uid);
  const counted = widget.project_info.project_asset_list.flatMap(({ asset_type, serial_list }) =>
    asset_type === "iot_gateway" ? [] : [{ asset_type, count: serial_list.length }],
  );
  if (counted.length === 0) return text("Not available");
  return (
    <ul className={styles.links}>
      {counted.map(({ asset_type, count }) => (
        <li key={asset_type}>
          <Link to={link({ group: groupOf(asset_type) })}>{text(`devices.${asset_type}`)}</Link>
          <span>{format.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}

import { deviceName } from "@heliograph/contract/kernel/device-name";
import { localDay } from "@heliograph/contract/kernel/time";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { GatewayRow, projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { STATUS_ICONS, StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { type Tab, TabBar } from "../../../ui/controls/Tabs.tsx";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { whenOf } from "./device-figures.ts";
import type { DeviceView } from "./device-view.ts";
import { useWords } from "../words.ts";
import styles from "./GatewayPane.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

interface Props {
  readonly answer: Answer<typeof projectDevices>;
  readonly view: DeviceView;
  readonly change: (part: Partial<DeviceView>) => void;
  /** Tabs instead of the list at the left. */
  readonly narrow: boolean;
  readonly panelId: string;
}

const EVERY = "all";

/** The project's only gateway, which is chosen by itself; null where there are more, or none. */
const onlyOne = ({ gateways }: Props["answer"]): string | null =>
  gateways.length === 1 ? (gateways[0]?.uid ?? null) : null;

/** The gateways of the project with their states; one of them narrows the devices to its own. */
export function GatewayPane(props: Props) {
  return props.narrow ? <GatewayTabs {...props} /> : <GatewayList {...props} />;
}

function GatewayTabs({ answer, view, change, panelId }: Props) {
  const { text } = useWords();
  const tabs: Tab[] = [
    ...(answer.gateways.length > 1
      ? [{ key: EVERY, label: text("deviceList.all"), count: answer.devices.length }]
      : []),
    ...answer.gateways.map((gateway) => {
      const Icon = STATUS_ICONS[gateway.device_status];
      return {
        key: gateway.uid,
        label: (
          <span className={`${styles.tab} ${styles[gateway.device_status]}`}>
            <Icon size={14} strokeWidth={2.2} aria-hidden />
            {deviceName(gateway)}
            <VisuallyHidden> {text(STATUS_TEXTS[gateway.device_status])}</VisuallyHidden>
          </span>
        ),
        count: gateway.devices,
      };
    }),
  ];
  return (
    <TabBar
      tabs={tabs}
      value={view.gateway ?? onlyOne(answer) ?? EVERY}
      onChange={(key) => change({ gateway: key === EVERY ? null : key })}
      label={text("deviceList.gateways")}
      panelId={panelId}
    />
  );
}

function GatewayList({ answer, view, change }: Props) {
  const { text } = useWords();
  return (
    <Panel title={text("deviceList.gateways")} className={styles.pane}>
      {answer.gateways.length === 0 ? (
        <PanelNote text={text("devices.none")} />
      ) : (
        <ul>
          {answer.gateways.length > 1 && (
            <li>
              <button
                type="button"
                className={styles.item}
                aria-pressed={view.gateway === null}
                onClick={() => change({ gateway: null })}
              >
                <b>{text("deviceList.allGateways")}</b>
                <span>{text("devices.count", { n: answer.devices.length })}</span>
              </button>
            </li>
          )}
          {answer.gateways.map((gateway) => (
            <li key={gateway.uid}>
              <GatewayItem
                gateway={gateway}
                answer={answer}
                pressed={(view.gateway ?? onlyOne(answer)) === gateway.uid}
                choose={() => change({ gateway: gateway.uid })}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function GatewayItem(given: {
  gateway: GatewayRow;
  answer: Props["answer"];
  pressed: boolean;
  choose: () => void;
}) {
  const { gateway, answer, pressed, choose } = given;
  const words = useWords();
  const { text } = words;
  const at = { timezone: answer.timezone, today: localDay(answer.timezone, Date.parse(answer.current_time)) };
  const contact =
    gateway.last_contact_at === null
      ? text("devices.never")
      : `${text("deviceList.lastContact")} ${whenOf(gateway.last_contact_at, at, words)}`;
  const name = deviceName(gateway);
  return (
    <button type="button" className={styles.item} aria-pressed={pressed} onClick={choose}>
      <span className={styles.line}>
        <b>{name}</b>
        <StatusTag status={gateway.device_status} label={text(STATUS_TEXTS[gateway.device_status])} small />
      </span>
      {name !== gateway.serial && <span>{gateway.serial}</span>}
      <span>
        {text("devices.count", { n: gateway.devices })}
        {gateway.firmware_version !== null && ` · ${text("deviceList.firmware")} ${gateway.firmware_version}`}
      </span>
      <span>{contact}</span>
    </button>
  );
}

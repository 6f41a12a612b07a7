import {
  NZE_COOLDOWN_S,
  turnNze,
  zeroExportGateways,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import { CircleCheck, CircleDot, ShieldCheck, SlidersHorizontal, Timer } from "lucide-react";
import { listCommands } from "@heliograph/contract/control/commands";
import { useId, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Switch } from "../../../ui/controls/Switch.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useControlView } from "../control-view.ts";
import { minutesLeft, cooldownLeftMs, rememberCooldown } from "./cooldown.ts";
import { DrillRow } from "./DrillRow.tsx";
import { NzeRuleForm } from "./NzeRuleForm.tsx";
import styles from "./ZeroExport.module.css";
import { isMoving } from "./zero-export-queries.ts";

interface Props {
  readonly gateway: ZeroExportGateway;
  /** The project's uid. */
  readonly project: string;
  readonly timezone: string;
  /** False: what is shown is all there is. */
  readonly mayChange: boolean;
}

/** Zero export of one gateway that has a meter at the grid. */
export function GatewayZeroExport({ gateway, project, timezone, mayChange }: Props) {
  const words = useWords();
  const { text } = words;
  const [window, setWindow] = useState<"rule" | null>(null);
  const { gateway_info: info, rule, meter, command, gateway_data: now } = gateway;
  const name = info.alias ?? info.serial;
  const moving = command !== null && command.status !== now.nze_status && isMoving(gateway);
  return (
    <section className={styles.gateway} aria-label={name}>
      <div className={styles.head}>
        <NzeSwitch gateway={gateway} name={name} mayChange={mayChange} moving={moving} />
        <div className={styles.name}>
          <h3>{name}</h3>
          <p>
            {[
              stateOf(gateway, { words, timezone }),
              text("nze.limit", { limit: kilowatts(rule.export_limit_w, words) }),
              text("nze.meter", { meter: meter?.alias ?? "" }),
            ].join(" · ")}
          </p>
        </div>
        {mayChange && (
          <Button
            size="small"
            icon={<SlidersHorizontal size={15} aria-hidden />}
            onClick={() => setWindow("rule")}
          >
            {text("nze.rule")}
          </Button>
        )}
      </div>
      <Cooldown gateway={gateway} />
      <ul className={styles.facts}>
        {moving && (
          <li role="status">
            <CircleDot size={15} aria-hidden className={styles.moving} />
            {text(command.status ? "nze.turningOn" : "nze.turningOff", {
              state: text(`nze.state.${command.state}`),
            })}
          </li>
        )}
        <li>
          <ShieldCheck size={15} aria-hidden />
          {text("nze.fallback", { s: rule.meter_silent_s, limit: kilowatts(rule.failsafe_w, words) })}
        </li>
        <DaysFact gateway={gateway} project={project} name={name} />
      </ul>
      <DrillRow gateway={gateway} timezone={timezone} mayChange={mayChange} name={name} />
      {window === "rule" && <NzeRuleForm gateway={gateway} name={name} close={() => setWindow(null)} />}
    </section>
  );
}

/** Since when days are judged, and the way to them. */
function DaysFact({ gateway, project, name }: { gateway: ZeroExportGateway; project: string; name: string }) {
  const { text, format } = useWords();
  const { uid } = gateway.gateway_info;
  return (
    <li>
      <CircleCheck size={15} aria-hidden />
      {gateway.first_day === null
        ? text("nze.noDays")
        : text("nze.days", { day: format.day(gateway.first_day) })}
      <Link
        to={paths.compliance(project, { gateway: uid })}
        className={styles.link}
        aria-label={text("nze.complianceOf", { name })}
      >
        {text("nze.compliance")}
      </Link>
    </li>
  );
}

/** W as kW with its unit, without needless decimals. */
const kilowatts = (w: number, { format }: Words) => `${format.number(w / 1000, w % 1000 === 0 ? 0 : 1)} kW`;

function stateOf(
  { gateway_data, nze_since }: ZeroExportGateway,
  { words: { text, format }, timezone }: { words: Words; timezone: string },
): string {
  const { nze_status: on } = gateway_data;
  if (nze_since === null) return text("nze.unknown");
  const time = format.dateTime(Date.parse(nze_since), timezone);
  return text(on ? "nze.onSince" : "nze.offSince", { time });
}

/** A press, Space or Enter asks whether it is meant; nothing is sent before that. */
function NzeSwitch(given: { gateway: ZeroExportGateway; name: string; mayChange: boolean; moving: boolean }) {
  const { gateway, name, mayChange, moving } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const why = useId();
  const nowMs = useNow();
  const { show } = useControlView();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = useCall(turnNze, [zeroExportGateways, listCommands]);
  const { uid } = gateway.gateway_info;
  const { nze_status: on, nze_allowed_at } = gateway.gateway_data;
  const waits = cooldownLeftMs(uid, nze_allowed_at, nowMs) > 0;
  const send = async () => {
    // It has become so by itself: there is nothing to change.
    if (wanted === null || wanted === on) return;
    try {
      const { message, commands } = await turn.mutateAsync({ body: [{ gateway_uid: uid, status: wanted }] });
      for (const { gateway_uid, nze_allowed_at: at } of commands) {
        rememberCooldown(gateway_uid, Date.parse(at), Date.now());
      }
      // Its life and its evidence stand beside.
      show(commands[0]?.command_uid ?? null);
      say.success(serverText(message));
    } catch {
      say.error(serverText("Something went wrong"));
    }
  };
  if (!mayChange) {
    return (
      <span className={styles.lamp} data-on={on} role="img" aria-label={text(on ? "nze.on" : "nze.off")} />
    );
  }
  return (
    <>
      <Switch
        label={text("nze.switch", { name })}
        on={on}
        moving={moving}
        disabled={waits}
        describedBy={why}
        onAsk={setWanted}
      />
      <span id={why} hidden>
        {waits ? text("nze.waits") : ""}
      </span>
      {wanted !== null && (
        <Confirm
          title={text(wanted ? "nze.askOn" : "nze.askOff", { name })}
          hint={text(wanted ? "nze.askOnHint" : "nze.askOffHint")}
          yes={text(wanted ? "nze.yesOn" : "nze.yesOff")}
          no={text("Cancel")}
          run={send}
          close={() => setWanted(null)}
        />
      )}
    </>
  );
}

/** How long the switch is not to be used, in words and as a line; nothing once it may be. */
function Cooldown({ gateway }: { gateway: ZeroExportGateway }) {
  const { text } = useWords();
  const nowMs = useNow();
  const left = cooldownLeftMs(gateway.gateway_info.uid, gateway.gateway_data.nze_allowed_at, nowMs);
  if (left <= 0) return null;
  const time = minutesLeft(left);
  return (
    <div className={styles.cooldown}>
      <p>
        <Timer size={15} aria-hidden /> {text("nze.again", { t: time })}
      </p>
      <progress
        value={NZE_COOLDOWN_S * 1000 - left}
        max={NZE_COOLDOWN_S * 1000}
        aria-label={text("nze.again", { t: time })}
      />
    </div>
  );
}

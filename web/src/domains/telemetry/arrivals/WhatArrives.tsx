import { CircleHelp } from "lucide-react";
import type { LiveState } from "../../../platform/live-stream.ts";
import { elapsed } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Life } from "../../../ui/layout/Life.tsx";
import mark from "../../../ui/layout/LiveMark.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { lifeSteps, stageNow, type LifeSource } from "./arrival-life.ts";
import styles from "./GatewayStep.module.css";

const HOUR_MS = 3_600_000;

/** The stages of the first hour; a new one is said aloud. `onward`: where to go once all is there. */
export function WhatArrives(given: {
  source: LifeSource;
  live: LiveState;
  onward: { to: string; label: string } | null;
}) {
  const { source, live, onward } = given;
  const t = useText();
  const steps = lifeSteps(source);
  const words = {
    done: t("arrivals.state.done"),
    now: t("arrivals.state.now"),
    due: t("arrivals.state.due"),
    failed: t("arrivals.state.failed"),
  };
  return (
    <Panel title={t("arrivals.what")} extra={<Stream source={source} live={live} />}>
      <Life label={t("arrivals.what")} steps={steps} words={words} />
      <VisuallyHidden role="status">{stageNow(steps)}</VisuallyHidden>
      {onward !== null && (
        <div className={styles.onward}>
          <LinkButton to={onward.to}>{onward.label}</LinkButton>
        </div>
      )}
    </Panel>
  );
}

/** Whether what arrives is heard at once, and how long the first contact is waited for. */
function Stream({ source: { arrivals, nowMs }, live }: { source: LifeSource; live: LiveState }) {
  const t = useText();
  const waited = nowMs - Date.parse(arrivals.added_at);
  const waiting = arrivals.first_contact === null && live === "connected" && waited < HOUR_MS;
  const text = waiting
    ? t("arrivals.waitingFor", { time: elapsed(waited) })
    : t(
        live === "connected"
          ? "arrivals.live"
          : live === "connecting"
            ? "arrivals.connecting"
            : "arrivals.lost",
      );
  return (
    <span className={`${mark.mark} ${mark[live] ?? ""}`} data-live={live}>
      <i aria-hidden />
      {text}
    </span>
  );
}

/** Why nothing may have come, with what is known of tries. */
export function UsualCauses({ tries, port }: { tries: number; port: number }) {
  const t = useText();
  const causes = [
    { head: "CONNACK 4", text: t("arrivals.cause.credential", { n: tries }) },
    { head: t("arrivals.cause.none"), text: t("arrivals.cause.noneHint", { port }) },
    { head: "reading.too_new", text: t("arrivals.cause.clock") },
  ];
  return (
    <Panel title={t("arrivals.nothing")}>
      <ul className={styles.causes}>
        {causes.map(({ head, text }) => (
          <li key={head}>
            <CircleHelp size={16} aria-hidden />
            <div>
              <h3>{head}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { ArrivedReading, ArrivedRefusal } from "@heliograph/contract/telemetry/arrivals/arrivals";
import { CircleX, Pause, Play } from "lucide-react";
import { useState } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { Arrivals } from "./arrivals-queries.ts";
import type { RatedDevice } from "./ratings.ts";
import { mainValues, streamEntries } from "./reading-values.ts";
import { aftermath, refusalWords } from "./refusal-words.ts";
import styles from "./GatewayStep.module.css";

interface StreamProps {
  readonly arrivals: Arrivals;
  readonly devices: readonly RatedDevice[];
  readonly timezone: string;
}

/** The newest readings, and between them what was refused and why. It can be held while it is read. */
export function ReadingStream({ arrivals, devices, timezone }: StreamProps) {
  const t = useText();
  const [held, setHeld] = useState<Arrivals | null>(null);
  const { readings, refusals } = held ?? arrivals;
  const Icon = held === null ? Pause : Play;
  return (
    <Panel
      title={
        <>
          {t("arrivals.stream")}{" "}
          <small className={styles.beside}>
            {t("arrivals.totals", { n: arrivals.stored, m: arrivals.refused })}
          </small>
        </>
      }
      extra={
        <Button
          icon={<Icon size={16} aria-hidden />}
          aria-label={t(held === null ? "arrivals.hold" : "arrivals.goOn")}
          aria-pressed={held !== null}
          onClick={() => setHeld(held === null ? arrivals : null)}
        />
      }
    >
      <ol className={styles.stream} aria-label={t("arrivals.stream")}>
        {streamEntries(readings, refusals).map((entry) =>
          entry.kind === "reading" ? (
            <ReadingLine key={entry.key} {...{ reading: entry.reading, devices, timezone }} />
          ) : (
            <RefusalCard key={entry.key} {...{ refusal: entry.refusal, readings, devices, timezone }} />
          ),
        )}
      </ol>
    </Panel>
  );
}

function ReadingLine(given: { reading: ArrivedReading; devices: readonly RatedDevice[]; timezone: string }) {
  const { reading, devices, timezone } = given;
  const format = useFormat();
  const [first = "", second = ""] = mainValues(reading, format);
  const device = devices.find(({ device_uid }) => device_uid === reading.device_uid);
  return (
    <li className={styles.reading}>
      <time>{format.clock(reading.t, timezone, true)}</time>
      <b>{device === undefined ? "–" : deviceName(device)}</b>
      <span>{first}</span>
      <span>{second}</span>
    </li>
  );
}

function RefusalCard(given: {
  refusal: ArrivedRefusal;
  readings: readonly ArrivedReading[];
  devices: readonly RatedDevice[];
  timezone: string;
}) {
  const { refusal, readings, devices, timezone } = given;
  const t = useText();
  const format = useFormat();
  const { why, mend } = refusalWords(refusal, t, format);
  const device = devices.find(({ device_uid }) => device_uid === refusal.device_uid);
  const rest = [mend, aftermath(refusal, readings, t)]
    .filter((part) => part !== null && part !== "")
    .join(" ");
  return (
    <li className={styles.refusal}>
      <header>
        <CircleX size={16} aria-hidden />
        <b>
          {device === undefined
            ? t("arrivals.refused")
            : t("arrivals.refusedOf", { name: deviceName(device) })}
        </b>
        <time>{format.clock(Date.parse(refusal.at), timezone, true)}</time>
      </header>
      <p className={styles.why}>{why}</p>
      <code>{refusal.reason}</code>
      {rest !== "" && <p>{rest}</p>}
    </li>
  );
}

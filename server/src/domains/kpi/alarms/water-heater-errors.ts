// What a water heater's controller reports as wrong, as the named errors of M134.
import {
  SWH_ERROR_CODES,
  SWH_ERRORS,
  SWH_SENSORS,
  sensorErrorOf,
  sensorFaultLevel,
  type AlarmSeverity,
  type ReadingExtras,
  type SwhErrorCode,
  type SwhErrorLevel,
  type alarmCause,
} from "@heliograph/contract";
import type { z } from "zod";

export type SensorFault = NonNullable<ReadingExtras["sensor_faults"]>[number];

type SensorLine = NonNullable<z.output<typeof alarmCause>["lines"]>[number];

interface ControllerError {
  readonly code: SwhErrorCode;
  readonly severity: AlarmSeverity;
  readonly cause: Pick<z.output<typeof alarmCause>, "errors" | "lines">;
}

const SEVERITIES: Record<SwhErrorLevel, AlarmSeverity> = {
  Critical: "critical",
  Warning: "warning",
  Notice: "minor",
};

/**
 * The named error that a controller's text stands for: its name, or the part of it that names the thing ("S1", "RTC",
 * "RL2"), however it is written; swh_other for any other text.
 */
export function errorCodeOf(text: string): SwhErrorCode {
  const plain = `swh_${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "")}`;
  return SWH_ERROR_CODES.find((code) => code === plain || code.startsWith(`${plain}_`)) ?? "swh_other";
}

/** The errors that hold, each code once; a sensor's line that is open or short is the error of its terminal. */
export function controllerErrors(
  texts: readonly string[],
  faults: readonly SensorFault[],
): ControllerError[] {
  const causes = new Map<SwhErrorCode, { errors: string[]; lines: SensorLine[]; severity: AlarmSeverity }>();
  const causeOf = (code: SwhErrorCode) => {
    const cause = causes.get(code) ?? { errors: [], lines: [], severity: SEVERITIES[SWH_ERRORS[code].level] };
    causes.set(code, cause);
    return cause;
  };
  for (const text of texts) {
    const code = errorCodeOf(text);
    const cause = causeOf(code);
    if (code === "swh_other") cause.errors.push(text);
  }
  for (const { quantity, line } of faults) {
    const terminal = SWH_SENSORS.find((one) => one.quantity === quantity);
    if (terminal === undefined) continue;
    const cause = causeOf(sensorErrorOf(terminal) ?? "swh_other");
    cause.lines.push({ sensor: terminal.sensor, line });
    // What has no name of its own is still as grave as the sensor's status says.
    cause.severity = SEVERITIES[sensorFaultLevel(terminal)];
  }
  return [...causes].map(([code, { errors, lines, severity }]) => ({
    code,
    severity,
    cause: { ...(errors.length === 0 ? {} : { errors }), ...(lines.length === 0 ? {} : { lines }) },
  }));
}

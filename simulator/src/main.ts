// Runs the simulated fleet against a portal, as the hardware of a customer would.
import { z } from "zod";
import { startFleet } from "./fleet-run.ts";

/** Everything that can be set, by environment variable. */
const settings = z.object({
  /** Where the portal's web API is. */
  HELIOGRAPH_URL: z.url().default("http://127.0.0.1:8080"),
  /** Where its broker is. */
  MQTT_URL: z.url().default("mqtt://127.0.0.1:1883"),
  /** The account that owns the fleet. */
  SIMULATOR_EMAIL: z.string().default("owner@demo.example"),
  /** Adds its maker's versions of firmware; empty: nobody. */
  SIMULATOR_PLATFORM_EMAIL: z.string().default("platform@demo.example"),
  SIMULATOR_PASSWORD: z.string().default("sunlight"),
  /** Also see the projects; empty: nobody. */
  SIMULATOR_OPERATOR_EMAIL: z.string().default("operator@demo.example"),
  SIMULATOR_VIEWER_EMAIL: z.string().default("viewer@demo.example"),
  /** File that keeps uids and credentials over restarts. */
  SIMULATOR_STATE: z.string().min(1).default("data/simulated-fleet.json"),
  /** Seconds between live readings. */
  SIMULATOR_INTERVAL_S: z.coerce.number().int().min(1).max(3600).default(10),
  /** Days of history sent after the first start. */
  SIMULATOR_BACKFILL_DAYS: z.coerce.number().int().min(0).max(730).default(100),
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const parsed = settings.safeParse(process.env);
if (parsed.success) {
  const env = parsed.data;
  const fleet = await startFleet({
    url: env.HELIOGRAPH_URL,
    mqttUrl: env.MQTT_URL,
    account: { email: env.SIMULATOR_EMAIL, password: env.SIMULATOR_PASSWORD },
    platform:
      env.SIMULATOR_PLATFORM_EMAIL === ""
        ? null
        : { email: env.SIMULATOR_PLATFORM_EMAIL, password: env.SIMULATOR_PASSWORD },
    members: [
      { email: env.SIMULATOR_OPERATOR_EMAIL, role: "managed" as const },
      { email: env.SIMULATOR_VIEWER_EMAIL, role: "read_only" as const },
    ].filter(({ email }) => email !== ""),
    statePath: env.SIMULATOR_STATE,
    intervalS: env.SIMULATOR_INTERVAL_S,
    backfillDays: env.SIMULATOR_BACKFILL_DAYS,
    say,
  });
  const end = (): void => {
    void fleet.stop().then(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  try {
    await fleet.done;
  } catch (error) {
    say(`The fleet cannot go on: ${error instanceof Error ? error.message : String(error)}`);
    await fleet.stop();
    process.exitCode = 1;
  }
} else {
  for (const issue of parsed.error.issues) say(`${issue.path.join(".")}: ${issue.message}`);
  process.exitCode = 1;
}

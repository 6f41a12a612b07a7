// The server: reads the configuration, starts what it asks for, says where it is reached, and ends in order.
import { resolve } from "node:path";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_PLATFORM_OPERATORS, seedDemo } from "../seeds/demo.ts";
import { closing } from "./platform/process/closing.ts";
import type { Config } from "./platform/config.ts";
import { configOrExit } from "./platform/command.ts";
import { openInstallation, type Startup } from "./platform/installation.ts";
import { isDatabaseGone } from "./platform/postgres/database-gone.ts";
import { keepChild } from "./platform/process/keep-child.ts";
import { makeLog } from "./platform/log.ts";
import { startRoles, type Reached } from "./roles.ts";

const ROOT = new URL("../../", import.meta.url);
/** sysexits.h, EX_TEMPFAIL: what kept it from starting may pass by itself, so whoever started it may try again. */
const TRY_AGAIN = 75;
/** Orchestrators kill after ten seconds or more; what has not ended by then is left to the next start. */
const STOP_WITHIN_MS = 9500;
/** Ctrl-C may arrive twice, from the terminal and from npm; only a later one is a second wish. */
const SAME_WISH_MS = 1000;

const say = (line: string) => console.log(line);

async function main(): Promise<void> {
  const config = configOrExit(process.argv.slice(2));
  const log = makeLog(config.LOG_LEVEL);
  const ending = closing((name, error) => log.error({ err: error }, `${name} did not stop in order`));
  const start: Startup = { config, log, ending, say };
  const end = endOnce(start);
  process.on("SIGINT", () => end(0));
  process.on("SIGTERM", () => end(0));
  process.on("SIGHUP", () => end(0));
  // npm start ties the server to itself: when that is killed, this one must not stay behind.
  process.on("disconnect", () => end(0));
  process.channel?.unref();
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "unexpected error; the server ends");
    end(1);
  });
  try {
    say("Starting the database");
    const installation = await openInstallation(start);
    if (config.DEMO !== "false") await seedDemo(installation.api.db);
    say("Starting the portal");
    const reached = await startRoles(start, installation, new URL("web/dist/", ROOT));
    summary(start, installation.place, reached);
    // Who started this process starts it again if it dies from here on.
    process.send?.("ready");
    if (config.DEMO === "true" && config.ROLES.includes("api")) simulatedFleet(start, reached);
  } catch (error) {
    // A signal during the start pulls the parts away from under it; that is no fault.
    if (end.asked()) return;
    log.debug({ err: error }, "start failed");
    console.error(`Heliograph did not start: ${error instanceof Error ? error.message : String(error)}`);
    end(isDatabaseGone(error) ? TRY_AGAIN : 1);
  }
}

/** Returns the function that ends the process with the code once all parts have stopped; asked again, it ends at once. */
function endOnce({ ending, log }: Startup): ((code: number) => void) & { asked: () => boolean } {
  let since: number | undefined;
  const finish = async (code: number) => {
    const failed = await ending.close();
    process.exit(failed.length === 0 ? code : 1);
  };
  const end = (code: number) => {
    if (since === undefined) {
      since = Date.now();
      say(code === 0 ? "Stopping (again to force)" : "Stopping");
      setTimeout(() => {
        log.error("the server did not stop in time");
        process.exit(1);
      }, STOP_WITHIN_MS).unref();
      void finish(code);
    } else if (Date.now() - since > SAME_WISH_MS) {
      process.exit(1);
    }
  };
  return Object.assign(end, { asked: () => since !== undefined });
}

function summary({ config }: Startup, place: string, { port, mqttPort }: Reached): void {
  const address = config.PUBLIC_URL ?? `http://${hostInUrl(config.HOST)}:${port}`;
  if (port !== config.PORT) say(`Port ${config.PORT} is in use: the portal took ${port}`);
  say("");
  say("Heliograph runs.");
  say(`  Portal    ${address}   API ${address}/api/docs`);
  if (config.MQTT_URL !== undefined) say(`  Gateways  by the broker ${new URL(config.MQTT_URL).host}`);
  if (mqttPort !== null) {
    say(`  Gateways  ${mqttUrl(config, mqttPort)}   or POST ${address}/api/v1/gateway/readings`);
  }
  if (config.DEMO === "false") {
    say('  Sign in   npm run account -- create --email you@example.com --name "Your Name" makes an account');
  } else {
    say(`  Sign in   ${DEMO_ACCOUNTS.map(({ email }) => email).join(" · ")}   password ${DEMO_PASSWORD}`);
  }
  say(`  Data      ${place}`);
  say("  Stop      Ctrl-C");
  if (config.DEMO !== "false" && !/^(127\.|::1$|localhost$)/.test(config.HOST)) {
    say(
      "  Warning   the demo accounts have a known password and other machines can reach this one: set DEMO=false",
    );
  }
  say("");
}

/** The host as a URL has it; an address that means "all" is reached on loopback. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

const mqttUrl = (config: Config, port: number) => `mqtt://${hostInUrl(config.HOST)}:${port}`;

function simulatedFleet({ config, log, ending }: Startup, { port, mqttPort }: Reached): void {
  if (mqttPort === null) {
    if (config.ROLES.includes("ingest")) {
      say("The simulated fleet stays away: it knows no credentials of your broker.");
    }
    return;
  }
  const [owner] = DEMO_ACCOUNTS;
  const [platform] = DEMO_PLATFORM_OPERATORS;
  const fleet = keepChild({
    name: "the simulated fleet",
    program: new URL("simulator/src/main.ts", ROOT),
    env: {
      PATH: process.env["PATH"],
      HELIOGRAPH_URL: `http://${hostInUrl(config.HOST)}:${port}`,
      MQTT_URL: mqttUrl(config, mqttPort),
      SIMULATOR_EMAIL: owner.email,
      SIMULATOR_PLATFORM_EMAIL: platform.email,
      SIMULATOR_PASSWORD: DEMO_PASSWORD,
      SIMULATOR_STATE: resolve(config.DATA_DIR, "simulated-fleet.json"),
      SIMULATOR_INTERVAL_S: String(config.SIMULATOR_INTERVAL_S),
      SIMULATOR_BACKFILL_DAYS: String(config.SIMULATOR_BACKFILL_DAYS),
    },
    log,
    hear: (line) => say(`  fleet: ${line}`),
  });
  ending.add("simulated fleet", fleet.stop);
}

await main();

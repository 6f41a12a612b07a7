// The whole fleet at work: provision, connect, send, remember.
import { setTimeout as delay } from "node:timers/promises";
import { fleet as wholeFleet } from "./fleet/fleet.ts";
import { dayEndingAt, dayStartMs, type Plant } from "./fleet/plant.ts";
import { runBacklog } from "./backlog.ts";
import { publishReleases } from "./firmware/publish.ts";
import { furnish } from "./furnish.ts";
import { startGateway, type RunningGateway } from "./gateway.ts";
import { plantModel } from "./plant-model.ts";
import { PortalRefusal, signIn, type Account, type PortalCall } from "./portal.ts";
import { invite, projectsByName, provision, type Member, type Provisioning } from "./provision.ts";
import {
  owe,
  readState,
  writeState,
  type FleetState,
  type GatewayState,
  type ProjectState,
} from "./state.ts";

interface FleetOptions {
  readonly url: string;
  readonly mqttUrl: string;
  readonly account: Account;
  /** Who adds its maker's versions of firmware; null: nobody. */
  readonly platform: Account | null;
  readonly members: readonly Member[];
  readonly statePath: string;
  readonly intervalS: number;
  readonly backfillDays: number;
  readonly say: (line: string) => void;
  readonly plants?: readonly Plant[];
}

interface RunningFleet {
  readonly gateways: () => readonly RunningGateway[];
  /** Ends cleanly: what was acknowledged is remembered. */
  readonly stop: () => Promise<void>;
  /** Ends when the fleet is stopped; fails when the account is refused. */
  readonly done: Promise<void>;
}

const DAY_MS = 86_400_000;
/** What a gateway's own memory holds: a longer absence leaves a hole. */
const MEMORY_DAYS = 7;
/** From so many days on a history is a whole one. */
const WHOLE_HISTORY_DAYS = 100;
/** 14 months: a month before the devices of a plant with certificates were registered. */
const CERTIFIED_DAYS = 427;
const SAVE_EVERY_MS = 5000;
const ALIVE_CHECK_MS = 250;
/** History waits for the first live readings, but not longer than this. */
const ALIVE_WITHIN_MS = 20_000;
const RETRY_MS = 1000;
const PLANTS_AT_ONCE = 4;

/** Repeats what fails because the portal cannot be reached or is not ready; throws what it refuses for good. */
async function insist<T>(what: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await what();
    } catch (error) {
      const final =
        error instanceof PortalRefusal && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (final || signal.aborted) throw error;
      await delay(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * What a gateway owes as it starts: all its history the first time, later what happened since it was last heard. Where
 * certificates are made, and the history is a whole one, it goes back further, by the hour.
 */
export function oweSinceLast(
  gateway: GatewayState,
  { certificates, site }: Pick<Plant, "certificates" | "site">,
  { startMs, backfillDays }: { startMs: number; backfillDays: number },
): void {
  if (gateway.live_to_ms !== null) {
    const from_ms = Math.max(gateway.live_to_ms, startMs - MEMORY_DAYS * DAY_MS);
    gateway.owed = owe(gateway.owed, { from_ms, to_ms: startMs });
    return;
  }
  let from_ms = startMs - backfillDays * DAY_MS;
  if (certificates !== null && backfillDays >= WHOLE_HISTORY_DAYS) {
    gateway.hourly_before_ms = dayStartMs(site, dayEndingAt(site, from_ms));
    from_ms = startMs - CERTIFIED_DAYS * DAY_MS;
  }
  gateway.owed = owe(gateway.owed, { from_ms, to_ms: startMs });
}

interface Run {
  readonly options: FleetOptions;
  readonly state: FleetState;
  readonly gateways: RunningGateway[];
  readonly quit: AbortController;
  changed: boolean;
  /** The last write of the state. */
  saved: Promise<void>;
}

function startPlant(run: Run, plant: Plant, project: ProjectState): void {
  const { options, gateways } = run;
  const model = plantModel(plant, project.orders);
  for (const [index, gateway] of plant.gateways.entries()) {
    const state = project.gateways[gateway.serial];
    if (state === undefined || run.quit.signal.aborted) continue;
    oweSinceLast(state, plant, { startMs: Date.now(), backfillDays: options.backfillDays });
    gateways.push(
      startGateway({
        model,
        index,
        gateway,
        state,
        base: options.url,
        mqttUrl: options.mqttUrl,
        intervalS: options.intervalS,
        say: options.say,
        changed: () => {
          run.changed = true;
        },
        ordered: (order) => {
          project.orders.push(order);
          run.changed = true;
        },
      }),
    );
  }
}

async function provisionAll(run: Run, call: PortalCall): Promise<void> {
  const { options, state, quit } = run;
  const given: Provisioning = { call, state, members: options.members, intervalS: options.intervalS };
  const existing = await insist(() => projectsByName(call), quit.signal);
  const plants = [...(options.plants ?? wholeFleet)];
  const projects: ProjectState[] = [];
  const next = async (): Promise<void> => {
    for (let plant = plants.shift(); plant !== undefined; plant = plants.shift()) {
      const wanted = plant;
      const project = await insist(() => provision(given, wanted, existing), quit.signal);
      run.changed = true;
      projects.push(project);
      startPlant(run, wanted, project);
    }
  };
  await Promise.all(Array.from({ length: PLANTS_AT_ONCE }, next));
  await save(run);
  for (const project of projects) {
    await insist(() => invite(given, project), quit.signal);
    run.changed = true;
  }
}

/** Writes the state after whatever write is under way: two at once would take the file from under each other. */
function save(run: Run): Promise<void> {
  run.changed = false;
  const write = () => writeState(run.options.statePath, run.state);
  run.saved = run.saved.then(write, write);
  return run.saved;
}

async function keepSaving(run: Run): Promise<void> {
  const { signal } = run.quit;
  while (!signal.aborted) {
    await delay(SAVE_EVERY_MS, undefined, { signal }).catch(() => {});
    if (run.changed && !signal.aborted) await save(run);
  }
}

async function sayWhenAlive(run: Run, startedMs: number): Promise<void> {
  const { signal } = run.quit;
  const until = Date.now() + ALIVE_WITHIN_MS;
  const silent = (): number => run.gateways.filter((gateway) => gateway.delivered() === 0).length;
  while (!signal.aborted && silent() > 0 && Date.now() < until) {
    await delay(ALIVE_CHECK_MS, undefined, { signal }).catch(() => {});
  }
  if (signal.aborted) return;
  const devices = run.gateways.reduce((sum, gateway) => sum + gateway.devices().length, 0);
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  const missing = silent() === 0 ? "" : `, ${silent()} are not heard yet`;
  run.options.say(
    `${run.gateways.length} gateways with ${devices} devices are alive after ${seconds} s${missing}`,
  );
}

async function work(run: Run): Promise<void> {
  const { options, quit } = run;
  const startedMs = Date.now();
  const call = await insist(() => signIn(options.url, options.account), quit.signal);
  const saving = keepSaving(run);
  await provisionAll(run, call);
  await sayWhenAlive(run, startedMs);
  const backlog = runBacklog({
    base: options.url,
    gateways: () => run.gateways,
    say: options.say,
    changed: () => {
      run.changed = true;
    },
    signal: quit.signal,
  });
  await Promise.all([saving, backlog, furnishAll(run, call), publish(run)]);
}

/** Adds what makes a project one's own, one after the other, beside the back-fill. */
async function furnishAll(run: Run, call: PortalCall): Promise<void> {
  const { options, state, quit } = run;
  for (const plant of options.plants ?? wholeFleet) {
    const project = state.projects[plant.key];
    if (project === undefined || quit.signal.aborted) continue;
    await insist(() => furnish(call, plant, project), quit.signal);
    run.changed = true;
  }
}

/** Adds the maker's versions of firmware once; a portal where nobody may is left without them. */
async function publish(run: Run): Promise<void> {
  const { options, state, quit } = run;
  const { platform, url, say } = options;
  if (platform === null || state.firmware_published) return;
  try {
    await insist(async () => publishReleases(await signIn(url, platform)), quit.signal);
    state.firmware_published = true;
    run.changed = true;
  } catch (error) {
    if (!(error instanceof PortalRefusal)) throw error;
    say(`Nobody adds the versions of firmware: ${error.message}`);
  }
}

/** Starts the fleet and keeps it going until it is stopped. */
export async function startFleet(options: FleetOptions): Promise<RunningFleet> {
  const state = await readState(options.statePath);
  const run: Run = {
    options,
    state,
    gateways: [],
    quit: new AbortController(),
    changed: false,
    saved: Promise.resolve(),
  };
  const done = work(run).catch((error: unknown) => {
    if (!run.quit.signal.aborted) throw error;
  });
  return {
    gateways: () => run.gateways,
    done,
    stop: async () => {
      run.quit.abort();
      await Promise.all(run.gateways.map((gateway) => gateway.stop()));
      await save(run);
    },
  };
}

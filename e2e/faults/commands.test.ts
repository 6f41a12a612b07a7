// The server process is killed while commands are on their way: none is carried out twice, none is called proven that nothing proves.
import { expect, onTestFinished, test } from "vitest";
import { lifeOf } from "../../server/testing/control/command-kit.ts";
import { putSchedule } from "../../server/testing/control/schedule-kit.ts";
import { newInstallation } from "./server-under-test.ts";
import { order, pastServer, plantOf, WAYS, type Hear, type Told } from "./told-gateways.ts";
import { chance, FAULTS, say } from "./trials.ts";

const PATIENCE = { timeout: 40_000, interval: 50 };
const LIMITED = { ac_power_w: 25_000, power_limit_w: 25_000, power_limit_source: 2 };
const FULL = { ac_power_w: 41_000, power_limit_w: 50_000, power_limit_source: 0 };
const ways = ["mqtt", "http"] as const;
const times = ({ heard }: Told, uid: string) => heard.filter(({ command_uid }) => command_uid === uid).length;

/** A server of the test's own, with a plant for each way in which a gateway is told: over MQTT, and in the answers of its HTTP calls. */
async function installed(inverters = 1) {
  const installation = await newInstallation();
  onTestFinished(() => installation.end());
  await installation.start();
  const { db, end } = pastServer(installation);
  onTestFinished(end);
  const plants = await Promise.all(ways.map(async (way) => ({ way, plant: await plantOf(db, inverters) })));
  /** The gateways come; they do what is given as soon as they hear a command. */
  const come = (hear: Hear = () => {}): Promise<Told[]> =>
    Promise.all(
      plants.map(async ({ way, plant }) => {
        const told = await WAYS[way](installation, plant, hear);
        onTestFinished(told.leave);
        return told;
      }),
    );
  /** Kills the server, and resolves when another one serves. */
  const kill = async () => {
    const before = installation.serverPid();
    installation.killServer();
    await expect.poll(() => installation.serverPid(), PATIENCE).not.toBe(before);
    await installation.ready();
  };
  const stateOf = async (uid: string) => (await lifeOf(db, uid)).state;
  return { installation, db, plants: plants.map(({ plant }) => plant), come, kill, stateOf };
}

test("a server killed between handing over and the answer gives no command twice, takes answers later, however often they come, and verifies by readings alone", async () => {
  const { db, plants, come, kill, stateOf } = await installed();
  const tolds = await come();
  await Promise.all(tolds.map((told) => told.report(FULL)));
  const uids = await Promise.all(plants.map((plant) => order(db, plant)));
  const each = tolds.map((told, at) => ({ told, uid: uids[at] ?? "", way: ways[at] }));
  await expect.poll(() => each.map(({ told, uid }) => times(told, uid)), PATIENCE).toEqual([1, 1]);
  await kill();
  for (const { told, uid } of each) {
    await Promise.all([told.answer(uid), told.answer(uid)]);
    await told.answer(uid);
    await expect.poll(() => stateOf(uid), PATIENCE).toBe("acknowledged");
    await told.report(LIMITED);
    await expect.poll(() => stateOf(uid), PATIENCE).toBe("verified");
  }
  for (const { told, uid, way } of each) {
    expect((await lifeOf(db, uid)).steps).toEqual([
      "queued",
      `sent: by_${way}`,
      "acknowledged",
      "applied",
      "verified",
    ]);
    expect(times(told, uid)).toBe(1);
  }
});

test("a command whose answer is lost with the server expires and is never sent again; an answer after that is noted and proves nothing", async () => {
  const { db, plants, come, kill, stateOf } = await installed();
  const tolds = await come();
  await Promise.all(tolds.map((told) => told.report(FULL)));
  const uids = await Promise.all(plants.map((plant) => order(db, plant, { expires_in_s: 3 })));
  const heard = () => tolds.map((told, at) => times(told, uids[at] ?? ""));
  await expect.poll(heard, PATIENCE).toEqual([1, 1]);
  await kill();
  await expect.poll(() => Promise.all(uids.map(stateOf)), PATIENCE).toEqual(["expired", "expired"]);
  for (const [at, told] of tolds.entries()) {
    await told.answer(uids[at] ?? "");
    await told.answer(uids[at] ?? "");
    await told.report(LIMITED);
  }
  const lives = () => Promise.all(uids.map(async (uid) => (await lifeOf(db, uid)).steps));
  await expect
    .poll(lives, { ...PATIENCE, timeout: 75_000 })
    .toEqual(
      ways.map((way) => ["queued", `sent: by_${way}`, "expired: not_acknowledged", "expired: late_answer"]),
    );
  expect(heard()).toEqual([1, 1]);
});

test(`commands are given without a pause while the server is killed ${FAULTS.kills + 1} times: each comes once or never, and none is proven`, async () => {
  const DEVICES = 12;
  const { installation, db, plants, come, kill } = await installed(DEVICES);
  const answers: Promise<void>[] = [];
  const tolds = await come(({ command_uid }, told) => answers.push(told.answer(command_uid)));
  const given = plants.map((): string[] => []);
  const state = { isOver: false };
  const giving = plants.map(async (plant, at) => {
    for (let n = 0; !state.isOver; n += 1) {
      await installation.ready();
      const device = plant.devices[n % DEVICES];
      if (device === undefined) throw new RangeError("plantOf makes devices");
      const command = { name: "power_limit", limit: { percent: n % 100 } } as const;
      given[at]?.push(await order(db, plant, { device, command, expires_in_s: 5 }));
    }
  });
  for (let death = 0; death <= FAULTS.kills; death += 1) {
    const before = tolds.map(({ heard }) => heard.length);
    const goal = 5 + Math.floor(chance() * 40);
    const goOn = () => tolds.every(({ heard }, at) => heard.length > (before[at] ?? 0) + goal);
    await expect.poll(goOn, PATIENCE).toBe(true);
    await kill();
  }
  state.isOver = true;
  await Promise.all(giving);
  const open = () =>
    db.selectFrom("command").select("command_uid").where("state", "in", ["queued", "sent"]).execute();
  await expect.poll(async () => (await open()).length, PATIENCE).toBe(0);
  await Promise.all(answers);
  for (const [at, told] of tolds.entries()) {
    const uids = told.heard.map(({ command_uid }) => command_uid);
    const heard = new Set(uids);
    expect(uids.length).toBe(heard.size);
    const rows = await db
      .selectFrom("command as c")
      .innerJoin("gateway_message as m", "m.message_uid", "c.command_uid")
      .select(["c.command_uid", "c.state", "m.sent_at", "m.ack_status"])
      .where("c.gateway_id", "=", told.gateway.gateway_id)
      .execute();
    expect(rows.length).toBe(given[at]?.length);
    // What came was marked as sent before, what is called answered came, and without readings nothing is set or seen.
    const came = rows.filter(({ command_uid }) => heard.has(command_uid));
    expect(came.filter(({ sent_at }) => sent_at === null)).toEqual([]);
    expect(rows.filter((row) => row.ack_status !== null && !heard.has(row.command_uid))).toEqual([]);
    expect(rows.filter((row) => row.state === "applied" || row.state === "verified")).toEqual([]);
    const lost = rows.filter(({ command_uid, sent_at }) => sent_at !== null && !heard.has(command_uid));
    say(
      `${ways[at]}: ${rows.length} commands, ${uids.length} came, each once; ${lost.length} lost on the way`,
    );
  }
});

test("a server killed between a run of a schedule and handing its commands over gives each of them once when another serves", async () => {
  const DEVICES = 6;
  const { db, plants, come, kill } = await installed(DEVICES);
  const from = new Date();
  // A window that began before it was seen to and goes on for the whole day.
  const handled_until = new Date(from.getTime() - 48 * 3_600_000);
  const whole = { from_time: "00:00", to_time: "00:00", handled_until };
  for (const plant of plants) {
    for (const device of plant.devices) await putSchedule(db, { ...plant, ...device }, whole, from);
  }
  const runs = () =>
    db
      .selectFrom("schedule_run_command as r")
      .innerJoin("command as c", "c.command_id", "r.command_id")
      .select(["c.command_uid", "c.gateway_id", "c.state", "r.run_id"])
      .orderBy("r.run_id")
      .execute();
  const states = async () => (await runs()).map(({ state }) => state);
  const all = (state: string) => Array.from({ length: DEVICES * plants.length }, () => state);
  // The gateways are away, so that what was ordered waits.
  await expect.poll(states, PATIENCE).toEqual(all("queued"));
  await kill();
  const tolds = await come(({ command_uid }, told) => void told.answer(command_uid));
  await expect.poll(states, PATIENCE).toEqual(all("acknowledged"));
  // Once more: what the next server makes of its schedules is nothing new.
  const killedAt = Date.now();
  await kill();
  const next = async () =>
    (await db.selectFrom("schedule_gateway").select("next_at").execute()).map(
      ({ next_at }) => (next_at?.getTime() ?? 0) > killedAt,
    );
  await expect.poll(next, PATIENCE).toEqual([true, true]);
  const after = await runs();
  expect(new Set(after.map(({ run_id }) => run_id)).size).toBe(DEVICES * plants.length);
  for (const told of tolds) {
    const own = after.filter(({ gateway_id }) => gateway_id === told.gateway.gateway_id);
    expect(own.map(({ command_uid }) => times(told, command_uid))).toEqual(own.map(() => 1));
    expect(told.heard.length).toBe(DEVICES);
  }
});

const REVERT_S = 15;

test("a limit is held while its gateway is there, also by the next server; a gateway that is lost goes back by itself, the portal says so at that time, and nothing is sent again", async () => {
  const { db, plants, come, kill, stateOf } = await installed();
  const tolds = await come(({ command_uid }, told) => void told.answer(command_uid));
  await Promise.all(tolds.map((told) => told.report(FULL)));
  const uids = await Promise.all(plants.map((plant) => order(db, plant, { revert_after_s: REVERT_S })));
  const heldAt = () => tolds.map((told, at) => told.heldAt(uids[at] ?? "") ?? 0);
  await expect.poll(() => Math.min(...heldAt()), PATIENCE).toBeGreaterThan(0);
  await Promise.all(tolds.map((told) => told.report(LIMITED)));
  const states = () => Promise.all(uids.map(stateOf));
  await expect.poll(states, PATIENCE).toEqual(["verified", "verified"]);
  // A server that is away for less than that time does not let it go, and the next one renews it.
  const before = Date.now();
  await kill();
  const renewed = () => heldAt().map((at) => at > before);
  await expect.poll(renewed, PATIENCE).toEqual([true, true]);
  await Promise.all(tolds.map((told) => told.leave()));
  const goesBack = heldAt().map((at) => at + REVERT_S * 1000);
  await expect.poll(states, PATIENCE).toEqual(["reverted", "reverted"]);
  for (const [at, uid] of uids.entries()) {
    const { state_at, effect_ended_at } = await db
      .selectFrom("command")
      .select(["state_at", "effect_ended_at"])
      .where("command_uid", "=", uid)
      .executeTakeFirstOrThrow();
    expect(Math.abs(state_at.getTime() - (goesBack[at] ?? 0))).toBeLessThan(1000);
    expect(effect_ended_at).toEqual(state_at);
    expect((await lifeOf(db, uid)).steps.at(-1)).toBe("reverted: lost");
  }
  // They are back, and are told nothing that they were told before, and of no hold.
  const backs = await come();
  const command = { name: "connect", on: true } as const;
  const later = await Promise.all(plants.map((plant) => order(db, plant, { command })));
  await expect.poll(() => backs.map((back, at) => times(back, later[at] ?? "")), PATIENCE).toEqual([1, 1]);
  expect(backs.map(({ heard }) => heard.length)).toEqual([1, 1]);
  expect(backs.map((back, at) => back.heldAt(uids[at] ?? ""))).toEqual([undefined, undefined]);
});

// A plant of the test's own, where it is noon now: made and fed through the public calls, as a customer would.
import { randomUUID } from "node:crypto";
import {
  addGateway,
  createProject,
  gatewayBirth,
  gatewayReadings,
  INVERTER_STATE,
  login,
  register,
  sessionIn,
  setMember,
  type Answer,
  type Call,
  type Endpoint,
} from "@heliograph/contract";

export const OWNER = { username: "owner@demo.example", password: "sunlight" };
export const OPERATOR = { username: "operator@demo.example", password: "sunlight" };
export const VIEWER = { username: "viewer@demo.example", password: "sunlight" };

const base = () => `${process.env["HELIOGRAPH_URL"]}`;

/** Makes one call; throws with the server's words when it is refused. */
export async function ask<E extends Endpoint>(
  e: E,
  args: Call<E>,
  authorization?: string,
): Promise<Answer<E>> {
  const query = new URLSearchParams(
    Object.entries(args.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const reply = await fetch(`${base()}/api/v1/${e.path}?${query.toString()}`, {
    method: e.method,
    headers: {
      "content-type": args.body instanceof Blob ? "application/octet-stream" : "application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(args.body === undefined
      ? {}
      : { body: args.body instanceof Blob ? args.body : JSON.stringify(args.body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${e.path} answered ${reply.status}: ${text}`);
  return e.answer.parse(JSON.parse(text)) as Answer<E>;
}

/** Seconds from the first down to the last, each step one: when the readings of a plant ended. */
export const secondsFrom = (first: number, last: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((first - last) / step) + 1 }, (_, nth) => first - nth * step);

/** Seconds of so many minutes, for `send`. */
export const minutesAgo = (...minutes: readonly number[]): readonly number[] =>
  minutes.map((one) => one * 60);

export async function bearer(who = OWNER): Promise<string> {
  return `Bearer ${sessionIn(await ask(login, { body: who })).access_token}`;
}

/** The whole-hour zone in which the sun stands highest now, and a place in it. */
export function noonPlace(now = Date.now()): { timezone: string; longitude: number; latitude: number } {
  const utcHours = (now / 3_600_000) % 24;
  const ahead = Math.round(12 - utcHours);
  const longitude = Math.max(-179, Math.min(179, (12 - utcHours) * 15));
  return {
    timezone: ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`,
    longitude,
    latitude: 0,
  };
}

/** An account of the journey's own that owns the plant too; what others are notified of does not meet it. */
export async function ownerOf({ project_uid }: Plant): Promise<typeof OWNER> {
  const [email, password] = [`owner.${randomUUID().slice(0, 8)}@test.example`, "a long secret"];
  const body = { fullname: "Hoa Pham", email, password, retypePassword: password };
  await ask(register, { body });
  await ask(setMember, { body: { project_uid, email, role: "owner" } }, await bearer());
  return { username: email, password };
}

export interface Plant {
  readonly name: string;
  readonly project_uid: string;
  /** Sends a reading of every device, its interval ending `secondsAgo` ago, or one for each of them in one message; `intervalS` long, 10 s where it is left out. */
  readonly send: (
    powerW: number,
    secondsAgo?: number | readonly number[],
    intervalS?: number,
  ) => Promise<void>;
  /** Sends what the inverter reports of itself now: that it produces (`mppt`), or that it has a fault and gives nothing. */
  readonly report: (state: "mppt" | "fault") => Promise<void>;
}

const DEVICES = [
  {
    serial: "INV-1",
    asset_type: "solar_inverter",
    ac_nominal_w: 90_000,
    warranty_begin: "2024-01-01",
    warranty_end: "2099-12-31",
  },
  { serial: "MET-1", asset_type: "electric_meter", warranty_begin: "2019-01-01", warranty_end: "2021-01-01" },
  { serial: "RAD-1", asset_type: "sensor_radiation" },
] as const;

const COUNTED_SINCE = Date.UTC(2026, 0, 1);

/** What an energy counter shows at an instant, Wh: it has counted 36 kW without a break since 2026 began. */
export function counterAt(t: number): number {
  return Math.round((t - COUNTED_SINCE) / 100);
}

/** A project with a gateway, an inverter, a meter and a radiation sensor; the operator works on it, the viewer looks at it. */
export async function makePlant(name: string, options: { gateway?: boolean } = {}): Promise<Plant> {
  const owner = await bearer();
  const { project_uid } = await ask(
    createProject,
    { body: { name, address: "1 Equator Road", project_type: "pv", capacity_wp: 100_000, ...noonPlace() } },
    owner,
  );
  await ask(setMember, { body: { project_uid, email: OPERATOR.username, role: "managed" } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  if (options.gateway === false) {
    return { name, project_uid, send: () => Promise.resolve(), report: () => Promise.resolve() };
  }
  return { name, project_uid, ...(await makeGateway(project_uid, owner)) };
}

async function makeGateway(project_uid: string, owner: string): Promise<Pick<Plant, "send" | "report">> {
  const { serial, credential } = await ask(
    addGateway,
    {
      body: { project_uid, serial: `E2E-${randomUUID().slice(0, 8)}`, interval_s: 10, capacity_wp: 100_000 },
    },
    owner,
  );
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const birth = { v: 1 as const, seq: 0, sent_at: Date.now(), interval_s: 10, devices: [...DEVICES] };
  const { devices } = await ask(gatewayBirth, { body: birth }, basic);
  const uid = (of: string) => devices.find((device) => device.serial === of)?.device_uid ?? "";
  let seq = 0;
  const sendAll = async (
    inverter: { ac_power_w: number; state?: number },
    secondsAgo: number | readonly number[],
    intervalS: number,
  ) => {
    const powerW = inverter.ac_power_w;
    const now = Date.now();
    seq += 1;
    const readings = [secondsAgo].flat().flatMap((ago) => {
      const t = now - ago * 1000;
      const energy_total_wh = counterAt(t);
      return [
        { device_uid: uid("INV-1"), t, m: { ...inverter, dc_power_w: powerW * 1.03, energy_total_wh } },
        { device_uid: uid("MET-1"), t, m: { ac_power_w: powerW * 0.99, energy_total_wh } },
        { device_uid: uid("RAD-1"), t, m: { irradiance_w_m2: 800, module_temperature_c: 48 } },
      ];
    });
    await ask(
      gatewayReadings,
      { body: { v: 1, seq, sent_at: Date.now(), interval_s: intervalS, readings } },
      basic,
    );
  };
  return {
    send: (powerW, secondsAgo = 0, intervalS = 10) => sendAll({ ac_power_w: powerW }, secondsAgo, intervalS),
    report: (state) =>
      sendAll({ ac_power_w: state === "fault" ? 0 : 40_000, state: INVERTER_STATE[state] }, 0, 10),
  };
}

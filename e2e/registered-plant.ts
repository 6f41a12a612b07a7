// A plant of a journey's own that is registered for certificates, with the energy of a whole month behind it.
import { randomUUID } from "node:crypto";
import {
  addDays,
  addGateway,
  confirmIdentity,
  createProject,
  daysBetween,
  gatewayBirth,
  gatewayReadings,
  getSeats,
  instantAt,
  localDay,
  plantCertificates,
  type Day,
} from "@heliograph/contract";
import { expect, type Browser, type Page } from "@playwright/test";
import { sql } from "kysely";
import { configOrExit, withDatabase } from "../server/src/platform/command.ts";
import type { Db } from "../server/src/platform/db.ts";
import { callsOf, soundDraft, type CallApi } from "../server/testing/registry/device-calls.ts";
import { signIn } from "./pages.ts";
import { ask, bearer, OWNER } from "./plant.ts";

export const ISSUER = { username: "issuer@demo.example", password: "sunlight" };
export const PLATFORM = { username: "platform@demo.example", password: "sunlight" };
/** The smallest file that counts as a PDF. */
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

/** Zone of the plants. */
const ZONE = "Asia/Ho_Chi_Minh";
const PLACE = { latitude: 10.0894, longitude: 105.70882 };
/** The same as the form has it. */
const PLACE_OF_DEVICE = { latitude: String(PLACE.latitude), longitude: String(PLACE.longitude) };
const HOUR_MS = 3_600_000;
/** Time between two readings of the meter, s. */
const INTERVAL_S = 900;
/** Readings of one call. */
const AT_ONCE = 500;

/** The account that the owner of the demonstration manages. */
export async function accountOfOwner(): Promise<string> {
  const { accounts } = await ask(getSeats, {}, await bearer());
  const managed = accounts.find(({ role }) => role === "account_manager");
  return managed?.account ?? "";
}

/** A plant in Viet Nam with a meter of generation, PM-01. `send` has its gateway send what the meter counted, Wh, at instants (ms). */
export async function meteredPlant(name: string) {
  const owner = await bearer();
  const { project_uid } = await ask(
    createProject,
    {
      body: {
        name,
        ...PLACE,
        project_type: "pv",
        timezone: ZONE,
        capacity_wp: 940_000,
        address: "Can Tho",
      },
    },
    owner,
  );
  const serial = `GW-${randomUUID().slice(0, 8)}`;
  const { credential } = await ask(addGateway, { body: { project_uid, serial } }, owner);
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const meter = {
    serial: `SC${randomUUID().slice(0, 6)}`,
    asset_type: "electric_meter",
    name: "PM-01",
  } as const;
  const birth = {
    v: 1 as const,
    kind: "birth" as const,
    seq: 1,
    sent_at: Date.now(),
    interval_s: INTERVAL_S,
    devices: [meter],
  };
  const { devices } = await ask(gatewayBirth, { body: birth }, basic);
  const device_uid = devices[0]?.device_uid ?? "";
  let seq = 1;
  const send = async (counted: readonly (readonly [t: number, energy_total_wh: number])[]) => {
    for (let from = 0; from < counted.length; from += AT_ONCE) {
      const readings = counted
        .slice(from, from + AT_ONCE)
        .map(([t, energy_total_wh]) => ({ device_uid, t, m: { energy_total_wh } }));
      seq += 1;
      const body = { v: 1 as const, seq, sent_at: Date.now(), interval_s: INTERVAL_S, readings };
      await ask(gatewayReadings, { body }, basic);
    }
  };
  return { project_uid, device_uid, send };
}

/** The newest month that is over for certificates: from 02:00 of day 1 by the plant's clock on. */
function certifiableMonth(): { from_day: Day; to_day: Day } {
  const to_day = addDays(`${localDay(ZONE, Date.now() - 2 * HOUR_MS).slice(0, 7)}-01`, -1);
  return { from_day: `${to_day.slice(0, 7)}-01`, to_day };
}

/** What a meter counts that gives `wh` on each of the days, from 06:00 to 18:00, and goes on until it is sent. */
function countedOn(from_day: Day, to_day: Day, wh: number): [number, number][] {
  const counted: [number, number][] = [];
  for (const [index, day] of daysBetween(from_day, to_day).entries()) {
    const midnight = instantAt(ZONE, day, 0);
    for (let s = 0; s < 86_400; s += INTERVAL_S) {
      const share = Math.min(1, Math.max(0, (s / 3600 - 6) / 12));
      counted.push([midnight + s * 1000, Math.round(1_000_000 + (index + share) * wh)]);
    }
  }
  return counted.filter(([t]) => t < Date.now());
}

/**
 * A plant of the owner that the issuer registered, by the calls of the portal, at the beginning of the month that can be certified now; its meter gave
 * `wh` on each day of it, and the month's draft is proposed. Answers when nothing of the month can change any more.
 */
export async function certifiablePlant(name: string, wh: number) {
  const plant = await meteredPlant(name);
  const month = certifiableMonth();
  await plant.send(countedOn(month.from_day, localDay(ZONE, Date.now()), wh));
  await energyKnown(plant, month, wh);
  const account = await accountOfOwner();
  await registered(plant, { account, name, registered_on: month.from_day });
  const token = await bearer();
  const query = { project_uid: plant.project_uid };
  const failed = async () => {
    const { request } = await ask(plantCertificates, { query }, token);
    return request === null || request.from_day !== month.from_day ? ["no request"] : request.failed;
  };
  await expect.poll(failed, { timeout: 60_000, intervals: [500] }).toEqual([]);
  return { ...plant, ...month, account };
}

/** Waits until the energy ledger knows all days of the month: a statement that found nothing is not made again at once. */
async function energyKnown(
  { device_uid }: { device_uid: string },
  month: { from_day: Day; to_day: Day },
  wh: number,
) {
  const days = daysBetween(month.from_day, month.to_day).length;
  await inDatabase(async (db) => {
    const known = async () => {
      const { rows } = await sql<{ wh: number }>`
        select coalesce(sum(e.production_wh), 0)::int8 as wh from energy_day e join device d using (device_id)
        where d.device_uid = ${device_uid} and e.day between ${month.from_day} and ${month.to_day}`.execute(
        db,
      );
      return rows[0]?.wh;
    };
    await expect.poll(known, { timeout: 60_000, intervals: [500] }).toBe(days * wh);
  });
}

/** An application for the plant that every guard passes, not submitted yet; with the calls that act on it. */
export async function draftedPlant(
  plant: { project_uid: string; device_uid: string },
  { account, name }: { account: string; name: string },
) {
  const owner = await confirmed(OWNER);
  const calls = callsOf({ api: overHttp, mine: { account }, trader: owner, pdf: PDF });
  const { record_uid, number } = await calls.create();
  const draft = soundDraft(plant.project_uid, plant.device_uid);
  const fields = { ...draft.fields, ...PLACE_OF_DEVICE, device_english_name: name };
  await calls.save(record_uid, { ...draft, fields });
  await calls.uploadAll(record_uid);
  await calls.consent(record_uid);
  return { record_uid, number, owner, calls };
}

/** Registers the plant for the account as of the day, by the calls of the portal. */
export async function registered(
  plant: { project_uid: string; device_uid: string },
  { account, name, registered_on }: { account: string; name: string; registered_on: Day },
): Promise<void> {
  const issuer = await confirmed(ISSUER);
  const { record_uid, owner, calls } = await draftedPlant(plant, { account, name });
  const sent = await calls.act(record_uid, "submit", owner, { account });
  expect(sent.body).toMatchObject({ status: "pending" });
  // A device is registered from the day on which it was submitted: no call puts that into the past.
  await inDatabase(async (db) => {
    await db
      .updateTable("device_application")
      .set({ registration_date: registered_on })
      .where("record_uid", "=", record_uid)
      .execute();
  });
  expect((await calls.act(record_uid, "approve", issuer)).body).toMatchObject({ status: "approved" });
  // What else comes every quarter of an hour.
  await inDatabase((db) => sql`select graphile_worker.add_job('registry.propose', '{}'::json)`.execute(db));
}

/** A session of the person that has just proved who it is. */
async function confirmed(who: typeof OWNER): Promise<{ token: string }> {
  const token = await bearer(who);
  await ask(confirmIdentity, { body: { password: who.password } }, token);
  return { token };
}

/** A person's page, signed in, in a browser of their own. */
export async function personIn(browser: Browser, who: typeof ISSUER): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(page, who);
  return page;
}

/** Gives the password that a decision asks for. */
export async function givePassword(page: Page, who: typeof ISSUER): Promise<void> {
  await page.getByRole("textbox", { name: "Password" }).fill(who.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Does something in the database of the server that runs. */
async function inDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const config = { ...configOrExit(), DATA_DIR: process.env["HELIOGRAPH_DATA"] ?? "" };
  await withDatabase(config, ({ db }) => work(db));
}

/** Calls of the server that runs, as tests in process make them. */
const overHttp: CallApi = async (e, { query = {}, body, file, token = "" }) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const reply = await fetch(`${process.env["HELIOGRAPH_URL"]}/api/v1/${e.path}?${search.toString()}`, {
    method: e.method,
    headers: {
      authorization: token.startsWith("Bearer") ? token : `Bearer ${token}`,
      "content-type": file === undefined ? "application/json" : "application/octet-stream",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: Buffer.from(file) }),
  });
  const answer: unknown = await reply.json();
  return { status: reply.status, body: answer };
};

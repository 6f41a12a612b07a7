// A device that is registered, with the calls on it.
import { decideOnDevice, getRegisteredDevice, listWaiting } from "@heliograph/contract";
import { expect } from "vitest";
import { deviceWork } from "../../src/domains/registry/devices/device.jobs.ts";
import { jobsDone, runner } from "../jobs-kit.ts";
import { onDevice, readyApplication } from "./device-kit.ts";

/** A registered device of the plant, with the calls on it. */
export async function registeredDevice() {
  const kit = await readyApplication();
  const { record_uid, act, api, db, trader, issuer, mine, get } = kit;
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "approve", issuer);
  const device_uid = (await get(record_uid)).device?.device_uid ?? "";
  const of = { account: mine.account };
  const read = async (token = issuer.token, query: Record<string, string> = {}) =>
    (await api(getRegisteredDevice, { token, query: { ...query, device_uid } })).body;
  const decide = async (
    token: string,
    action: string,
    query: Record<string, string> = {},
    reason = "The plant was visited on 3 November.",
  ) => {
    const body = { ...(await onDevice(db, device_uid)), action, reason };
    return api(decideOnDevice, { token, query, body });
  };
  const waiting = async (token = issuer.token, query: Record<string, string> = {}) =>
    (await api(listWaiting, { token, query })).body;
  /** What triggers of the database have left to be done. */
  const followed = async () => {
    const { failures } = runner(kit, deviceWork);
    await jobsDone(db, "registry.devices");
    expect(failures).toEqual([]);
  };
  return { ...kit, device_uid, of, read, decide, waiting, followed };
}

/** A refusal in a line. */
export const said = ({ status, body }: { status: number; body: { code: string; message: string } }) =>
  `${status} ${body.code} ${body.message}`;

// A gateway that only calls by HTTP, hears its commands in the answers, and obeys or lies as the journey wants.
import { randomUUID } from "node:crypto";
import {
  addGateway,
  createProject,
  createSchedule,
  gatewayAck,
  gatewayBirth,
  gatewayReadings,
  type CommandMessage,
} from "@heliograph/contract";
import { localDay } from "@heliograph/contract/kernel/time";
import { ask, bearer, noonPlace } from "./plant.ts";

const RATING_W = 50_000;
const INTERVAL_S = 10;

interface Says {
  readonly ac_power_w: number;
  readonly power_limit_w?: number;
  readonly power_limit_source?: number;
}

/** A plant with one inverter behind such a gateway. */
interface ToldPlant {
  readonly project_uid: string;
  readonly gateway_uid: string;
  readonly serial: string;
  /** Sends a reading of the inverter, its interval ending so many seconds from now; returns the commands of the answer. */
  readonly say: (says: Says, inSeconds?: number) => Promise<readonly CommandMessage[]>;
  /** Says to the portal that the command was carried out. */
  readonly done: (command: CommandMessage) => Promise<void>;
  /** Has the inverter limited to half of its rating from now on, by a schedule that runs at once. */
  readonly limitToHalf: () => Promise<void>;
}

/** Makes the plant through the public calls, as a customer would. */
export async function toldPlant(name: string): Promise<ToldPlant> {
  const owner = await bearer();
  const place = noonPlace();
  const { project_uid } = await ask(
    createProject,
    { body: { name, address: "1 Equator Road", project_type: "pv", capacity_wp: RATING_W, ...place } },
    owner,
  );
  const { serial, credential, gateway_uid } = await ask(
    addGateway,
    { body: { project_uid, serial: `TOLD-${randomUUID().slice(0, 8)}`, interval_s: INTERVAL_S } },
    owner,
  );
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const inverter = { serial: "INV-1", asset_type: "solar_inverter", ac_nominal_w: RATING_W } as const;
  const birth = { v: 1 as const, seq: 0, sent_at: Date.now(), interval_s: INTERVAL_S, devices: [inverter] };
  const { devices } = await ask(gatewayBirth, { body: birth }, basic);
  const device_uid = devices[0]?.device_uid ?? "";
  let seq = 0;
  return {
    project_uid,
    gateway_uid,
    serial,
    say: async (says, inSeconds = 0) => {
      seq += 1;
      const readings = [{ device_uid, t: Date.now() + inSeconds * 1000, m: { ...says } }];
      const answer = await ask(
        gatewayReadings,
        { body: { v: 1, seq, sent_at: Date.now(), readings } },
        basic,
      );
      return answer.commands ?? [];
    },
    done: async ({ command_uid }) => {
      await ask(gatewayAck, { body: { v: 1, command_uid, status: "done" } }, basic);
    },
    limitToHalf: async () => {
      const today = localDay(place.timezone, Date.now());
      await ask(
        createSchedule,
        {
          body: {
            gateway_uid,
            device_serial: [{ device_uid, device_serial: "INV-1" }],
            schedule_type_id: 2,
            schedule_timeline_type_id: 1,
            from_date: today,
            to_date: localDay(place.timezone, Date.now() + 86_400_000),
            from_time: "00:00",
            to_time: "23:00",
            operation_type: "PERCENT",
            value: 50,
          },
        },
        owner,
      );
    },
  };
}

/** Says the same until a command comes with the answer. */
export async function untilTold({ say }: ToldPlant, says: Says): Promise<CommandMessage> {
  for (;;) {
    const [command] = await say(says);
    if (command !== undefined) return command;
  }
}

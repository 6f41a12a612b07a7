// Gateways that only call by HTTP and take firmware, and a version for them from a platform operator.
import { randomUUID } from "node:crypto";
import {
  addGateway,
  createProject,
  gatewayAck,
  gatewayBirth,
  gatewayReadings,
  login,
  sessionIn,
  setMember,
  uploadFirmware,
  type CommandMessage,
} from "@heliograph/contract";
import { releaseFile } from "../simulator/src/firmware/maker.ts";
import { ask, bearer, noonPlace, OPERATOR, OWNER, VIEWER } from "./plant.ts";

const INTERVAL_S = 10;

/** A gateway that calls by HTTP and says which version it has. */
async function gateway(project_uid: string, owner: string, of: { serial: string; gateway_type: string }) {
  const { serial, gateway_type } = of;
  const body = { project_uid, serial, interval_s: INTERVAL_S };
  const { credential } = await ask(addGateway, { body }, owner);
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  let seq = 0;
  let device_uid = "";
  const reports = async (firmware_version: string) => {
    const birth = {
      v: 1 as const,
      seq: 0,
      sent_at: Date.now(),
      interval_s: INTERVAL_S,
      gateway_type,
      firmware_version,
      devices: [{ serial: "INV-1", asset_type: "solar_inverter" as const, ac_nominal_w: 50_000 }],
    };
    const { devices } = await ask(gatewayBirth, { body: birth }, basic);
    device_uid = devices[0]?.device_uid ?? "";
  };
  const polls = async (): Promise<readonly CommandMessage[]> => {
    seq += 1;
    const readings = [{ device_uid, t: Date.now() + 2000, m: { ac_power_w: 40_000 } }];
    const answer = await ask(gatewayReadings, { body: { v: 1, seq, sent_at: Date.now(), readings } }, basic);
    return answer.commands ?? [];
  };
  await reports("1.4.0");
  return {
    serial,
    polls,
    /** Takes the version that it is told to, once it is told, and restarts; comes back with it unless it is lost. */
    obeys: async (isLost = false) => {
      for (;;) {
        const [command] = await polls();
        if (command === undefined) continue;
        await ask(gatewayAck, { body: { v: 1, command_uid: command.command_uid, status: "done" } }, basic);
        if (isLost || command.name !== "firmware") return command;
        await reports(command.version);
        await polls();
        return command;
      }
    },
  };
}

/** A version for that type of gateway, added by a platform operator; returns its name. */
async function release(gateway_type: string): Promise<string> {
  const body = { username: "platform@demo.example", password: OWNER.password };
  const { access_token } = sessionIn(await ask(login, { body }));
  const version = `1.5.${randomUUID().slice(0, 4)}`;
  const { content, name, sha256, signature } = releaseFile({ version, bytes: 200_000 });
  await ask(
    uploadFirmware,
    {
      query: {
        for_gateway_type: gateway_type,
        file_firmware_version: version,
        file_name: name,
        sha256,
        signature,
      },
      body: new File([content], name),
    },
    `Bearer ${access_token}`,
  );
  return version;
}

/** A project with four gateways of a type of their own, and a version for them. */
export async function fleetOfFour() {
  const owner = await bearer();
  const gateway_type = `HG-${randomUUID().slice(0, 8)}`;
  const name = `Roof ${gateway_type}`;
  const { project_uid } = await ask(
    createProject,
    { body: { name, address: "1 Equator Road", project_type: "pv", capacity_wp: 200_000, ...noonPlace() } },
    owner,
  );
  await ask(setMember, { body: { project_uid, email: OPERATOR.username, role: "managed" } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  const gateways = [];
  for (const at of [1, 2, 3, 4]) {
    gateways.push(await gateway(project_uid, owner, { serial: `${gateway_type}-${at}`, gateway_type }));
  }
  return { gateways, name, version: await release(gateway_type) };
}

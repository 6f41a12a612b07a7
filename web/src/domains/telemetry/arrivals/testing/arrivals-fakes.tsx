// What tests of the gateway's step share: a server that tells what it is told to, and a stream that says when to ask again.
import {
  addGateway,
  confirmRatings,
  listGateways,
  renewGatewayCredential,
} from "@heliograph/contract/fleet/gateways";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { gatewayArrivals } from "@heliograph/contract/telemetry/arrivals/arrivals";
import { fakeProjectInfo, PROJECT_UID } from "../../../../testing/project-fakes.ts";
import { answer, fakeServer, refusal, renderAt, signedInAs } from "../../../../testing/test-kit.tsx";
import type { Arrivals } from "../arrivals-queries.ts";
import { GatewayStep } from "../GatewayStep.tsx";

type Device = Answer<typeof listGateways>["items"][number]["devices"][number];
const GATEWAY_UID = "0198a5a0-0000-7000-8000-0000000000aa";
export const CREDENTIAL = "k7Qm4vTz9xRbHs2WpLd8Yc3N-k7Qm4vTz9xRbHs2Wp";
export const INV1 = "0198a5a0-0000-7000-8000-000000000001";
export const INV2 = "0198a5a0-0000-7000-8000-000000000002";
const GM = "0198a5a0-0000-7000-8000-000000000003";
export const clockUtc = (clock: string) => `2026-03-02T${clock}.000Z`;

const device = (uid: string, serial: string, change: Partial<Device> = {}): Device => ({
  device_uid: uid,
  serial,
  asset_type: "solar_inverter",
  name: "",
  alias: null,
  manufacturer: null,
  model: "SG125CX-P2",
  ac_nominal_w: 125_000,
  dc_capacity_wp: 150_000,
  battery_capacity_wh: null,
  mppt_count: null,
  warranty_begin: null,
  warranty_end: null,
  announced_ac_nominal_w: 125_000,
  announced_dc_capacity_wp: 150_000,
  ratings_confirmed_at: null,
  replaces: null,
  ...change,
});

export const WAITING: Arrivals = {
  project_uid: PROJECT_UID,
  gateway_uid: GATEWAY_UID,
  serial: "HG-MYPHUOC-01",
  current_time: clockUtc("03:41:18"),
  interval_s: 60,
  added_at: clockUtc("03:40:31"),
  first_contact: null,
  firmware_version: null,
  clock_ahead_ms: null,
  announced: null,
  first_readings: null,
  connected_at: null,
  next_due_at: null,
  stored: 0,
  refused: 0,
  tries: [],
  tries_10_min: 0,
  readings: [],
  refusals: [],
};
export const firstEnd = Date.parse(clockUtc("03:42:00"));
export const HERE: Arrivals = {
  ...WAITING,
  current_time: clockUtc("03:43:18"),
  first_contact: { at: clockUtc("03:41:52"), by: "mqtt", address: "203.0.113.24" },
  firmware_version: "2.4.1",
  clock_ahead_ms: -300,
  announced: { at: clockUtc("03:41:53"), devices: 3 },
  first_readings: { at: clockUtc("03:42:00"), stored: 4, refused: 1 },
  next_due_at: clockUtc("03:44:00"),
  stored: 9,
  refused: 1,
  readings: [
    { device_uid: INV1, t: firstEnd + 60_000, values: { energy_total_wh: 12_500, ac_power_w: 86_400 } },
    { device_uid: GM, t: firstEnd + 60_000, values: { ac_power_w: -42_600, ac_power_factor: 0.98 } },
    { device_uid: INV1, t: firstEnd, values: { ac_power_w: 84_900, energy_total_wh: 11_100 } },
  ],
  refusals: [
    {
      id: 1,
      at: clockUtc("03:42:00"),
      device_uid: GM,
      reason: "reading.out_of_range",
      detail: "ac_power_factor is 98, allowed are -1 to 1",
      t: firstEnd,
      others: 4,
    },
  ],
};
export const DEVICES = [
  device(INV1, "INV-01"),
  device(INV2, "INV-02", { ac_nominal_w: null, dc_capacity_wp: 150_000, announced_ac_nominal_w: null }),
  device(GM, "GM-01", { asset_type: "grid_meter", model: null, ac_nominal_w: 400_000, dc_capacity_wp: null }),
];

interface Shown {
  gateways: number;
  arrivals: Arrivals;
  devices: Device[];
  serialTaken: boolean;
}

/** Answers by what is shown at the time. */
function serve(shown: Shown, stream: TransformStream<string, string>) {
  return fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_capacity_pv: 300 }),
    "app-config": () =>
      answer(getAppConfig, {
        gateway_mqtt: { host: "solar.example.vn", port: 8883, tls: true },
        gateway_http: "https://solar.example.vn",
      }),
    "fleet/gateways": () =>
      answer(listGateways, {
        items: Array.from({ length: shown.gateways }, (_, n) => ({
          gateway_uid: n === 0 ? GATEWAY_UID : `0198a5a0-0000-7000-8000-0000000000b${n}`,
          serial: n === 0 ? "HG-MYPHUOC-01" : `HG-OTHER-0${n}`,
          name: "",
          alias: null,
          capacity_wp: null,
          interval_s: 60,
          firmware_version: null,
          connected: false,
          last_contact_at: null,
          devices: shown.devices,
        })),
        total_items: shown.gateways,
      }),
    "fleet/gateway": () => {
      if (shown.serialTaken) {
        return refusal(409, "This serial is in use", {
          code: "gateway.serial_taken",
          fields: { "body.serial": "This serial is in use" },
        });
      }
      shown.gateways += 1;
      return answer(addGateway, {
        gateway_uid: GATEWAY_UID,
        serial: "HG-MYPHUOC-01",
        credential: CREDENTIAL,
      });
    },
    "fleet/gateway/credential": () =>
      answer(renewGatewayCredential, {
        gateway_uid: GATEWAY_UID,
        serial: "HG-MYPHUOC-01",
        credential: "new-credential-0123456789",
      }),
    "fleet/gateway/arrivals": () => answer(gatewayArrivals, shown.arrivals),
    "fleet/device/ratings": () => answer(confirmRatings, { message: "The ratings have been confirmed" }),
    "live/events": () =>
      new Response(stream.readable.pipeThrough(new TextEncoderStream()), {
        headers: { "content-type": "text/event-stream" },
      }),
  });
}

/** The step of a project whose gateways and arrivals the server tells; `shown` may be changed between answers. */
export async function openStep(
  given: { gateways?: number; arrivals?: Arrivals; devices?: Device[]; serialTaken?: boolean } = {},
) {
  const shown = { gateways: 1, arrivals: WAITING, devices: [] as Device[], serialTaken: false, ...given };
  signedInAs("good");
  const stream = new TransformStream<string, string>();
  const writer = stream.writable.getWriter();
  const all = serve(shown, stream);
  const router = await renderAt("/set-up/x?step=gateway", {
    "/set-up/:id": <GatewayStep uid={PROJECT_UID} />,
  });
  const arrive = async (arrivals: Arrivals) => {
    shown.arrivals = arrivals;
    await writer.write(`event: arrival\ndata: ${JSON.stringify({ arrived_at: GATEWAY_UID })}\n\n`);
  };
  return { all, router, shown, arrive };
}

// Lines by which a gateway says its first words: they run as they are copied.
import { GATEWAY_TOPICS } from "@heliograph/contract/telemetry/ingest/protocol";

/** Ways to send, as the tabs name them. */
export const LINE_TABS = ["mosquitto_pub", "curl", "Node-RED", "Home Assistant"] as const;
export type LineTab = (typeof LINE_TABS)[number];

/** Where gateways reach the installation. */
export interface GatewayHost {
  /** scheme://host:port */
  readonly http: string;
  readonly mqttHost: string;
  readonly mqttPort: number;
  readonly tls: boolean;
}

export interface LineSource {
  readonly serial: string;
  readonly credential: string;
  readonly host: GatewayHost;
  readonly projectType: "pv" | "swh";
  readonly intervalS: number;
}

/** One thing to copy: `birth` names the devices, `readings` send the first values, `all` does both. */
export interface GatewayLine {
  readonly kind: "birth" | "readings" | "all";
  readonly text: string;
}

const EXAMPLES = {
  pv: {
    device:
      '{"serial":"INV-01","asset_type":"solar_inverter","name":"INV-01","model":"SG125CX-P2","ac_nominal_w":125000}',
    serial: "INV-01",
    values: '{"ac_power_w":86400,"energy_total_wh":12500}',
  },
  swh: {
    device: '{"serial":"SWH-01","asset_type":"swh_controller","name":"SWH-01"}',
    serial: "SWH-01",
    values: '{"collector_temperature_c":64.5,"tank_temperature_c":51.0}',
  },
} as const;

/** What the lines of a tab are, the birth before the readings. */
export function gatewayLines(tab: LineTab, source: LineSource): readonly GatewayLine[] {
  switch (tab) {
    case "mosquitto_pub":
      return mosquittoLines(source);
    case "curl":
      return curlLines(source);
    case "Node-RED":
      return [{ kind: "all", text: nodeRedFlow(source) }];
    case "Home Assistant":
      return [{ kind: "all", text: homeAssistant(source) }];
    default:
      return tab satisfies never;
  }
}

const NOW = "'$(date +%s)000'";
const UID_OF_ANSWER = `echo "$ANSWER"; DEVICE=$(echo "$ANSWER" | sed 's/.*"device_uid":"\\([^"]*\\)".*/\\1/')`;

function birthBody({ projectType, intervalS }: LineSource): string {
  return `'{"v":1,"seq":0,"sent_at":${NOW},"interval_s":${intervalS},"devices":[
  ${EXAMPLES[projectType].device}]}'`;
}

function readingsBody({ projectType }: LineSource): string {
  return `'{"v":1,"seq":1,"sent_at":${NOW},"readings":[
  {"device_uid":"'$DEVICE'","t":${NOW},
   "m":${EXAMPLES[projectType].values}}]}'`;
}

function mosquittoLines(source: LineSource): GatewayLine[] {
  const { serial, credential, host } = source;
  const to = `-V mqttv311 -h ${host.mqttHost} -p ${host.mqttPort}${host.tls ? " --tls-use-os-certs" : ""} -q 1`;
  const who = `-i ${serial} -u ${serial} -P '${credential}'`;
  const birth = `ANSWER=$(mosquitto_rr ${to} \\
  ${who} \\
  -t ${GATEWAY_TOPICS.birth(serial)} -e ${GATEWAY_TOPICS.result(serial)} \\
  -m ${birthBody(source)})
${UID_OF_ANSWER}`;
  const readings = `mosquitto_pub ${to} \\
  ${who} \\
  -t ${GATEWAY_TOPICS.readings(serial)} \\
  -m ${readingsBody(source)}`;
  return [
    { kind: "birth", text: birth },
    { kind: "readings", text: readings },
  ];
}

function curlLines(source: LineSource): GatewayLine[] {
  const { serial, credential, host } = source;
  const to = (what: string) => `curl -sS -u '${serial}:${credential}' -H 'content-type: application/json' \\
  ${host.http}/api/v1/gateway/${what} \\
  -d`;
  return [
    { kind: "birth", text: `ANSWER=$(${to("birth")} ${birthBody(source)})\n${UID_OF_ANSWER}` },
    { kind: "readings", text: `${to("readings")} ${readingsBody(source)}` },
  ];
}

/** A flow to import: it announces the device when it starts, then sends what comes in as its payload each interval. */
function nodeRedFlow(source: LineSource): string {
  const { serial, credential, host, projectType, intervalS } = source;
  const { device, serial: deviceSerial, values } = EXAMPLES[projectType];
  const head = `msg.headers = {"content-type":"application/json",
 "authorization":"Basic " + Buffer.from("${serial}:${credential}").toString("base64")};
const now = Date.now(); const seq = context.get("seq") || 0; context.set("seq", seq + 1);`;
  const birth = `if (seq === 0) { msg.url = "${host.http}/api/v1/gateway/birth";
 msg.payload = {v:1, seq, sent_at:now, interval_s:${intervalS}, devices:[${device}]}; return msg; }`;
  const readings = `msg.url = "${host.http}/api/v1/gateway/readings";
msg.payload = {v:1, seq, sent_at:now, readings:[{device_serial:"${deviceSerial}", t:now, m:${values}}]};
return msg;`;
  const flow = [
    {
      id: "heliograph-1",
      type: "inject",
      name: "each interval",
      repeat: String(intervalS),
      once: true,
      wires: [["heliograph-2"]],
    },
    {
      id: "heliograph-2",
      type: "function",
      name: serial,
      func: [head, birth, readings].join("\n"),
      outputs: 1,
      wires: [["heliograph-3"]],
    },
    {
      id: "heliograph-3",
      type: "http request",
      name: "Heliograph",
      method: "POST",
      ret: "obj",
      wires: [["heliograph-4"]],
    },
    { id: "heliograph-4", type: "debug", name: "answer", active: true, complete: "payload", wires: [] },
  ];
  return JSON.stringify(flow, null, 1);
}

/** For configuration.yaml: the birth at the start of Home Assistant, readings each minute. */
function homeAssistant(source: LineSource): string {
  const { serial, credential, host, projectType, intervalS } = source;
  const { device, serial: deviceSerial, values } = EXAMPLES[projectType];
  const command = (name: string, what: string, payload: string) => `  ${name}:
    url: ${host.http}/api/v1/gateway/${what}
    method: post
    username: "${serial}"
    password: "${credential}"
    content_type: application/json
    payload: >-
      ${payload}`;
  const now = "{{ (as_timestamp(now()) * 1000) | int }}";
  const birth = `{"v":1,"seq":0,"sent_at":${now},"interval_s":${intervalS},
      "devices":[${device}]}`;
  const readings = `{"v":1,"seq":{{ (as_timestamp(now()) / 60) | int }},"sent_at":${now},
      "readings":[{"device_serial":"${deviceSerial}","t":${now},
      "m":${values}}]}`;
  return `rest_command:
${command("heliograph_birth", "birth", birth)}
${command("heliograph_readings", "readings", readings)}
automation:
  - alias: Heliograph birth
    triggers: [{ trigger: homeassistant, event: start }]
    actions: [{ action: rest_command.heliograph_birth }]
  - alias: Heliograph readings
    triggers: [{ trigger: time_pattern, minutes: "*" }]
    actions: [{ action: rest_command.heliograph_readings }]`;
}

/** A credential as a screen shows it: its ends. */
export const shortened = (credential: string): string =>
  `${credential.slice(0, 4)}-…-${credential.slice(-4)}`;

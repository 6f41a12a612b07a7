// Commands on their way down: ten thousand messages for a thousand connected gateways, given in one commit.
import { randomUUID } from "node:crypto";
import { putMessages, type Downlink } from "../server/src/domains/telemetry/index.ts";
import { hearCommands, settled } from "./hearing.ts";
import { figure, percentile, type Line } from "./measure.ts";
import { seedFleet, type RunningServer, type Stage } from "./stage.ts";

const GATEWAYS = 1000;
const EACH = 10;
const GOAL_S = 10;

/** Time from the commit until the broker has been handed every message, and until every gateway has it, each once. */
export async function benchDownlink(
  stage: Stage,
  server: RunningServer,
  say: (text: string) => void,
): Promise<Line> {
  const { db } = stage.pools;
  say(`downlink: ${GATEWAYS * EACH} messages for ${GATEWAYS} gateways`);
  await seedFleet(stage.pools, { projects: GATEWAYS, devices: 1, prefix: "D" });
  const gateways = await db
    .selectFrom("gateway")
    .select(["gateway_id", "project_id", "serial"])
    .where("serial", "like", "D-%")
    .orderBy("gateway_id")
    .execute();
  const arrived = new Map<string, number>();
  const delays_ms: number[] = [];
  let from = 0;
  const clients = await hearCommands(server.mqttUrl, gateways, ({ command_uid }) => {
    arrived.set(command_uid, (arrived.get(command_uid) ?? 0) + 1);
    delays_ms.push(performance.now() - from);
  });
  const messages = gateways.flatMap((gateway) => Array.from({ length: EACH }, () => messageFor(gateway)));
  const begun = performance.now();
  await db.transaction().execute((tx) => putMessages(tx, messages));
  from = performance.now();
  await settled(() => delays_ms.length >= messages.length, 60_000);
  await Promise.all(clients.map((client) => client.endAsync(true)));
  if (arrived.size !== messages.length || delays_ms.length !== messages.length) {
    throw new Error(
      `${messages.length} messages were given, ${arrived.size} came, ${delays_ms.length} times`,
    );
  }
  const lastS = percentile(delays_ms, 1) / 1000;
  return {
    what: `commands: ${messages.length} for ${GATEWAYS} connected gateways, from the commit to the gateway, each once`,
    reached: `${figure(lastS, "s", 2)}, p50 ${figure(percentile(delays_ms, 0.5), "ms")}; put down in ${figure(from - begun, "ms")}`,
    goal: `${GOAL_S} s`,
    met: lastS <= GOAL_S,
    against: figure(messages.length / lastS, "messages/s", 0),
  };
}

/** A limit for the gateway itself. */
export const messageFor = ({
  gateway_id,
  project_id,
}: Pick<Downlink, "gateway_id" | "project_id">): Downlink => ({
  gateway_id,
  project_id,
  message: {
    v: 1,
    command_uid: randomUUID(),
    device_uid: null,
    expires_at: Date.now() + 120_000,
    revert_after_s: 900,
    revert_to: "own_limit",
    name: "power_limit",
    limit: { percent: 60 },
  },
});

// Gateways that are connected over MQTT and hear their commands.
import { commandMessage, GATEWAY_TOPICS, type CommandMessage } from "@heliograph/contract";
import type { MqttClient } from "mqtt";
import { connectGateways } from "./mqtt-load.ts";

/** Connects the gateways, subscribed to their commands; `hear` is told each command with who heard it. In their order. */
export async function hearCommands<G extends { readonly serial: string }>(
  mqttUrl: string,
  gateways: readonly G[],
  hear: (command: CommandMessage, gateway: G, client: MqttClient) => void,
): Promise<MqttClient[]> {
  const clients = await connectGateways(mqttUrl, gateways);
  await Promise.all(
    gateways.map((gateway, index) => {
      const client = clients[index];
      if (client === undefined) throw new RangeError("A client for each gateway");
      client.on("message", (_topic, payload) => {
        hear(commandMessage.parse(JSON.parse(payload.toString())), gateway, client);
      });
      return client.subscribeAsync(GATEWAY_TOPICS.command(gateway.serial), { qos: 1 });
    }),
  );
  return clients;
}

/** Resolves once it holds, or after so long. */
export async function settled(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const late = performance.now() + withinMs;
  while (!(await holds()) && performance.now() < late) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

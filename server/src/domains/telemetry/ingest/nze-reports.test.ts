// The events by which gateways report their zero export, as the protocol page shows them.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkedEvents } from "./gateway-events.ts";
import type { Sender } from "./reading-batch.ts";

const PAGE = readFileSync(new URL("../../../../../docs/gateway-protocol.md", import.meta.url), "utf8");
const sender = { devices: new Map() } as unknown as Sender;

interface Message {
  readonly sent_at: number;
  readonly events: readonly { readonly code: string; readonly detail: object }[];
}
const examples = [...PAGE.matchAll(/```json\n(\{[\s\S]*?\})\n```/g)]
  .map(([, json = ""]): Partial<Message> => JSON.parse(json))
  .filter(
    (message): message is Message => message.events?.some(({ code }) => code.startsWith("nze.")) === true,
  );

test("the page's examples of both reports are taken, with their detail", () => {
  expect(examples.flatMap(({ events }) => events.map(({ code }) => code))).toEqual(["nze.day", "nze.drill"]);
  for (const message of examples) {
    const checked = checkedEvents(message, sender, message.sent_at);
    expect(checked).toMatchObject({
      refused: [],
      reports: message.events.map(({ code, detail }) => ({ code, detail })),
    });
  }
});

test.each([
  ["a report without its detail", "nze.day", undefined],
  ["a report with the detail of the other", "nze.drill", examples[0]?.events[0]?.detail],
  ["another event with a detail", "OVER_TEMP", examples[0]?.events[0]?.detail],
  [
    "a report with a field that it does not have",
    "nze.day",
    { ...examples[0]?.events[0]?.detail, tariff: 1 },
  ],
  ["a report of an impossible power", "nze.day", { ...examples[0]?.events[0]?.detail, largest_export_w: -1 }],
])("%s is refused as a whole", (_, code, detail) => {
  const event = { at: 1000, code, severity: "info", ...(detail === undefined ? {} : { detail }) };
  const message = { v: 1, seq: 1, sent_at: 1000, events: [event] };
  expect(checkedEvents(message, sender, 1000)).toMatchObject({ reason: "message.invalid" });
});

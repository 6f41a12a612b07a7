import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  assetType,
  birthMessage,
  COMMAND_LIMITS,
  COMMAND_NAMES,
  commandAck,
  eventsMessage,
  GATEWAY_LIMITS,
  GATEWAY_TOPICS,
  QUANTITIES,
  readingsMessage,
  REFUSAL_REASONS,
  RELAYS,
  REVERSIONS,
} from "@heliograph/contract";

/** The formatter pads the cells of tables; that says nothing. */
const PAGE = readFileSync(
  new URL("../../../../../docs/gateway-protocol.md", import.meta.url),
  "utf8",
).replace(/ +/g, " ");

/** Round millions as the page writes them: 1e9. */
const shown = (value: number) =>
  Math.abs(value) >= 1e6 && value % 1e6 === 0 ? value.toExponential().replace("+", "") : String(value);

test("the page names every quantity with its range, every reason, limit, topic, field and kind of device", () => {
  const rows = Object.entries(QUANTITIES).map(
    ([name, { min, max }]) => `| \`${name}\` | ${shown(min)} to ${shown(max)} |`,
  );
  const fields = [birthMessage, readingsMessage, eventsMessage].flatMap((message) =>
    Object.keys(message.shape),
  );
  const names = [
    ...REFUSAL_REASONS,
    ...COMMAND_NAMES,
    ...RELAYS,
    ...REVERSIONS,
    ...commandAck.shape.status.options,
    ...Object.keys(commandAck.shape),
    ...assetType.options,
    ...Object.values(GATEWAY_TOPICS).map((topic) => topic("{serial}")),
  ];
  const { perAnswer, heldPerMessage } = COMMAND_LIMITS;
  const limits = [...Object.values(GATEWAY_LIMITS), perAnswer, heldPerMessage].map(String);
  const wanted = [...rows, ...[...names, ...fields].map((name) => name), ...limits];
  expect(wanted.filter((text) => !PAGE.includes(text))).toEqual([]);
});

test("the page names no quantity and no reason that is not there", () => {
  const table = [...PAGE.matchAll(/^\| `([a-z_0-9]+)` \| -?[\d.e]+ to /gm)].map(([, name]) => name);
  expect(table).toEqual(Object.keys(QUANTITIES));
  const reasons = [
    ...PAGE.matchAll(/`((?:message|reading|readings|devices|device|topic|event|command)\.[a-z_]+)`/g),
  ].map(([, name]) => name);
  expect(reasons.filter((name) => !REFUSAL_REASONS.some((reason) => reason === name))).toEqual([]);
});

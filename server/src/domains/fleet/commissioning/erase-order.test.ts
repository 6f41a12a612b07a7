import { expect, test } from "vitest";
import { eraseOrder } from "./erase-order.ts";

test("a table goes after all that refer to it, and queues of changes go last", () => {
  const order = eraseOrder(
    ["changed_days", "gateway", "reading", "device", "event"],
    [
      { from: "device", to: "gateway" },
      { from: "event", to: "device" },
      { from: "device", to: "device" },
      { from: "event", to: "elsewhere" },
    ],
    (table) => table.startsWith("changed_"),
  );
  expect(order).toEqual(["reading", "event", "device", "gateway", "changed_days"]);
});

test("a circle is refused", () => {
  const circle = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  expect(() => eraseOrder(["a", "b"], circle, () => false)).toThrow(RangeError);
});

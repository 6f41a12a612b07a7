import { expect, test } from "vitest";
import { placed } from "./floating-place.ts";

const view = { width: 400, height: 800 };
const size = { width: 200, height: 100 };
const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 30 });

test("it stands below its button, in line with the named edge", () => {
  expect(placed(at(100, 50), size, view, "bottomLeft")).toEqual({ left: 100, top: 84 });
  expect(placed(at(300, 50), size, view, "bottomRight")).toEqual({ left: 140, top: 84 });
});

test("it never leaves the window, and opens upwards where there is more room", () => {
  expect(placed(at(380, 50), size, view, "bottomLeft").left).toBe(192);
  expect(placed(at(0, 50), size, view, "bottomRight").left).toBe(8);
  expect(placed(at(0, 750), size, view, "bottomLeft").top).toBe(646);
});

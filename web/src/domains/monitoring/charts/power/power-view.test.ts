import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn, GROUPINGS, modesOf, POWER_MODES, viewIn, withMode, withPowerView } from "./power-view.ts";

const first = { mode: "pv-power", quantity: "ac", grouping: "total", day: null } as const;

test("import, export and load can be chosen only where the project runs zero export", () => {
  expect(modesOf(false)).toEqual(["pv-power", "radiation"]);
  expect(modesOf(true)).toEqual(["pv-power", "nze", "load", "radiation"]);
});

test("choosing load means AC and the whole plant; other modes keep what was chosen", () => {
  const view = { mode: "pv-power", quantity: "dc", grouping: "device", day: "2026-03-01" } as const;
  expect(withMode(view, "load")).toEqual({
    mode: "load",
    quantity: "ac",
    grouping: "total",
    day: "2026-03-01",
  });
  expect(withMode(view, "radiation")).toEqual({ ...view, mode: "radiation" });
});

describe("the address", () => {
  test("says nothing on a first visit and keeps what other parts of the page wrote", () => {
    const address = new URLSearchParams("searchProject=solar&from=2026-01-01");
    expect(withPowerView(address, first).toString()).toBe("searchProject=solar&from=2026-01-01");
  });

  test("gives back every view that it was given", () => {
    const view = fc.record({
      mode: fc.constantFrom(...POWER_MODES),
      quantity: fc.constantFrom("ac" as const, "dc" as const),
      grouping: fc.constantFrom(...GROUPINGS),
      day: fc.constantFrom(null, "2026-02-28", "2024-02-29"),
    });
    fc.assert(
      fc.property(view, (chosen) => {
        const possible = withMode(chosen, chosen.mode);
        expect(viewIn(withPowerView(new URLSearchParams("searchProject=a"), possible), true)).toEqual(
          possible,
        );
      }),
    );
  });

  test("that asks for what is not there shows the first visit's view", () => {
    const address = new URLSearchParams("power=magic&quantity=hz&group=moon&day=2026-02-30");
    expect(viewIn(address, true)).toEqual(first);
  });

  test("that asks for load on a project without zero export shows PV power", () => {
    expect(viewIn(new URLSearchParams("power=load"), false)).toEqual(first);
    expect(viewIn(new URLSearchParams("power=load"), true).mode).toBe("load");
  });
});

test("only a day of the calendar is a day", () => {
  expect(dayIn("2024-02-29")).toBe("2024-02-29");
  expect([dayIn("2026-02-29"), dayIn("2026-2-9"), dayIn("today"), dayIn(""), dayIn(null)]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

import { COMMAND_STATES, rollOutGatewayState, SECOND_WAVE_SHARE } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, wavesOf, type RollOutGateway } from "./advance.ts";

const TIMES = { silent_ms: 900_000, clean_ms: 3_600_000 };
const NOW = Date.parse("2026-11-20T05:00:00Z");
const running = { mode: "waves", state: "running", wave: 1, waves: 3, next_wave_ms: null } as const;
const gateway = (gateway_id: number, given: Partial<RollOutGateway> = {}): RollOutGateway => ({
  gateway_id,
  wave: 1,
  state: "under_way",
  command: "acknowledged",
  acknowledged_ms: NOW - 60_000,
  contact_ms: NOW - 5000,
  reported_version: "1.0.0",
  text: "",
  ...given,
});
const later = gateway(9, { wave: 2, state: "waiting", command: null, acknowledged_ms: null });

test("waves are one gateway, a tenth of all with it, and the rest; without waves there is one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const waves = wavesOf(count, "waves");
      expect(waves).toEqual(waves.toSorted((a, b) => a - b));
      expect(waves.filter((wave) => wave === 1)).toHaveLength(1);
      const untilSecond = waves.filter((wave) => wave < 3).length;
      expect(untilSecond).toBe(Math.min(count, Math.max(2, Math.ceil(count * SECOND_WAVE_SHARE))));
      expect(new Set(wavesOf(count, "all"))).toEqual(new Set([1]));
    }),
  );
});

test("a gateway is updated only once its command is verified, by the version that it reports", () => {
  const reported = gateway(1, { reported_version: "1.5.0" });
  expect(advance(running, [reported, later], TIMES, NOW).gateways).toEqual([]);
  const verified = gateway(1, { command: "verified" });
  expect(advance(running, [verified, later], TIMES, NOW)).toEqual({
    gateways: [{ gateway_id: 1, state: "updated", text: "" }],
    state: "waiting",
    next_wave_ms: NOW + TIMES.clean_ms,
    stopped: null,
  });
});

test("one that is silent 15 minutes after its restart stops the roll-out, and those to come are left out", () => {
  const lost = gateway(1, { acknowledged_ms: NOW - TIMES.silent_ms, contact_ms: NOW - TIMES.silent_ms });
  expect(advance(running, [lost, later], TIMES, NOW - 1).gateways).toEqual([]);
  expect(advance(running, [lost, later], TIMES, NOW)).toEqual({
    gateways: [
      { gateway_id: 1, state: "silent", text: "" },
      { gateway_id: 9, state: "left_out", text: "" },
    ],
    state: "stopped",
    next_wave_ms: null,
    stopped: { reason: "silent", gateway_id: 1 },
  });
});

test("one that came back with another version stops the roll-out too, and says so", () => {
  const other = gateway(1, { acknowledged_ms: NOW - TIMES.silent_ms });
  const { state, stopped } = advance(running, [other, later], TIMES, NOW);
  expect([state, stopped]).toEqual(["stopped", { reason: "other_version", gateway_id: 1 }]);
});

test("one without devices is updated once it has named the version and is still there when the time is over", () => {
  const named = gateway(1, { command: "applied", acknowledged_ms: NOW - TIMES.silent_ms });
  expect(advance(running, [named, later], TIMES, NOW - 1).gateways).toEqual([]);
  expect(advance(running, [named, later], TIMES, NOW).gateways).toMatchObject([{ state: "updated" }]);
  const gone = { ...named, contact_ms: NOW - TIMES.silent_ms };
  expect(advance(running, [gone, later], TIMES, NOW).state).toBe("stopped");
});

test("without waves one that fails holds up no other", () => {
  const all = { ...running, mode: "all", waves: 1 } as const;
  const failed = gateway(1, { command: "failed", text: "no room" });
  const busy = gateway(2);
  expect(advance(all, [failed, busy], TIMES, NOW)).toMatchObject({
    gateways: [{ gateway_id: 1, state: "failed", text: "no room" }],
    state: "running",
  });
  const end = advance(
    all,
    [
      { ...failed, state: "failed" },
      { ...busy, state: "updated" },
    ],
    TIMES,
    NOW,
  );
  expect(end.state).toBe("done");
});

const anyGateway = fc
  .record({
    wave: fc.integer({ min: 1, max: 3 }),
    state: fc.constantFrom(...rollOutGatewayState.options),
    command: fc.option(fc.constantFrom(...COMMAND_STATES)),
    acknowledged_ms: fc.option(fc.integer({ min: NOW - 2e6, max: NOW })),
    contact_ms: fc.option(fc.integer({ min: NOW - 2e6, max: NOW })),
  })
  .map((given) => gateway(0, given));

test("no wave begins after a gateway has gone wrong, whatever the others do; none is updated whose command is neither verified nor read back", () => {
  fc.assert(
    fc.property(
      fc.array(anyGateway, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(1, 2, 3),
      (some, wave) => {
        const gateways = some.map((one, gateway_id) => ({ ...one, gateway_id }));
        const said = advance({ ...running, wave }, gateways, TIMES, NOW);
        const after = gateways.map(
          ({ gateway_id, state }) =>
            said.gateways.findLast((one) => one.gateway_id === gateway_id)?.state ?? state,
        );
        const isBad = after.some((state) => ["failed", "silent", "other_version"].includes(state));
        if (isBad) {
          expect([said.state, said.next_wave_ms]).toEqual(["stopped", null]);
          expect(after).not.toContain("waiting");
        }
        for (const { gateway_id, state } of said.gateways) {
          if (state === "updated") {
            expect(["verified", "applied"]).toContain(gateways[gateway_id]?.command);
          }
        }
      },
    ),
  );
});

import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { owe, readState, settle, writeState, type FleetState, type MissingSpan } from "./state.ts";

const place = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), "fleet-")), "state.json");
const state: FleetState = {
  v: 1,
  firmware_published: false,
  projects: {
    "detmay-binhan": {
      project_uid: "0b1c",
      members_set: true,
      agreement_set: true,
      furnished: true,
      orders: [{ atMs: 1000, kind: "power_limit", value: 60 }],
      gateways: {
        "HG-1": {
          gateway_uid: "77",
          credential: "secret",
          sequence: 12,
          history_sequence: 3,
          live_to_ms: 5000,
          owed: [{ from_ms: 1, to_ms: 2 }],
          hourly_before_ms: 0,
        },
      },
    },
  },
};

test("what is written is read again, and only its owner may read the file", async () => {
  const path = await place();
  await writeState(path, state);
  expect(await readState(path)).toEqual(state);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a file that others could read is closed to them when it is replaced", async () => {
  const path = await place();
  await writeFile(path, "old", { mode: 0o644 });
  await writeState(path, state);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("no file and a torn file both mean a fleet that remembers nothing", async () => {
  const path = await place();
  expect(await readState(path)).toEqual({ v: 1, firmware_published: false, projects: {} });
  await writeState(path, state);
  await writeFile(path, (await readFile(path, "utf8")).slice(0, 60));
  expect(await readState(path)).toEqual({ v: 1, firmware_published: false, projects: {} });
});

const spans = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 })).map(([from_ms, length]) => ({
    from_ms,
    to_ms: from_ms + length,
  })),
  { maxLength: 8 },
);
const units = (owed: readonly MissingSpan[]): Set<number> =>
  new Set(
    owed.flatMap(({ from_ms, to_ms }) => Array.from({ length: to_ms - from_ms }, (_, i) => from_ms + i)),
  );

test("what is owed is the union of what was added less what was settled, in order and never overlapping", () => {
  fc.assert(
    fc.property(spans, spans, (added, done) => {
      const owed = added.reduce<MissingSpan[]>(owe, []);
      const left = done.reduce<MissingSpan[]>(settle, owed);
      const wanted = units(added);
      for (const unit of units(done)) wanted.delete(unit);
      expect(units(left)).toEqual(wanted);
      for (const [i, span] of left.entries()) {
        expect(span.to_ms).toBeGreaterThan(span.from_ms);
        const before = left[i - 1];
        if (before !== undefined) expect(span.from_ms).toBeGreaterThanOrEqual(before.to_ms);
      }
    }),
  );
});

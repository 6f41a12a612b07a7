import { expect, test } from "vitest";
import { addPlannedOutage } from "@heliograph/contract/kpi/planned-outages";
import {
  localInstant,
  outageBody,
  outageFault,
  outageFields,
  type OutageFields,
} from "./settings-outages.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const inBerlin = (day: string, time: string) =>
  new Date(localInstant("Europe/Berlin", day, time)).toISOString();
const fields = { ...outageFields("2026-02-03"), reason: " Cleaning " };
const project_uid = "00000000-0000-4000-8000-000000000002";
const judged = (typed: OutageFields) =>
  addPlannedOutage.body.safeParse({ project_uid, ...outageBody(typed, ZONE) });

test("days and times of the project become instants, and an empty gateway is the whole project", () => {
  expect(judged(fields).data).toEqual({
    project_uid,
    from_at: "2026-02-03T01:00:00.000Z",
    to_at: "2026-02-03T05:00:00.000Z",
    reason: "Cleaning",
  });
  const gateway_uid = "00000000-0000-4000-8000-000000000001";
  expect(judged({ ...fields, gateway_uid }).data).toMatchObject({ gateway_uid });
});

const faults = (typed: OutageFields) => [
  judged(typed)
    .error?.issues.map(({ path }) => path.join("."))
    .toSorted(),
  outageFault(typed, ZONE, "from"),
  outageFault(typed, ZONE, "to"),
];

test("an end that is not after its beginning, times not typed and a missing reason are named each", () => {
  expect(faults({ ...fields, to_time: "08:00", reason: " " })).toEqual([
    ["reason", "to_at"],
    undefined,
    "outages.order",
  ]);
  expect(faults({ ...fields, from_time: null, to_time: null })).toEqual([
    ["from_at", "to_at"],
    "outages.noTime",
    "outages.noTime",
  ]);
  expect(faults({ ...fields, to_day: "2027-03-01" })).toEqual([["to_at"], undefined, "outages.tooLong"]);
});

test("on both sides of a change of clocks the instant is that which clocks show", () => {
  expect(inBerlin("2026-03-29", "01:30")).toBe("2026-03-29T00:30:00.000Z");
  expect(inBerlin("2026-03-29", "03:30")).toBe("2026-03-29T01:30:00.000Z");
  expect(inBerlin("2026-10-25", "04:00")).toBe("2026-10-25T03:00:00.000Z");
  expect(inBerlin("2026-03-29", "00:00")).toBe("2026-03-28T23:00:00.000Z");
});

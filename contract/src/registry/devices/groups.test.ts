import { expect, test } from "vitest";
import { groupFaults, nextMonthStart, type GroupMember } from "./groups.ts";

const member = (n: number, more: Partial<GroupMember> = {}): GroupMember => ({
  device_uid: String(n),
  code: `D00000${n}`,
  name: `Roof ${n}`,
  registry: "IREC",
  location: "VN",
  province: "Cần Thơ",
  fuel_type: "ES100",
  device_technology: "TC110",
  owner: "Xanh Energy JSC",
  capacity_w: 900_000,
  group: null,
  own_issuance: false,
  ended: null,
  ...more,
});
const messages = (members: readonly GroupMember[], registry = "IREC") =>
  groupFaults(members, registry).map(({ code, message }) => `${code} ${message}`);

test("a group has two devices at least", () => {
  expect(messages([member(1)])).toEqual(["GRP-001 A group needs at least 2 devices."]);
  expect(messages([member(1), member(2)])).toEqual([]);
});

test.each([
  ["registry", { registry: "TIGR" }],
  ["country", { location: "TH" }],
  ["province", { province: "Tây Ninh" }],
  ["fuel type", { fuel_type: "ES200" }],
  ["technology", { device_technology: "TC120" }],
  ["owner", { owner: "Another" }],
])("all devices in a group share the %s", (field, more) => {
  expect(messages([member(1), member(2, more)])).toEqual([
    `GRP-002 All devices in a group must share ${field}.`,
  ]);
});

test("GRP-002: what is not known of a device is shared with none, not even with another of which it is not known", () => {
  const unknown = { owner: "" };
  expect(messages([member(1, unknown), member(2, unknown)])).toEqual([
    "GRP-002 All devices in a group must share owner.",
  ]);
});

test("the devices are of the registry that is chosen for the group", () => {
  const refused = ["GRP-002 All devices in a group must share registry."];
  expect(messages([member(1), member(2)], "TIGR")).toEqual(refused);
  expect(messages([member(1), member(2)], "")).toEqual([]);
});

test("a device whose registration ends before the group begins is refused by name", () => {
  expect(messages([member(1, { ended: "2026-11-30" }), member(2)])).toEqual([
    "GRP-008 D000001 is registered until 2026-11-30 only. Renew it or take it out.",
  ]);
});

test("a device of more than 1 MW, and more than 5 MWp together, are refused", () => {
  const refused = ["GRP-003 A device of a group may have 1 MW at most, and the group 5 MWp."];
  expect(messages([member(1, { capacity_w: 1_000_001 }), member(2)])).toEqual(refused);
  const six = Array.from({ length: 6 }, (_, i) => member(i + 1));
  expect(messages(six)).toEqual(refused);
  expect(messages(six.slice(0, 5))).toEqual([]);
});

test("a device of another group, and one with certificates of its own, are refused by name", () => {
  expect(messages([member(1, { group: "D000009" }), member(2, { own_issuance: true })])).toEqual([
    "GRP-004 D000001 already belongs to D000009.",
    "GRP-005 D000002 has certificates of its own for this period.",
  ]);
});

test("the month after a day begins on its first, over the turn of the year too", () => {
  expect(["2026-11-24", "2026-12-31", "2026-01-01"].map(nextMonthStart)).toEqual([
    "2026-12-01",
    "2027-01-01",
    "2026-02-01",
  ]);
});

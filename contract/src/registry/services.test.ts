import { expect, test } from "vitest";
import { RECORD_PAGES, recordPlace, type PlacedRecord } from "./services.ts";

const RECORD: PlacedRecord = {
  service: "devices",
  record_uid: "uid",
  number: "DR-2026-000001",
  account: null,
};
const ACCOUNT = { service: "accounts", account: "company" } as const;
const { services, profile } = RECORD_PAGES;
const of = (number: string) => ({ ...RECORD, ...ACCOUNT, number });

test.each([
  ["an application", RECORD, { tab: "devices", record: "uid" }],
  [
    "a redemption",
    { ...RECORD, service: "redemption", number: "RD-2026-000001" },
    { tab: "redemption", record: "uid" },
  ],
  [
    "one of green certificates",
    { ...RECORD, service: "redemption", number: "GR-2026-000001" },
    { tab: "redemption", record: "uid", sub: "gec" },
  ],
  [
    "a call to another registry",
    { ...RECORD, service: "redemption", number: "RC-2026-000001" },
    { tab: "redemption", record: "uid", sub: "calls" },
  ],
] as const)(
  "%s is found under Register services, for an account as for who decides",
  (_what, record, query) => {
    for (const decides of [true, false]) {
      expect(recordPlace(record, decides)).toEqual({ path: services, query });
    }
  },
);

test("a registered device is found among the devices, by everybody alike", () => {
  for (const decides of [true, false]) {
    expect(recordPlace({ ...RECORD, service: "registered", number: "D000123" }, decides)).toEqual({
      path: RECORD_PAGES.devices,
      query: { device: "uid" },
    });
  }
});

test("what belongs to a business account is found on its profile, on the tab of its kind; who decides finds it by the account", () => {
  const places = ["BA-2026-000001", "BK-2026-000001", "GS-2026-000001"].map((number) => [
    recordPlace(of(number), false),
    recordPlace(of(number), true),
  ]);
  expect(places.flat().every(({ path }) => path === profile)).toBe(true);
  expect(places.map((both) => both.map(({ query }) => query))).toEqual([
    [{}, { record: "company" }],
    [{ tab: "fees" }, { tab: "banks" }],
    [{ tab: "features" }, { record: "company" }],
  ]);
});

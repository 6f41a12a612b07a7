// What stops a request beside its own rules: a device that is suspended.
import { commandIssuance, type IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { fakeServer, freshBrowser, rulesBroken, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { IssuanceActions } from "./IssuanceActions.tsx";

freshBrowser();

const UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3388";
const AT = "2026-11-03T02:24:36.000Z";

/** A request that a trader may submit. */
const REQUEST: IssuanceRecord = {
  record_uid: UID,
  number: "IS-2026-000012",
  status: "draft",
  version: 4,
  created_at: AT,
  changed_at: AT,
  actions: ["submit"],
  next: null,
  timeline: [],
  second_person: null,
  registry: "IREC",
  device: { device_uid: UID, code: "D000123", name: "Rice Mill" },
  fuel: "ES100",
  country: "VN",
  province: "Can Tho",
  from_day: "2026-10-01",
  to_day: "2026-10-31",
  quantity: 93,
  evidence: "A",
  failed: [],
  demonstration: false,
  deadline: "2027-09-30",
  timezone: "Asia/Ho_Chi_Minh",
  days: [],
  checks: [],
  balance: {
    carry_wh: 0,
    debt_wh: 0,
    counted_wh: 93_000_000,
    balance_wh: 93_000_000,
    quantity: 93,
    carry_out_wh: 0,
  },
  serials: [],
  shorter: null,
  statement: null,
  meters: [],
  project_uid: null,
  corrects: null,
  restated: null,
  suspended_because: null,
  files: [],
};

const params = { device: "Rice Mill 2", reason: "Meter seal is broken" };
const SAID = {
  en: "Certificates of Rice Mill 2 are blocked: Meter seal is broken.",
  vi: "Chứng chỉ của Rice Mill 2 bị tạm khóa: Meter seal is broken.",
  zh: "Rice Mill 2 的证书已被冻结：Meter seal is broken。",
} as const;

test("ORD-007: a request for a device that is suspended is not submitted, which is said in three languages with its reason", async () => {
  for (const lang of ["en", "vi", "zh"] as const) {
    signedInAs("good");
    fakeServer({
      "auth/security": () => fakeSecurity(),
      [commandIssuance.path]: () => rulesBroken({ code: "ORD-007", message: SAID.en, params }),
    });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await renderAt("/", { "/": <IssuanceActions request={REQUEST} /> }, lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await userEvent.click(screen.getByRole("button", { name: /93 MWh/ }));
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await screen.findByText(`ORD-007 ${SAID[lang]}`)).toBeTruthy();
    cleanup();
  }
});

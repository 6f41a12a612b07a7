import { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { PlantCertificates } from "./PlantCertificates.tsx";

freshBrowser();

const SHOWN = plantCertificates.answer.parse({
  account: BUSINESS_ACCOUNT,
  company_name: "Xanh Energy JSC",
  may_register: true,
  device: {
    device_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3377",
    code: "D000123",
    registry: "IREC",
    status: "in_force",
    suspended_because: null,
    next: null,
  },
  vintage: 2026,
  months: [{ month: "2026-08", retired: 30, sold: 0, on_sale: 0, reserved: 0, available: 5 }],
  places: [
    { place: "retired", reference: "RD-2026-000041", is_other: false, mwh: 10 },
    { place: "retired", reference: "", is_other: true, mwh: 20 },
    { place: "available", reference: "", is_other: false, mwh: 5 },
  ],
  request: null,
  so_far_wh: 1_200_000,
  consents: [],
  next_draft: "2026-12-01 02:00",
});

test("R30: what the account redeemed has its number, and what others redeemed is another account's", async () => {
  signedInAs("good");
  fakeServer({});
  await renderAt("/", { "/": <PlantCertificates shown={SHOWN} /> }, "en");
  const lines = (await screen.findAllByRole("listitem")).map((line) => line.textContent);
  expect(lines).toContain("Redeemed · RD-2026-00004110");
  expect(lines).toContain("Redeemed · another account20");
  expect(lines).toContain("Available5");
});

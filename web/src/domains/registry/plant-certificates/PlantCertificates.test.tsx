// A plant's certificates on its overview: where they went, why nothing is issued, and what its owner has consented to.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PlantCertificatesProps } from "../../../platform/screen-parts/screen-parts.ts";
import { BUSINESS_ACCOUNT, NO_CERTIFICATES } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { PlantCertificates } from "./PlantCertificates.tsx";

freshBrowser();

const SHOWN = { ...NO_CERTIFICATES, account: BUSINESS_ACCOUNT, company_name: "Xanh Energy JSC" };
const DEVICE = {
  device_uid: BUSINESS_ACCOUNT,
  code: "D000123",
  registry: "IREC",
  status: "without_consent" as const,
  suspended_because: "The owner of the plant has withdrawn the consent",
  next: { by: "trader" as const, is_you: true, until: null, otherwise: null },
};
const MINE = [{ record_uid: BUSINESS_ACCOUNT, project: "Rice mill", company: "Xanh Energy JSC" }];

async function show(change: Partial<PlantCertificatesProps["shown"]>) {
  signedInAs("good");
  fakeServer({});
  await renderAt("/", { "/": <PlantCertificates shown={{ ...SHOWN, ...change }} /> });
}

test("R10: a suspended device says on the plant's page why, and who acts next, and leads to it", async () => {
  await show({ device: DEVICE });
  expect(screen.getByText("The device is suspended until an owner of the plant consents again")).toBeTruthy();
  expect(screen.getByText(DEVICE.suspended_because)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Details" }).getAttribute("href")).toBe(
    `/rehash/devices?device=${BUSINESS_ACCOUNT}&account=${BUSINESS_ACCOUNT}`,
  );
});

test("a device in force says nothing of its state", async () => {
  await show({ device: { ...DEVICE, status: "in_force", suspended_because: null, next: null } });
  expect(screen.queryByText(/suspended/)).toBeNull();
});

test("R10: an owner of the plant is led to the consent from its page, also one without a role in any account; others see nothing of it", async () => {
  await show({ account: null, company_name: "", consents: MINE });
  const consent = screen.getByRole("link", { name: "Rice mill: consent to Xanh Energy JSC" });
  expect(consent.getAttribute("href")).toBe(
    `/rehash/register-services?tab=devices&record=${BUSINESS_ACCOUNT}&consent=owner`,
  );
  expect(screen.queryByRole("link", { name: "Register it" })).toBeNull();
});

test("whoever owns no part of the plant finds no consent", async () => {
  await show({ device: DEVICE });
  expect(screen.queryByRole("link", { name: /consent to/ })).toBeNull();
});

test("R30: what the account redeemed has its number, and what others redeemed is another account's", async () => {
  await show({
    may_register: true,
    device: { ...DEVICE, status: "in_force", suspended_because: null, next: null },
    months: [{ month: "2026-08", retired: 30, sold: 0, on_sale: 0, reserved: 0, available: 5 }],
    places: [
      { place: "retired", reference: "RD-2026-000041", is_other: false, mwh: 10 },
      { place: "retired", reference: "", is_other: true, mwh: 20 },
      { place: "available", reference: "", is_other: false, mwh: 5 },
    ],
    so_far_wh: 1_200_000,
  });
  const lines = (await screen.findAllByRole("listitem")).map((line) => line.textContent);
  expect(lines).toContain("Redeemed · RD-2026-00004110");
  expect(lines).toContain("Redeemed · another account20");
  expect(lines).toContain("Available5");
});

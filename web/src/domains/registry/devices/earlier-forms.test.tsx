// What was submitted under an earlier form, as those read it who use that of today.
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  fakeApplication,
  SOUND_FIELDS,
  SUBMITTED_AT,
} from "../../../testing/device-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { RegistrationRecord } from "./RegistrationRecord.tsx";

freshBrowser();

const DOCUMENT = {
  document_uid: "0190d3a4-0000-7000-8000-000000000009",
  kind: "wiring_diagram",
  name: "wiring.pdf",
  size_bytes: 2048,
  sha256: "aa",
};

const version = {
  submission: 1,
  hash: "ab".repeat(32),
  submitted_at: SUBMITTED_AT,
  content: {
    fields: { ...SOUND_FIELDS, on_site_consumption: "mostly" },
    meters: [{ device_uid: "m", role: "principal" }],
    members: [],
    documents: [DOCUMENT],
    earlier: [{ name: "owner_named", value: "yes" }],
  },
  answers: [],
  note: "",
  marks: [{ item: "wiring_diagram", reason: "The stamp is missing." }],
  reason: "Please look again.",
  overrides: {},
  owner_named: false,
};

async function open(change: Partial<DeviceApplication>) {
  signedInAs("good");
  fakeServer(applicationAnswers({ ...change, versions: [version], documents: [DOCUMENT] }, []));
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes, "en");
}

test("a reader sees what the form of today has no place for under the name that it had, and codes it does not know as they are", async () => {
  await open({ status: "approved", actions: [] });
  const earlier = await screen.findByRole("region", { name: "From an earlier form" });
  expect(within(earlier).getByText("owner_named").parentElement?.textContent).toBe("owner_namedyes");
  expect(within(earlier).getByRole("button", { name: "wiring.pdf" })).toBeTruthy();
  expect(screen.getByText("mostly")).toBeTruthy();
  expect(screen.getByText(/principal$/)).toBeTruthy();
});

test("an applicant is not asked to answer a mark on what is gone", async () => {
  await open({ status: "to_resubmit", actions: ["resubmit"], draft: fakeApplication().draft });
  expect(await screen.findByText("Not asked for any more")).toBeTruthy();
  expect(screen.getByText("1 of 1 done")).toBeTruthy();
  expect(screen.queryByLabelText(/^Your answer/)).toBeNull();
  expect(screen.getByText("wiring_diagram · From an earlier form")).toBeTruthy();
});

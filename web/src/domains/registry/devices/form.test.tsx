// The form of a device where it is small, or where the way to the server breaks.
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { uploadDeviceDocument } from "@heliograph/contract/registry/devices/device-documents";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  fakeApplication,
  FREE_METER,
  ROOF,
  SOUND_FACTS,
  SOUND_FIELDS,
} from "../../../testing/device-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  screenOf,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { RegistrationRecord } from "./RegistrationRecord.tsx";

freshBrowser();

const GRID = "0190d3a4-0000-7000-8000-000000000009";

async function open(more: Parameters<typeof fakeServer>[0] = {}, change: Partial<DeviceApplication> = {}) {
  signedInAs("good");
  fakeServer({ ...applicationAnswers({ documents: [], ...change }, []), ...more });
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes, "en");
}

test("a file that did not arrive stays in its row until it is sent again", async () => {
  let reaches = false;
  const held = { document_uid: APPLICATION_UID, kind: "registration_form", name: "form.pdf", size_bytes: 8 };
  await open({
    "rehash/device-document": () => {
      if (!reaches) throw new TypeError("no way to the server");
      return answer(uploadDeviceDocument, { ...held, sha256: "aa" });
    },
  });
  const file = new File(["%PDF-1.4"], "form.pdf", { type: "application/pdf" });
  await userEvent.upload(await screen.findByLabelText("Add a file: Registration form"), file);
  const row = await screen.findByRole("alert");
  expect(row.textContent).toContain("form.pdf · Not uploaded.");
  reaches = true;
  await userEvent.click(within(row).getByRole("button", { name: "Try again" }));
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
});

test("on a phone the sections are steps, one at a time, with the way to the next", async () => {
  screenOf(390);
  Element.prototype.scrollIntoView = () => {}; // the DOM of tests has no layout
  await open();
  expect(await screen.findByLabelText("Device name, English")).toBeTruthy();
  expect(screen.queryByLabelText("Capacity")).toBeNull();
  expect(screen.getByText("Step 1 of 6")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByLabelText("Capacity")).toBeTruthy();
  expect(screen.queryByLabelText("Device name, English")).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: /^Declarations/ }));
  expect(screen.getByText("Step 6 of 6")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Next" }).hasAttribute("disabled")).toBe(true);
});

/** Whether the step of the group's devices is marked as done. */
async function membersDone() {
  const step = await screen.findByRole("link", { name: "Devices of the group" });
  return step.querySelector(".lucide-circle-check") !== null;
}

test("the step of a group's devices is done once they fit together", async () => {
  const grouped = { type: "grouped" as const, facts: { ...SOUND_FACTS, type: "grouped" as const } };
  await open({}, { ...grouped, members: [] });
  expect(await membersDone()).toBe(false);
  cleanup();
  await open({}, { ...grouped, members: [ROOF, { ...ROOF, device_uid: APPLICATION_UID }] });
  expect(await membersDone()).toBe(true);
});

test("R3: what each point is to the device is chosen beside it, and what is certified of it follows at once", async () => {
  const grid = { device_uid: GRID, serial: "GM-1", name: "Grid connection", bound_to: null };
  const meters = [
    ...SOUND_FACTS.meters,
    { ...grid, roles: ["export" as const, "grid" as const, "supply" as const] },
  ];
  const { draft } = fakeApplication();
  await open(
    {},
    { draft: { ...draft, fields: { ...SOUND_FIELDS, registry: "GEC" } }, facts: { ...SOUND_FACTS, meters } },
  );
  expect(await screen.findByText("Nothing is certified: no meter counts what is exported.")).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: /Grid connection/ }));
  const certified = `Certified is what Grid connection counts as export, each day at most the production of ${FREE_METER.name}.`;
  expect(await screen.findByText(certified)).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "What it is to the device: GM-1" }));
  await userEvent.click(await screen.findByRole("option", { name: "export, and import as station supply" }));
  const less = `${certified} The station supply of Grid connection is taken off.`;
  expect(await screen.findByText(less)).toBeTruthy();
});

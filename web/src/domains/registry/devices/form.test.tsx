// The form of a device where it is small, or where the way to the server breaks.
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { uploadDeviceDocument } from "@heliograph/contract/registry/devices/device-documents";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { APPLICATION_UID, applicationAnswers, ROOF, SOUND_FACTS } from "../../../testing/device-fakes.ts";
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

// Groups that are formed from all devices of an account, and folders that are found, renamed and removed.
import {
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  getDeviceFolder,
  listDeviceFolders,
  moveToFolder,
  removeDeviceFolder,
  renameDeviceFolder,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import {
  getRegisteredDevice,
  listRegisteredDevices,
  type ListedRegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  fakeApplication,
  SOUND_FACTS,
} from "../../../testing/device-fakes.ts";
import { fakeDevice } from "../../../testing/registered-fakes.ts";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import { FolderList } from "./list/FolderList.tsx";
import { FolderPicker } from "./list/FolderPicker.tsx";
import { RegisteredDrawer } from "./registered/RegisteredDrawer.tsx";
import { RegistrationRecord } from "./RegistrationRecord.tsx";

freshBrowser();

const uidOf = (nth: number) => `0190d3a4-0000-7000-8000-${String(nth).padStart(12, "0")}`;

const deviceAt = (nth: number): ListedRegisteredDevice => ({
  device_uid: uidOf(nth),
  device_unique_id: `D${String(nth).padStart(6, "0")}`,
  device_english_name: `Roof ${String(nth).padStart(3, "0")}`,
  device_local_name: "Mái nhà",
  commercial_operation_date: "2023-11-02",
  registry: "IREC",
  device_type: "normal",
  fuel_type: "ES100",
  device_technology: "TC110",
  location: "VN",
  province: "Can Tho",
  capacity_w: 500_000,
  members: 0,
  registered_on: "2025-11-02",
  valid_from: "2025-11-02",
  valid_to: nth === 129 ? "2026-01-31" : "2030-11-01",
  demonstration: false,
  suspended: false,
  status: "in_force",
  next: null,
});

/** Devices of an account, of which the last has ended. */
const DEVICES = Array.from({ length: 130 }, (_, nth) => deviceAt(nth));

/** A page of them, as the server finds it. */
function found({ query }: ReceivedRequest) {
  const fitting = DEVICES.filter(({ device_english_name }) =>
    device_english_name.toLowerCase().includes((query.get("search") ?? "").toLowerCase()),
  );
  const [page, size] = [Number(query.get("page")), Number(query.get("page_size"))];
  const items = fitting.slice((page - 1) * size, page * size);
  return answer(listRegisteredDevices, { items, total_items: fitting.length });
}

test("a group is formed from devices beyond the first hundred, found by their name on the server, each with its capacity and their sum in MWp", async () => {
  let held = fakeApplication({
    type: "grouped",
    facts: { ...SOUND_FACTS, type: "grouped" },
    draft: { ...fakeApplication().draft, meters: [] },
  });
  signedInAs("good");
  const received = fakeServer({
    ...applicationAnswers({}, []),
    "rehash/devices": found,
    "rehash/device-application": ({ method, body }) => {
      const saved = body as { draft: typeof held.draft } | undefined;
      if (method === "PUT" && saved !== undefined) {
        held = fakeApplication({ ...held, draft: saved.draft, version: held.version + 1 });
      }
      return answer(getDeviceApplication, held);
    },
  });
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes);
  const user = userEvent.setup();
  const choice = await screen.findByRole("combobox", { name: "Devices of the group" });
  await user.type(choice, "roof 12");
  await user.click(await screen.findByRole("option", { name: /^Roof 124 · D000124/ }));
  await user.click(await screen.findByRole("option", { name: /^Roof 128 · D000128/ }));
  const ended = await screen.findByRole("option", { name: /^Roof 129/ });
  expect(ended.getAttribute("aria-disabled")).toBe("true");
  expect(ended.textContent).toContain("registration ended 2026-01-31");
  await expect.poll(() => held.draft.members).toEqual([uidOf(124), uidOf(128)]);
  const rows = within(screen.getByRole("list", { name: "Devices of the group" }))
    .getAllByRole("listitem")
    .map((row) => row.textContent);
  expect(rows).toEqual(["Roof 124 · D0001240.500 MW", "Roof 128 · D0001280.500 MW", "2 devices1.000 MWp"]);
  expect(
    received.some(({ path, query }) => path === "rehash/devices" && query.get("search") === "roof 12"),
  ).toBe(true);
  await user.click(screen.getByRole("button", { name: "Remove Roof 124 · D000124" }));
  await expect.poll(() => held.draft.members).toEqual([uidOf(128)]);
});

const FOLDER: DeviceFolder = {
  folder_uid: uidOf(1),
  group_device_id: "DF-2026-000001",
  group_device_name: "Roofs of Can Tho",
  total_no_of_device: 2,
  total_capacity_w: 1_000_000,
  location: "VN",
  created_at: "2026-11-03T02:24:36.000Z",
  status: "draft",
};

/** A server that holds one folder. */
function oneFolder(): { folder: DeviceFolder | null; received: ReceivedRequest[] } {
  const held: { folder: DeviceFolder | null; received: ReceivedRequest[] } = { folder: FOLDER, received: [] };
  held.received = fakeServer({
    "rehash/seats": () => fakeSeats(),
    "rehash/device-applications": () =>
      answer(listDeviceApplications, { items: [], total_items: 0, tab_counts: {}, waiting: 0 }),
    "rehash/device-folders": () => {
      const items = held.folder === null ? [] : [held.folder];
      return answer(listDeviceFolders, { items, total_items: items.length, tab_counts: {} });
    },
    "rehash/device-folder": ({ method, body }) => {
      if (held.folder === null) throw new TypeError("there is no folder");
      if (method === "GET") return answer(getDeviceFolder, held.folder);
      if (method === "DELETE") {
        held.folder = null;
        return answer(removeDeviceFolder, { message: "The folder has been removed" });
      }
      held.folder = { ...held.folder, group_device_name: renameDeviceFolder.body.parse(body).name };
      return answer(renameDeviceFolder, { message: "The folder has been renamed" });
    },
  });
  return held;
}

test("a folder is renamed and removed from the list, and what removing does to what it holds is said beforehand", async () => {
  signedInAs("good");
  const held = oneFolder();
  await renderAt(`/?account=${BUSINESS_ACCOUNT}&sub=folder`, { "/": <FolderList /> });
  const user = userEvent.setup();
  const choose = async (entry: string) => {
    await user.click(await screen.findByRole("button", { name: /^More for / }));
    await user.click(await screen.findByRole("menuitem", { name: entry }));
  };
  await choose("Rename");
  const form = within(await screen.findByRole("dialog", { name: "Rename" }));
  const name = form.getByRole<HTMLInputElement>("textbox", { name: "Name of the folder" });
  expect(name.value).toBe("Roofs of Can Tho");
  await user.clear(name);
  await user.type(name, "Roofs 2026{Enter}");
  expect(await screen.findByRole("cell", { name: "Roofs 2026" })).toBeTruthy();
  await choose("Remove folder");
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText("The 2 registrations in it stay, and are in no folder then.")).toBeTruthy();
  await user.click(asked.getByRole("button", { name: "Remove folder" }));
  expect(await screen.findByText(/^No folders/)).toBeTruthy();
  expect(held.folder).toBeNull();
});

test("a folder that is removed while it is open leads back to the folders, and one that is not there says so", async () => {
  signedInAs("good");
  const held = oneFolder();
  const address = `/?account=${BUSINESS_ACCOUNT}&sub=folder&folder=${FOLDER.folder_uid}`;
  const router = await renderAt(address, { "/": <FolderList /> });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^More for / }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove folder" }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove folder" }),
  );
  await expect.poll(() => router.state.location.search).not.toContain("folder=");
  expect(held.folder).toBeNull();
});

test("a folder for an application is found by its name on the server, and the application is taken out of it again", async () => {
  signedInAs("good");
  const bodies: unknown[] = [];
  const received = fakeServer({
    "rehash/device-folders": () =>
      answer(listDeviceFolders, { items: [FOLDER], total_items: 1, tab_counts: {} }),
    "rehash/device-folder/applications": ({ body }) => {
      bodies.push(moveToFolder.body.parse(body));
      return answer(moveToFolder, { moved: 1 });
    },
  });
  const folder = { folder_uid: uidOf(9), name: "Old barns" };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, {
    "/": <FolderPicker application={fakeApplication({ folder })} />,
  });
  const user = userEvent.setup();
  const choice = await screen.findByRole<HTMLInputElement>("combobox", { name: "Put into folder" });
  expect(choice.value).toBe("Old barns");
  await user.clear(choice);
  await user.type(choice, "can tho");
  await expect.poll(() => received.map(({ query }) => query.get("search"))).toContain("can tho");
  await user.click(await screen.findByRole("option", { name: /^Roofs of Can Tho/ }));
  await expect
    .poll(() => bodies)
    .toEqual([{ folder_uid: FOLDER.folder_uid, record_uids: [APPLICATION_UID] }]);
  await user.click(choice);
  await user.click(await screen.findByRole("option", { name: "No folder" }));
  await expect.poll(() => bodies.at(-1)).toEqual({ folder_uid: null, record_uids: [APPLICATION_UID] });
});

test("C124: the details of a group state its capacity in MWp, which is a sum, and those of its devices in MW", async () => {
  signedInAs("good");
  const group: ListedRegisteredDevice = {
    ...deviceAt(0),
    device_type: "grouped",
    device_english_name: "Roofs",
    capacity_w: 1_000_000,
    members: 2,
  };
  const member = { device_uid: uidOf(3), code: "D000003", name: "Roof 003", capacity_w: 500_000 };
  fakeServer({
    "rehash/device": () =>
      answer(
        getRegisteredDevice,
        fakeDevice({ ...group, units: [], group_members: [{ ...member, from: "2026-01-01", until: null }] }),
      ),
  });
  const part = <RegisteredDrawer device={group.device_uid} close={() => {}} />;
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": part });
  const drawer = within(await screen.findByRole("dialog", { name: "Roofs" }));
  expect(drawer.getByText("Capacity").nextElementSibling?.textContent).toBe("1.000 MWp");
  expect(drawer.getByText("0.500 MW")).toBeTruthy();
});

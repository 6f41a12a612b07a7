import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeLists, ROW_UID } from "../../../testing/list-fakes.ts";
import { BUSINESS_ACCOUNT, fakeWaiting } from "../../../testing/registry-fakes.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import RegisteredDevicesScreen from "../devices/registered/RegisteredDevicesScreen.tsx";
import RegisterServicesScreen from "./RegisterServicesScreen.tsx";

freshBrowser();

async function show(query: string) {
  signedInAs("good");
  fakeServer(fakeLists());
  await renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, {
    "/": query.startsWith("&devices") ? <RegisteredDevicesScreen /> : <RegisterServicesScreen />,
  });
  await screen.findByRole("table");
}

/** States that the list is narrowed by, without how many there are. */
const states = (label: RegExp) =>
  within(screen.getByRole("group", { name: label }))
    .getAllByRole("button")
    .map((chip) => chip.textContent.replace(/\d+$/, ""));
const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent.trim());
/** Heads with all columns shown that the menu of columns has. */
async function allHeads() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const menu = await screen.findByRole("dialog");
  for (const box of within(menu).getAllByRole<HTMLInputElement>("checkbox")) {
    if (!box.checked) await user.click(box);
  }
  return heads();
}
const OF_DEVICES = ["All", "Draft", "Pending", "To Re-Submit", "Approved", "Declined"];

test.each([
  ["all", OF_DEVICES],
  ["normal", OF_DEVICES],
  ["grouped", OF_DEVICES],
  ["folder", [...OF_DEVICES, "Mixed"]],
])("C59: Device Registration has its four kinds, and of kind %s its states", async (sub, expected) => {
  await show(`&tab=devices&sub=${sub}`);
  const kinds = screen.getAllByRole("tab").slice(-4);
  expect(kinds.map((tab) => tab.textContent)).toEqual(["All", "Normal Device", "Grouped Device", "Folder"]);
  expect(states(/./)).toEqual(expected);
});

test("C60, C87: REC Issuance has its states, and a column for each field in its menu of columns", async () => {
  await show("&tab=issuance");
  expect(states(/./)).toEqual([
    "All",
    "Draft",
    "In-Progress",
    "To Re-Submit",
    "Approved",
    "Rejected",
    "Withdrawn",
  ]);
  expect(screen.getByText("Long Duc").closest("td")?.textContent).toBe("Long DucTra Vinh, Vietnam");
  expect(await allHeads()).toEqual([
    "Application",
    "Device",
    "Location",
    "Period",
    "Quantity (MWh)",
    "Registry",
    "Fuel",
    "Province",
    "Country",
    "From",
    "To",
    "Status",
    "Evidence and checks",
    "Acts next GMT+8",
  ]);
});

test("C61, C88: REC Imports has its states and a column for each field", async () => {
  await show("&tab=imports");
  expect(states(/./)).toEqual(["All", "In-Progress", "Imported", "Rejected"]);
  expect(heads()).toEqual([
    "Application ID",
    "Status",
    "Device Name",
    "Registry",
    "Fuel Type",
    "Location",
    "Province",
    "From",
    "To",
    "REC Quantity MWh",
    "REC Quantity Received MWh",
    "Created Date GMT+8",
    "REC ID",
    "Acts next GMT+8",
  ]);
});

test("C62, C63, C89: I-REC TIGR Redemption has its states, and a column for each field", async () => {
  await show("&tab=redemption");
  expect(screen.getByRole("radio", { name: "I-REC TIGR Redemption", checked: true })).toBeTruthy();
  expect(screen.getByRole("radio", { name: "GEC Redemption", checked: false })).toBeTruthy();
  expect(states(/./)).toEqual([
    "All",
    "InProgress",
    "Approved",
    "Returned",
    "Cancelled",
    "Rejected",
    "Completed",
  ]);
  expect(screen.getByText("Waiting for Payment")).toBeTruthy();
  expect(await allHeads()).toEqual([
    "Application ID",
    "Status",
    "Device Name",
    "Location",
    "Beneficiary Name",
    "Vintage",
    "Redemption Amount MW",
    "Created Date GMT+8",
    "Completed Date GMT+8",
    "Acts next GMT+8",
    "Registry",
    "Fuel Type",
    "Province",
    "Redeems For",
  ]);
});

test("C62, C64, C89, C124: GEC Redemption has its states, a column for each field, its amount labelled MW, and the date of the last change", async () => {
  await show("&tab=redemption&sub=gec");
  expect(states(/./)).toEqual([
    "All",
    "Pending Buyer Input",
    "Pending Seller Upload Certificate",
    "In-Progress",
    "Completed",
  ]);
  expect(heads()).toEqual([
    "Application ID",
    "Status",
    "Buyer",
    "Seller",
    "Registry",
    "Device Name",
    "Fuel Type",
    "Location",
    "Province",
    "Beneficiary Name",
    "Vintage",
    "Redeems For",
    "Redemption Amount MW",
    "Created Date GMT+8",
    "Completed Date GMT+8",
    "Updated Date GMT+8",
    "Acts next GMT+8",
  ]);
});

test("C57: above the tabs stand four boxes, each with its counter, what that is made of and the button that begins a record", async () => {
  signedInAs("good");
  fakeServer({ ...fakeLists(), "rehash/waiting": () => fakeWaiting() });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <RegisterServicesScreen /> });
  const boxes = await screen.findByRole("list", { name: "Records by kind" });
  await within(boxes).findByText("1 to re-submit");
  expect(
    within(boxes)
      .getAllByRole("listitem")
      .map((box) => box.textContent),
  ).toEqual([
    "Device Registration1waiting for you1 to re-submitRegister device",
    "REC Issuance0waiting for youNothing is openIssue REC",
    "REC Imports0waiting for youNothing is openImport REC",
    "REC Redemption0waiting for youNothing is openRedeem REC",
  ]);
  const begin = within(boxes)
    .getAllByRole("link")
    .filter((link) => link.getAttribute("href")?.endsWith("record=new"));
  expect(
    begin.map((link) => new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("tab")),
  ).toEqual(["devices", "issuance", "imports", "redemption"]);
  // They stand before the tabs.
  const [tabs] = screen.getAllByRole("tablist");
  expect(boxes.compareDocumentPosition(tabs ?? boxes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("C80: Register services opens with Device Registration, All", async () => {
  await show("");
  const chosen = screen.getAllByRole("tab", { selected: true }).map((tab) => tab.textContent);
  expect(chosen).toEqual(["Device Registration 0", "All"]);
});

test("C77, C85: an application has a column for each field, its capacity in MW, and its number opens it", async () => {
  await show("&tab=devices");
  expect(heads()).toEqual([
    "Application",
    "Status",
    "English name",
    "Local name",
    "Acts next GMT+8",
    "Registry",
    "Device type",
    "Device ID",
    "Fuel",
    "Technology",
    "Location",
    "Province",
    "Capacity MW",
    "Registration date",
  ]);
  expect(screen.getByRole("cell", { name: "1.250" })).toBeTruthy();
  const number = screen.getByRole("link", { name: "DR-2026-000031" });
  expect(number.getAttribute("href")).toContain(`tab=devices&record=${ROW_UID}`);
});

test("C124: applications of groups alone state their capacity in MWp", async () => {
  await show("&tab=devices&sub=grouped");
  expect(heads()).toContain("Capacity MWp");
});

test("C86, C124: a folder has its number, name, devices, place, date and state, its capacity in MWp", async () => {
  await show("&tab=devices&sub=folder");
  expect(heads().slice(0, 7)).toEqual([
    "Group ID",
    "Group name",
    "Devices",
    "Total capacity MWp",
    "Location",
    "Created GMT+8",
    "Status",
  ]);
});

const OF_A_DEVICE = [
  "Device ID",
  "English name",
  "Local name",
  "Commercial operation date",
  "Registry",
  "Device type",
  "Fuel",
  "Technology",
  "Location",
  "Province",
  "Capacity MW",
];

test.each(["all", "normal"])(
  "C73, C74, C93: of %s the same table of devices is shown, opened by Details (C78)",
  async (sub) => {
    await show(`&devices&sub=${sub}`);
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "All",
      "Normal Device",
      "Grouped Device",
      "Folder",
    ]);
    expect(heads().slice(0, 11)).toEqual(OF_A_DEVICE);
    const details = screen.getByRole("link", { name: "Details: D000123" });
    expect(details.getAttribute("href")).toContain(`device=${ROW_UID}`);
  },
);

test("C94: groups have their number, name, devices, place and total capacity", async () => {
  await show("&devices&sub=grouped");
  expect(heads().slice(0, 5)).toEqual([
    "Group ID",
    "Group name",
    "Devices",
    "Location",
    "Total capacity MWp",
  ]);
});

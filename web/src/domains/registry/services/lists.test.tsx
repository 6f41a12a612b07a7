// What every list of the workspace can do: each column with an order sorts on the server, all is searched, and saved as a file.

import {
  DEVICE_APPLICATION_ORDERS,
  DEVICE_FOLDER_ORDERS,
  DEVICE_ORDERS,
} from "@heliograph/contract/registry/devices/device-orders";
import { GEC_REDEMPTION_ORDERS } from "@heliograph/contract/registry/gec/gec-redemptions";
import { IMPORT_ORDERS } from "@heliograph/contract/registry/imports/imports";
import { ISSUANCE_ORDERS } from "@heliograph/contract/registry/issuance/issuance";
import { REDEMPTION_ORDERS } from "@heliograph/contract/registry/redemption/redemption-orders";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeLists, ROW_UID } from "../../../testing/list-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { pressEachHead, showAllColumns } from "../../../testing/table-kit.ts";
import { fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import RegisteredDevicesScreen from "../devices/registered/RegisteredDevicesScreen.tsx";
import RegisterServicesScreen from "./RegisterServicesScreen.tsx";

freshBrowser();

async function show(query: string) {
  signedInAs("good");
  const received = fakeServer(fakeLists());
  const router = await renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, {
    "/": query.startsWith("&devices") ? <RegisteredDevicesScreen /> : <RegisterServicesScreen />,
  });
  await screen.findByRole("table");
  const asked = (path: string) => received.filter((one) => one.path === path).map((one) => one.query);
  return { asked, address: () => new URLSearchParams(router.state.location.search) };
}

interface List {
  readonly name: string;
  readonly query: string;
  readonly path: string;
  readonly orders: readonly string[];
  /** Orders that no column has. */
  readonly without?: readonly string[];
}
const LISTS: readonly List[] = [
  {
    name: "Device Registration",
    query: "&tab=devices",
    path: "rehash/device-applications",
    orders: DEVICE_APPLICATION_ORDERS,
    without: ["created_at"],
  },
  {
    name: "what a folder holds",
    query: `&tab=devices&sub=folder&folder=${ROW_UID}`,
    path: "rehash/device-applications",
    orders: DEVICE_APPLICATION_ORDERS,
    without: ["created_at"],
  },
  {
    name: "folders",
    query: "&tab=devices&sub=folder",
    path: "rehash/device-folders",
    orders: DEVICE_FOLDER_ORDERS,
  },
  // How many devices there are has a group alone.
  { name: "Devices", query: "&devices", path: "rehash/devices", orders: DEVICE_ORDERS, without: ["members"] },
  {
    name: "REC Issuance",
    query: "&tab=issuance",
    path: "rehash/issuances",
    orders: ISSUANCE_ORDERS,
    without: ["changed_at"],
  },
  // The account's own have no company.
  {
    name: "REC Imports",
    query: "&tab=imports",
    path: "rehash/imports",
    orders: IMPORT_ORDERS,
    without: ["company"],
  },
  {
    name: "I-REC TIGR Redemption",
    query: "&tab=redemption",
    path: "rehash/redemptions",
    orders: REDEMPTION_ORDERS,
    without: ["company"],
  },
  {
    name: "GEC Redemption",
    query: "&tab=redemption&sub=gec",
    path: "rehash/gec-redemptions",
    orders: GEC_REDEMPTION_ORDERS,
  },
];

test.each(LISTS)(
  "the list of $name is put in order by each of its columns on the server, searched, and saved as a file",
  async ({ query, path, orders, without = [] }) => {
    const user = userEvent.setup();
    const { asked } = await show(query);
    await showAllColumns(user);
    await pressEachHead(user);
    const wanted = new Set(asked(path).flatMap((one) => one.get("order_by") ?? []));
    expect([...wanted].toSorted()).toEqual(orders.filter((one) => !without.includes(one)).toSorted());
    await user.type(screen.getByRole("searchbox"), "mill{Enter}");
    expect(asked(path).at(-1)?.get("search")).toBe("mill");
    expect(screen.getByRole("button", { name: "Save the list as a file" })).toBeTruthy();
  },
);

test("groups are put in order by each of their columns", async () => {
  const user = userEvent.setup();
  const { asked } = await show("&devices&sub=grouped");
  await pressEachHead(user);
  expect(asked("rehash/devices").flatMap((one) => one.get("order_by") ?? [])).toEqual([
    "device_unique_id",
    "device_english_name",
    "members",
    "location",
    "capacity_w",
    "valid_to",
    "status",
  ]);
});

test.each([
  ["Device Registration", "&tab=devices&q=roof&status=draft&sort=capacity&page=2"],
  ["Devices", "&devices&q=roof&sort=capacity_w&page=2"],
])(
  "what a tab of %s was searched by goes with no other tab, so that no list is narrowed unseen",
  async (_name, query) => {
    const user = userEvent.setup();
    const { asked, address } = await show(query);
    await user.click(screen.getByRole("tab", { name: "Folder" }));
    await expect.poll(() => asked("rehash/device-folders").length).toBeGreaterThan(0);
    for (const name of ["q", "status", "sort", "page"]) expect(address().has(name)).toBe(false);
    expect(asked("rehash/device-folders").at(-1)?.get("search")).toBe("");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  },
);

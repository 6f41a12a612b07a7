// What every list of the workspace can do: each column with an order sorts on the server, all is searched, and saved as a file.
import { DEVICE_APPLICATION_ORDERS } from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_FOLDER_ORDERS } from "@heliograph/contract/registry/devices/device-folders";
import { DEVICE_ORDERS } from "@heliograph/contract/registry/devices/registered-devices";
import { GEC_REDEMPTION_ORDERS } from "@heliograph/contract/registry/gec/gec-redemptions";
import { IMPORT_ORDERS } from "@heliograph/contract/registry/imports/imports";
import { ISSUANCE_ORDERS } from "@heliograph/contract/registry/issuance/issuance";
import { REDEMPTION_ORDERS } from "@heliograph/contract/registry/redemption/redemption-orders";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeLists, ROW_UID } from "../../../testing/list-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
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

/** Shows every column that the menu of columns has. */
async function showAllColumns(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const menu = await screen.findByRole("dialog");
  for (const box of within(menu).getAllByRole<HTMLInputElement>("checkbox")) {
    if (!box.checked) await user.click(box);
  }
  await user.keyboard("{Escape}");
}

/** Each list: its address, its call, its orders, and those that no column has for who acts for an account, with why. */
const LISTS: readonly (readonly [string, string, string, readonly string[], readonly string[]])[] = [
  [
    "Device Registration",
    "&tab=devices",
    "rehash/device-applications",
    DEVICE_APPLICATION_ORDERS,
    ["created_at"],
  ],
  [
    "what a folder holds",
    `&tab=devices&sub=folder&folder=${ROW_UID}`,
    "rehash/device-applications",
    DEVICE_APPLICATION_ORDERS,
    ["created_at"],
  ],
  ["folders", "&tab=devices&sub=folder", "rehash/device-folders", DEVICE_FOLDER_ORDERS, []],
  // How many devices there are has a group alone.
  ["Devices", "&devices", "rehash/devices", DEVICE_ORDERS, ["members"]],
  ["REC Issuance", "&tab=issuance", "rehash/issuances", ISSUANCE_ORDERS, ["changed_at"]],
  // The account's own have no company.
  ["REC Imports", "&tab=imports", "rehash/imports", IMPORT_ORDERS, ["company"]],
  ["I-REC TIGR Redemption", "&tab=redemption", "rehash/redemptions", REDEMPTION_ORDERS, ["company"]],
  ["GEC Redemption", "&tab=redemption&sub=gec", "rehash/gec-redemptions", GEC_REDEMPTION_ORDERS, []],
];

test.each(LISTS)(
  "the list of %s is put in order by each of its columns on the server, searched, and saved as a file",
  async (_name, query, path, orders, without) => {
    const user = userEvent.setup();
    const { asked } = await show(query);
    await showAllColumns(user);
    for (const head of screen.getAllByRole("columnheader")) {
      const sorts = within(head).queryByRole("button");
      if (sorts !== null) await user.click(sorts);
    }
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
  for (const head of screen.getAllByRole("columnheader")) {
    const sorts = within(head).queryByRole("button");
    if (sorts !== null) await user.click(sorts);
  }
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

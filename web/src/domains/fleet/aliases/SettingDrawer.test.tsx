import { getAlias, restoreDefaultAlias, setAlias } from "@heliograph/contract/fleet/aliases";
import { listFirmware } from "@heliograph/contract/fleet/firmware";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import type { ProjectRole } from "@heliograph/contract/fleet/project-types";
import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeGateway, GATEWAY_OF_BOTH, inList, INVERTER_UID, METER_UID } from "./testing/alias-fakes.ts";
import { SettingWindow } from "../../../app/shell/SettingWindow.tsx";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";

freshBrowser();

interface Given {
  readonly at?: string;
  readonly role?: ProjectRole;
  readonly type?: "pv" | "swh";
  readonly gateways?: number;
  readonly aliases?: Record<string, string>;
  readonly change?: () => Response | Promise<Response>;
}

/** The window of a project, or of the list, over a server that keeps the aliases it is told. */
async function openSetting(given: Given = {}) {
  signedInAs("good");
  let aliases = given.aliases ?? {};
  const items = Array.from({ length: given.gateways ?? 1 }, () => fakeGateway);
  const all = fakeServer({
    "project/project-info-only": () =>
      fakeProjectInfo({ project_role_to_user: given.role ?? "owner", project_type: given.type ?? "pv" }),
    "project/all-project-list": () =>
      answer(allProjectList, {
        data: [
          inList(PROJECT_UID, "Kho Long An", true),
          inList("3f2504e0-4f89-41d3-9a0c-0305e82c3302", "Bãi xe", false),
        ],
        paginate_info: { total_item: 2, total_page: 1 },
      }),
    "fleet/gateways": () => answer(listGateways, { items, total_items: items.length }),
    [listFirmware.path]: () => answer(listFirmware, { items: [] }),
    "config/alias/get-alias": () => answer(getAlias, aliases),
    "config/alias/set-alias": async ({ body }) => {
      const refused = await given.change?.();
      if (refused !== undefined && !refused.ok) return refused;
      const { gateway_list = [], device_list = [] } = setAlias.body.parse(body);
      const set = [
        ...gateway_list.map(({ gateway_uid, gateway_alias }) => [gateway_uid, gateway_alias] as const),
        ...device_list.map(({ device_uid, device_alias }) => [device_uid, device_alias] as const),
      ];
      const kept = Object.entries({ ...aliases, ...Object.fromEntries(set) });
      aliases = Object.fromEntries(kept.flatMap(([uid, alias]) => (alias === null ? [] : [[uid, alias]])));
      return answer(setAlias, { message: "The aliases have been saved" });
    },
    "config/alias/restore-default": async () => {
      const refused = await given.change?.();
      if (refused !== undefined && !refused.ok) return refused;
      aliases = {};
      return answer(restoreDefaultAlias, { message: "The default names have been restored" });
    },
  });
  const router = await renderAt(given.at ?? `/detail/${PROJECT_UID}?setting=alias`, {
    "/detail/:id": <SettingWindow />,
    "/list-project": <SettingWindow />,
    "/control": <SettingWindow />,
  });
  const sent = (path: string) => all.filter((one) => one.path === path).map(({ body }) => body);
  return { all, router, sent };
}

const button = (name: string) => screen.findByRole("button", { name });
const press = async (name: string) => fireEvent.click(await button(name));
const enter = (serial: string, value: string) =>
  fireEvent.change(screen.getByLabelText(`Alias of ${serial}`), { target: { value } });
/** A call that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { change: () => promise, end: () => resolve(Response.json({})) };
}

test("in a project its gateways stand with their devices by group, and 'Not available' where there are none", async () => {
  await openSetting({ aliases: { [INVERTER_UID]: "South roof" } });
  expect(await screen.findByRole("dialog", { name: "Setting" })).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Kho Long An" })).toBeTruthy();
  const gateway = screen.getByRole("region", { name: "Gateway GW-1" });
  expect(
    within(gateway)
      .getAllByRole("heading", { level: 4 })
      .map(({ textContent }) => textContent),
  ).toEqual(["Inverters", "Meters", "Sensors"]);
  const groups = [...gateway.querySelectorAll("h4")].map((head) => head.parentElement?.textContent);
  expect(groups).toEqual(["InvertersINV-1South roof", "MetersEM-1–No alias", "SensorsNot available"]);
  expect(screen.getAllByText("Not available")).toHaveLength(1);
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the tabs are Alias, Firmware version and Reference, which says Updating, and the address names the one that is shown", async () => {
  const { router } = await openSetting();
  const tabs = await screen.findAllByRole("tab");
  expect(tabs.map(({ textContent }) => textContent)).toEqual(["Alias", "Firmware version", "Reference"]);
  await userEvent.setup().click(tabs[2] ?? document.body);
  expect(await screen.findByRole("heading", { name: "Updating" })).toBeTruthy();
  expect(router.state.location.search).toBe("?setting=reference");
  await press("Close");
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("of a hot-water project there is no Firmware version", async () => {
  await openSetting({ type: "swh" });
  await screen.findByRole("region", { name: "Gateway GW-1" });
  const tabs = screen.getAllByRole("tab").map(({ textContent }) => textContent);
  expect(tabs).toEqual(["Alias", "Reference"]);
});

test("versions of firmware are asked for when their tab opens, and not before", async () => {
  const { all } = await openSetting();
  await screen.findByRole("region", { name: "Gateway GW-1" });
  const asked = () => all.filter(({ path }) => path === listFirmware.path).length;
  expect(asked()).toBe(0);
  await userEvent.setup().click(screen.getByRole("tab", { name: "Firmware version" }));
  await waitFor(() => expect(asked()).toBe(1));
});

test("only what was changed is sent, emptied text as null, and a successful save returns to view mode", async () => {
  const { sent } = await openSetting({
    aliases: { [INVERTER_UID]: "South roof", [METER_UID]: "Main meter" },
  });
  await press("Edit");
  enter("INV-1", "  East wing ");
  enter("EM-1", "Main meter ");
  expect(screen.getByText("1 change not saved")).toBeTruthy();
  await press("Save changes");
  expect(await button("Edit")).toBeTruthy();
  expect(await screen.findByText("East wing")).toBeTruthy();
  expect(await screen.findByText("The aliases have been saved")).toBeTruthy();
  await press("Edit");
  enter("EM-1", "");
  enter("GW-1", "Hall B");
  await press("Save changes");
  await waitFor(() =>
    expect(sent("config/alias/set-alias")).toEqual([
      {
        device_list: [{ gateway_uid: GATEWAY_OF_BOTH, device_uid: INVERTER_UID, device_alias: "East wing" }],
      },
      {
        gateway_list: [{ gateway_uid: GATEWAY_OF_BOTH, gateway_alias: "Hall B" }],
        device_list: [{ gateway_uid: GATEWAY_OF_BOTH, device_uid: METER_UID, device_alias: null }],
      },
    ]),
  );
});

test("nothing is sent until something was changed, and a warning asks to update changes", async () => {
  const { sent } = await openSetting();
  await press("Edit");
  await press("Save changes");
  expect(await screen.findByText("Please update changes")).toBeTruthy();
  expect(sent("config/alias/set-alias")).toEqual([]);
  await press("Cancel");
  expect(await button("Edit")).toBeTruthy();
});

test("while changes are saved the buttons cannot be pressed, and Save turns", async () => {
  const { change, end } = held();
  await openSetting({ change });
  await press("Edit");
  enter("INV-1", "East wing");
  await press("Save changes");
  await waitFor(() => expect(screen.getByRole("button", { name: "Save changes", busy: true })).toBeTruthy());
  for (const name of ["Save changes", "Cancel"]) expect(await button(name)).toHaveProperty("disabled", true);
  end();
  expect(await button("Edit")).toHaveProperty("disabled", false);
});

test("a save that fails says the server's message as an error, and the buttons can be pressed again", async () => {
  await openSetting({ change: () => refusal(409, "The project is being moved") });
  await press("Edit");
  enter("INV-1", "East wing");
  await press("Save changes");
  const said = await screen.findByText("The project is being moved");
  expect(said.closest('[data-type="error"]')).toBeTruthy();
  for (const name of ["Save changes", "Cancel"]) expect(await button(name)).toHaveProperty("disabled", false);
  expect(screen.getByLabelText("Alias of INV-1")).toHaveProperty("value", "East wing");
});

test("restoring says 'Please wait a moment for the function to execute!!', sends every uid of the map, and holds the buttons and the choice of a project meanwhile", async () => {
  const { change, end } = held();
  const { sent } = await openSetting({
    at: `/list-project?setting=alias&setting_project=${PROJECT_UID}`,
    aliases: { [INVERTER_UID]: "South roof", [GATEWAY_OF_BOTH]: "Hall B" },
    change,
  });
  await press("Restore default");
  const said = await screen.findByText("Please wait a moment for the function to execute!!");
  expect(said.closest('[data-type="warning"]')).toBeTruthy();
  expect(screen.getByRole("button", { name: "Restore default", busy: true })).toHaveProperty(
    "disabled",
    true,
  );
  expect(await button("Edit")).toHaveProperty("disabled", true);
  expect(screen.getByRole("combobox")).toHaveProperty("disabled", true);
  end();
  expect(await screen.findByText("The default names have been restored")).toBeTruthy();
  expect(sent("config/alias/restore-default")).toEqual([{ device_uid: [INVERTER_UID, GATEWAY_OF_BOTH] }]);
  await waitFor(() => expect(screen.queryByText("South roof")).toBeNull());
  expect(await button("Edit")).toHaveProperty("disabled", false);
  expect(screen.getByRole("combobox")).toHaveProperty("disabled", false);
});

test("what was restored can be taken back", async () => {
  const { sent } = await openSetting({ aliases: { [INVERTER_UID]: "South roof" } });
  await press("Restore default");
  await press("Undo");
  await waitFor(() =>
    expect(sent("config/alias/set-alias")).toEqual([
      {
        device_list: [{ gateway_uid: GATEWAY_OF_BOTH, device_uid: INVERTER_UID, device_alias: "South roof" }],
      },
    ]),
  );
  expect(await screen.findByText("South roof")).toBeTruthy();
});

test("restoring that fails warns with the server's message", async () => {
  await openSetting({
    aliases: { [INVERTER_UID]: "South roof" },
    change: () => refusal(409, "The project is being moved"),
  });
  await press("Restore default");
  const said = await screen.findByText("The project is being moved");
  expect(said.closest('[data-type="warning"]')).toBeTruthy();
  expect(await button("Restore default")).toHaveProperty("disabled", false);
});

test("without an alias there is nothing to restore, and the button says so", async () => {
  const { sent } = await openSetting();
  await press("Restore default");
  expect(await screen.findAllByText("No alias is set")).not.toEqual([]);
  expect(sent("config/alias/restore-default")).toEqual([]);
});

test("who may only look sees every alias and no button that changes one", async () => {
  await openSetting({ role: "read_only", aliases: { [INVERTER_UID]: "South roof" } });
  expect(await screen.findByText("South roof")).toBeTruthy();
  for (const name of ["Edit", "Save changes", "Restore default", "Cancel"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("in a list a project is chosen first; one without a gateway is there, cannot be chosen and says why", async () => {
  const { router } = await openSetting({ at: "/list-project?setting=alias&searchProject=kho" });
  expect(await screen.findByText("Choose a project to see its names")).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("combobox"));
  const barred = await screen.findByRole("option", { name: /Bãi xe/ });
  expect(barred.getAttribute("aria-disabled")).toBe("true");
  expect(barred.getAttribute("title")).toBe("This project has no gateway");
  await userEvent.setup().click(screen.getByRole("option", { name: "Kho Long An" }));
  expect(await screen.findByRole("region", { name: "Gateway GW-1" })).toBeTruthy();
  expect(router.state.location.search).toBe(
    `?setting=alias&searchProject=kho&setting_project=${PROJECT_UID}`,
  );
});

test("the project that /control names is the one that is open", async () => {
  await openSetting({ at: `/control?project=${PROJECT_UID}&setting=alias` });
  expect(await screen.findByRole("region", { name: "Gateway GW-1" })).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("another tab over what is not saved asks first, and clears the edit", async () => {
  await openSetting();
  await press("Edit");
  enter("INV-1", "East wing");
  await userEvent.setup().click(screen.getByRole("tab", { name: "Reference" }));
  await press("Keep editing");
  expect(screen.getByLabelText("Alias of INV-1")).toHaveProperty("value", "East wing");
  await userEvent.setup().click(screen.getByRole("tab", { name: "Reference" }));
  await press("Discard changes");
  expect(await screen.findByRole("heading", { name: "Updating" })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("tab", { name: "Alias" }));
  expect(await button("Edit")).toBeTruthy();
  expect(screen.queryByLabelText("Alias of INV-1")).toBeNull();
});

test("a project without a gateway says so, and leads its owner to adding one", async () => {
  await openSetting({ gateways: 0 });
  expect(await screen.findByRole("heading", { name: "This project has no gateway" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add a gateway" }).getAttribute("href")).toBe(
    `/set-up/${PROJECT_UID}?step=gateway`,
  );
});

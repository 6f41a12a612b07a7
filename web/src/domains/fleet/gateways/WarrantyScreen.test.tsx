import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import WarrantyScreen from "./WarrantyScreen.tsx";

freshBrowser();

type Gateway = Answer<typeof listGateways>["items"][number];
const device = (n: number, warranty_end: string | null): Gateway["devices"][number] => ({
  device_uid: `3f2504e0-4f89-41d3-9a0c-0305e82c33${n}`,
  serial: `INV-${n}`,
  asset_type: "solar_inverter",
  name: "",
  alias: n === 11 ? "South roof" : null,
  manufacturer: null,
  model: null,
  ac_nominal_w: null,
  dc_capacity_wp: null,
  battery_capacity_wh: null,
  mppt_count: null,
  announced_ac_nominal_w: null,
  announced_dc_capacity_wp: null,
  ratings_confirmed_at: null,
  replaces: null,
  warranty_begin: warranty_end === null ? null : "2020-01-01",
  warranty_end,
});
const gateway = (devices: Gateway["devices"]): Gateway => ({
  gateway_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3401",
  serial: "BELINK-1",
  name: "Main gateway",
  alias: null,
  capacity_wp: null,
  interval_s: 10,
  firmware_version: null,
  connected: true,
  last_contact_at: null,
  devices,
});

async function open(gateways: () => Response, type: "pv" | "swh" = "pv") {
  signedInAs("good");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T05:00:00Z") });
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_type: type }),
    "fleet/gateways": gateways,
  });
  await renderAt(`/warranty/${PROJECT_UID}`, { "/warranty/:id": <WarrantyScreen /> });
  return all;
}
const three = () =>
  answer(listGateways, {
    items: [gateway([device(11, "2030-01-01"), device(12, "2025-06-01"), device(13, "2026-04-01")])],
    total_items: 1,
  });
const serials = () =>
  screen.getAllByRole("row").flatMap((row) => /INV-\d+/.exec(row.textContent ?? "")?.[0] ?? []);

const row = async (name: RegExp) => (await screen.findByRole("row", { name })).textContent;
const sorted = () => screen.getByRole("columnheader", { name: "Remaining" }).getAttribute("aria-sort");

test("devices stand by gateway with serial, alias, dates and what is left, in words where it ends or has ended", async () => {
  await open(three);
  expect(await screen.findByRole("row", { name: /Main gateway.*BELINK-1/ })).toBeTruthy();
  expect(await row(/South roof/)).toContain("INV-11Inverter2020-01-012030-01-01Days left: 1,402");
  expect(await row(/INV-12/)).toContain("Expired");
  expect(await row(/INV-13/)).toContain("Ends soon · days left: 31");
});

test("the last head orders by what is left: soonest, latest, and back", async () => {
  await open(three);
  const head = await screen.findByRole("button", { name: "Remaining" });
  expect([sorted(), serials()]).toEqual(["none", ["INV-11", "INV-12", "INV-13"]]);
  fireEvent.click(head);
  expect([sorted(), serials()]).toEqual(["ascending", ["INV-12", "INV-13", "INV-11"]]);
  fireEvent.click(head);
  expect([sorted(), serials()]).toEqual(["descending", ["INV-11", "INV-13", "INV-12"]]);
});

test("a phone has cards instead of the table", async () => {
  screenOf(390);
  await open(three);
  expect(await screen.findByText("Expired")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(within(screen.getByRole("list")).getAllByRole("listitem")).toHaveLength(3);
});

test("no warranty at all is said, a failure can be tried again, and a hot-water project is updating", async () => {
  await open(() => answer(listGateways, { items: [gateway([device(11, null)])], total_items: 1 }));
  expect(await screen.findByRole("heading", { name: "No warranty data" })).toBeTruthy();
});

test("a list that could not be loaded says so and asks again when told to", async () => {
  let broken = true;
  await open(() => (broken ? refusal(500, "Internal error") : three()));
  fireEvent.click(
    await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 }).then((button) => {
      broken = false;
      return button;
    }),
  );
  expect(await screen.findByText("Expired")).toBeTruthy();
});

test("of a hot-water project the page says 'Function is updating'", async () => {
  await open(three, "swh");
  expect(await screen.findByRole("heading", { name: "Function is updating" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("another account's project is 'Can not found any Project with this User', with the way home", async () => {
  signedInAs("good");
  fakeServer({
    "project/project-info-only": () => refusal(404, "No such project", { code: "project.not_found" }),
    "fleet/gateways": () => refusal(404, "No such project", { code: "project.not_found" }),
  });
  await renderAt(`/warranty/${PROJECT_UID}`, { "/warranty/:id": <WarrantyScreen /> });
  expect(await screen.findByText("Can not found any Project with this User")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/list-project");
});

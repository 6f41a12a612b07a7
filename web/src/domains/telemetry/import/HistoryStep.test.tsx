import {
  listImports,
  readImport,
  startImport,
  tryImport,
  undoImport,
  wishImport,
} from "@heliograph/contract/telemetry/import/imports";
import type { ImportDraft, ImportItem } from "@heliograph/contract/telemetry/import/import-shapes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  choose,
  fakeServer,
  freshBrowser,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { confirmRatings, listGateways } from "@heliograph/contract/fleet/gateways";
import { HistoryStep } from "./HistoryStep.tsx";
import { DONE, fakeDraft, fakeImports, PREVIEW } from "./testing/import-fakes.ts";

freshBrowser();

const INVERTER = "3f2504e0-4f89-41d3-9a0c-0305e82c3344";
const UNRATED = {
  gateway_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3355",
  serial: "GW-1",
  name: "",
  alias: null,
  capacity_wp: null,
  interval_s: 300,
  firmware_version: null,
  connected: true,
  last_contact_at: null,
  devices: [
    {
      device_uid: INVERTER,
      serial: "INV-04",
      asset_type: "solar_inverter" as const,
      name: "",
      alias: null,
      manufacturer: null,
      model: null,
      ac_nominal_w: null,
      dc_capacity_wp: null,
      battery_capacity_wh: null,
      mppt_count: null,
      warranty_begin: null,
      warranty_end: null,
    },
  ],
};

interface Scene {
  readonly draft?: Partial<ImportDraft> | null;
  readonly items?: readonly ImportItem[];
}

async function open({ draft = {}, items = [] }: Scene = {}) {
  signedInAs("good");
  const done = { message: "Done" };
  const all = fakeServer({
    [listImports.path]: () => fakeImports(items, draft !== null),
    [readImport.path]: () => fakeDraft(draft ?? {}),
    [wishImport.path]: () => answer(wishImport, done),
    [tryImport.path]: () => answer(tryImport, done),
    [startImport.path]: () => answer(startImport, done),
    [undoImport.path]: () => answer(undoImport, done),
    [listGateways.path]: () => answer(listGateways, { items: [UNRATED], total_items: 1 }),
    [confirmRatings.path]: () => answer(confirmRatings, done),
  });
  await renderAt(`/set-up/${PROJECT_UID}?step=history`, { "/set-up/:id": <HistoryStep uid={PROJECT_UID} /> });
  return all;
}
const asked = (all: Awaited<ReturnType<typeof open>>, path: string) =>
  all.filter((one) => one.path === path && one.method === "POST");

test("without a file the drop zone is a button, and nothing is to be imported", async () => {
  await open({ draft: null });
  await screen.findByRole("button", { name: /Drop files here or choose/ });
  expect(screen.getByText("Nothing is stored before you press Import")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
});

test("the dry run's parts add up on the screen to what was found, and the button names what is new", async () => {
  await open();
  await screen.findByText("100 + 7 + 3 = 110");
  expect(screen.getByRole("button", { name: "Import 100 readings" })).toBeTruthy();
  expect(screen.getByText("Already there, stay as they are")).toBeTruthy();
  expect(screen.getByText("1 to decide")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Import without" }));
  expect(screen.queryByText("1 to decide")).toBeNull();
  expect(screen.getByText("1 counter reset, handled")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show the lines" }));
  expect(screen.getByText("a.csv:72")).toBeTruthy();
});

test("Alt and Enter begin the import, once a dry run has told what is new", async () => {
  const all = await open();
  await screen.findByText("100 + 7 + 3 = 110");
  fireEvent.keyDown(document.body, { key: "Enter" });
  expect(asked(all, startImport.path)).toHaveLength(0);
  fireEvent.keyDown(document.body, { key: "Enter", altKey: true });
  await waitFor(() => expect(asked(all, startImport.path)).toHaveLength(1));
});

test("files that can be read are tried by themselves, once", async () => {
  const all = await open({ draft: { state: "draft", trial: null } });
  await waitFor(() => expect(asked(all, tryImport.path)).toHaveLength(1));
  expect(screen.getByRole("button", { name: /^Import/ })).toHaveProperty("disabled", true);
});

test("a file that cannot be read shows its first lines and why, and is not tried", async () => {
  const fault = "It has no line with names of columns and numbers below it";
  const preview = { ...PREVIEW, assumes: null, fault, first_lines: ["Dear all,", "no table"], columns: [] };
  const all = await open({ draft: { state: "draft", trial: null, previews: [preview] } });
  await screen.findByText(/Dear all,/);
  expect(screen.getByRole("alert").textContent).toContain(fault);
  expect(screen.getByLabelText("How stamps are written")).toBeTruthy();
  expect(asked(all, tryImport.path)).toHaveLength(0);
});

test("a column that is left out, or of another quantity, is told to the server with what was said before", async () => {
  const all = await open();
  await choose(await screen.findByRole("combobox", { name: "Quantity: INV-1 Power(kW)" }), "Left out");
  await waitFor(() => expect(asked(all, wishImport.path)).toHaveLength(1));
  const [sent] = asked(all, wishImport.path);
  expect(sent?.body).toMatchObject({ preset: null, columns: { "INV-1 Power(kW)": null } });
});

test("an import under way shows how far it is and what goes first, and can be stopped", async () => {
  const way = { progress: 0.62, left_s: 40, stored: 0 };
  const running: ImportItem = { ...DONE, ...way, state: "storing", ended_at: null };
  await open({ draft: null, items: [running] });
  const row = await screen.findByRole("row", { name: /plant_2024\.csv/ });
  expect(row.textContent).toContain("Storing, then energy of 366 days");
  expect(row.textContent).toContain("62%");
  expect(within(row).getAllByRole("cell").at(-3)?.textContent).toBe("–");
  expect(row.textContent).toContain("about 40 s left · live readings go first");
  expect(within(row).getByRole("button", { name: "Stop: plant_2024.csv" })).toBeTruthy();
  expect(within(row).queryByRole("button", { name: /Undo/ })).toBeNull();
});

test("an undo asks first, names the readings and days that go, and is done after Yes alone", async () => {
  const all = await open({ draft: null, items: [DONE] });
  const undo = await screen.findByRole("button", { name: "Undo: plant_2024.csv" });
  fireEvent.click(undo);
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("735,648 readings on 366 days go");
  expect(asked(all, undoImport.path)).toHaveLength(0);
  fireEvent.click(within(question).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(asked(all, undoImport.path)).toHaveLength(1));
});

test("an inverter of the project without a rating is given one before the import, and the dry run is done again", async () => {
  const devices = [{ device_uid: INVERTER, serial: "INV-04", name: "INV-04", asset_type: "solar_inverter" }];
  const all = await open({ draft: { devices } });
  fireEvent.click(await screen.findByRole("button", { name: "Give a rating" }));
  fireEvent.change(screen.getByLabelText("Rated AC power"), { target: { value: "125" } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Use" })).toHaveProperty("disabled", false));
  fireEvent.click(screen.getByRole("button", { name: "Use" }));
  await waitFor(() => expect(asked(all, tryImport.path)).toHaveLength(1));
  const [sent] = asked(all, confirmRatings.path);
  expect(sent?.body).toMatchObject({ devices: [{ device_uid: INVERTER, ac_nominal_w: 125_000 }] });
});

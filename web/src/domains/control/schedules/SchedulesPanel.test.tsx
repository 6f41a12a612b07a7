import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { freshBrowser, refusal, renderAt, screenOf, signedInAs } from "../../../testing/test-kit.tsx";
import { AddWithoutProject } from "./AddWithoutProject.tsx";
import { openSchedules, uidOf, weekly } from "./testing/schedule-fakes.tsx";

freshBrowser();

test("a schedule stands in the table with its devices, days, window, value, next run and state", async () => {
  await openSchedules({
    items: [
      weekly(),
      weekly({
        id: 2,
        schedule_id: uidOf(8),
        schedule_type_id: 1,
        schedule_timeline_type_id: 3,
        day: [25],
        available: false,
        next_run_at: null,
      }),
    ],
  });
  const [, first, second] = await screen.findAllByRole("row");
  for (const words of [
    "INV-1",
    "Power control",
    "Weekly",
    "Mon–Sun",
    "20:00–04:00",
    "+1 d",
    "60 %",
    "Active",
  ]) {
    expect(first?.textContent).toContain(words);
  }
  for (const words of ["On/Off", "Monthly", "25", "OFF", "Deactive"]) {
    expect(second?.textContent).toContain(words);
  }
  expect(screen.getByText("2, times of the plant, GMT+7")).toBeTruthy();
});

test("seven days of runs are one stop of the keyboard; arrows go from run to run, and Enter opens the schedule", async () => {
  await openSchedules();
  const line = within(await screen.findByRole("group", { name: "Runs of the next seven days" }));
  const bars = line.getAllByRole("button");
  expect(bars).toHaveLength(7);
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  const [first, second] = bars;
  first?.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard("{End}");
  expect(document.activeElement).toBe(bars.at(-1));
  await userEvent.keyboard("{Home}{Enter}");
  const detail = within(await screen.findByRole("dialog", { name: "Schedule 1" }));
  expect(detail.getAllByRole("listitem")).toHaveLength(10);
});

const inverters = (...numbers: readonly number[]) =>
  numbers.map((n) => ({ device_uid: uidOf(n), device_serial: `INV-${n}`, name: `INV-${n}` }));

test("schedules of other devices have a lane of their own, named by the first and how many more", async () => {
  await openSchedules({
    items: [
      weekly({ device_serial: inverters(1, 2, 3) }),
      weekly({ id: 2, schedule_id: uidOf(8), device_serial: inverters(4, 5, 6) }),
      weekly({ id: 3, schedule_id: uidOf(9), available: false, device_serial: inverters(3, 2, 1) }),
    ],
  });
  const line = within(await screen.findByRole("group", { name: "Runs of the next seven days" }));
  const lanes = line.getAllByRole("group").map((lane) => [lane.getAttribute("aria-label"), lane.textContent]);
  expect(lanes.map(([label]) => label)).toEqual(["INV-1, INV-2, INV-3", "INV-4, INV-5, INV-6"]);
  expect(lanes.map(([, text]) => text?.slice(0, 8))).toEqual(["INV-1 +2", "INV-4 +2"]);
});

/** One on Wednesdays. */
const short = (n: number, from_time: string, to_time: string) =>
  weekly({
    id: n,
    schedule_id: uidOf(n),
    schedule_type_id: 1,
    day: [3],
    attributes_value: { ...weekly().attributes_value, from_time, to_time },
  });

test("the words of a short run stand beside it, and nowhere where another run begins there", async () => {
  await openSchedules({ items: [short(3, "06:00", "07:00"), short(4, "09:00", "10:00")] });
  const line = await screen.findByRole("group", { name: "Runs of the next seven days" });
  const places = [...line.querySelectorAll("[data-narrow]")].map((bar) => bar.getAttribute("data-narrow"));
  expect(places).toHaveLength(2);
  expect(places.filter((place) => place === "none")).toHaveLength(1);
});

test("who may only look has Detail alone, and no button that adds", async () => {
  await openSchedules({ role: "read_only" });
  await userEvent.click(await screen.findByRole("button", { name: "Actions of schedule 1" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Detail"]);
  expect(screen.queryByRole("button", { name: "Add schedule" })).toBeNull();
});

test("without a schedule the panel says so, and a list that does not come can be asked for again", async () => {
  await openSchedules({ items: [] });
  expect(await screen.findByText("No schedule yet")).toBeTruthy();
});

test("without a project 'Please select 1 project' is said", async () => {
  signedInAs("good");
  await renderAt("/", { "/": <AddWithoutProject /> });
  await userEvent.click(screen.getByRole("button", { name: "Add schedule" }));
  expect(await screen.findByText("Please select 1 project")).toBeTruthy();
});

test("an update keeps gateway, devices, timeline and type, overrides unless told otherwise, and can deactivate", async () => {
  const { changes } = await openSchedules();
  await userEvent.click(await screen.findByRole("button", { name: "Actions of schedule 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Update" }));
  const form = within(await screen.findByRole("dialog"));
  for (const name of ["Gateway", "Control type", "Timeline"]) {
    expect(form.getByRole("combobox", { name })).toHaveProperty("disabled", true);
  }
  expect(form.getByRole("checkbox", { name: "INV-1" }).closest("fieldset")).toHaveProperty("disabled", true);
  expect(form.getByRole("checkbox", { name: "Override and apply" })).toHaveProperty("checked", true);
  await userEvent.click(form.getByRole("radio", { name: "Deactive" }));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Update schedule successful")).toBeTruthy();
  expect(changes()[0]).toMatchObject({
    method: "PUT",
    body: { schedule_id: uidOf(7), available: false, option_overwrite: true, value: 60 },
  });
  expect(changes()[0]?.query.get("schedule_id")).toBe(uidOf(7));
});

test.each([
  ["Default", { schedule_id: uidOf(7) }],
  ["Stop", { schedule_id: uidOf(7), option_overwrite: true }],
])("deleted with %s it sends that, and says that it is gone", async (how, body) => {
  const { changes } = await openSchedules();
  await userEvent.click(await screen.findByRole("button", { name: "Actions of schedule 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("radio", { name: how }));
  await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Delete schedule successful")).toBeTruthy();
  expect(changes().map(({ method, body: sent }) => [method, sent])).toEqual([["DELETE", body]]);
});

test("a deletion that is refused says what the server says", async () => {
  await openSchedules({ remove: () => refusal(404, "No such schedule", { code: "schedule.not_found" }) });
  await userEvent.click(await screen.findByRole("button", { name: "Actions of schedule 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No such schedule")).toBeTruthy();
});

test("the log lists the runs of a schedule, each opens to its devices and what became of their commands", async () => {
  await openSchedules();
  await userEvent.click(await screen.findByRole("button", { name: "Schedule log" }));
  const log = within(await screen.findByRole("dialog"));
  const run = await log.findByText("Late: the portal had been down");
  await userEvent.click(run);
  const row = within(log.getByRole("table", { name: "Devices" })).getAllByRole("row")[1];
  expect(row?.textContent).toBe("INV-120:00:02BeginsVerified");
});

test("on a phone the next runs are a list, and the schedules are cards", async () => {
  screenOf(390);
  await openSchedules();
  expect(await screen.findByText("Next ten runs")).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Runs of the next seven days" })).toBeNull();
  expect(screen.queryByRole("columnheader")).toBeNull();
});

import { createSchedule, getSchedule } from "@heliograph/contract/control/schedules/schedules";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import { addDays } from "@heliograph/contract/kernel/time";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { ScheduleForm } from "./ScheduleForm.tsx";
import {
  chooseByKeys,
  FIRST_DAY,
  GATEWAY,
  INV_1,
  openScheduleForm,
  typeInto,
  uidOf,
  weekly,
} from "./testing/schedule-fakes.tsx";

freshBrowser();

test("without gateway, device and day nothing is sent, and each is named", async () => {
  const { form, submit, changes } = await openScheduleForm({ bare: true });
  await submit();
  expect(await form.findByText("* Please select at least 1 gateway")).toBeTruthy();
  expect(form.getByText("Please select at least 1 device")).toBeTruthy();
  expect(form.getByText("Please select at least 1 day")).toBeTruthy();
  expect(changes()).toEqual([]);
});

test("a new schedule is sent as the specification has it: 20:00 to 04:00, 10 percent; the list is loaded again and the next form is empty", async () => {
  const { form, heard, submit, changes } = await openScheduleForm();
  expect(form.getByLabelText("Start time")).toHaveProperty("value", "20:00");
  expect(form.getByLabelText("End time")).toHaveProperty("value", "04:00");
  expect(form.getByLabelText("Value")).toHaveProperty("value", "10");
  expect(form.queryByRole("checkbox", { name: "MTR-1" })).toBeNull();
  await userEvent.click(form.getByRole("checkbox", { name: "Sun" }));
  await submit();
  expect(await screen.findByText("Create schedule successful")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(heard.filter(({ path }) => path === getSchedule.path)).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name: "Add schedule" }));
  expect(await screen.findByRole("checkbox", { name: "Sun" })).toHaveProperty("checked", false);
  expect(changes().map(({ path, body }) => [path, body])).toEqual([
    [
      createSchedule.path,
      {
        gateway_uid: GATEWAY,
        device_serial: [{ device_uid: INV_1 }],
        schedule_type_id: 2,
        schedule_timeline_type_id: 2,
        from_date: FIRST_DAY,
        to_date: addDays(FIRST_DAY, 30),
        from_time: "20:00",
        to_time: "04:00",
        day: [7],
        state: "OFF",
        operation_type: "PERCENT",
        value: 10,
        relay: null,
        available: true,
        option_overwrite: false,
      },
    ],
  ]);
});

test.each(["Start time", "End time"])(
  "without its %s nothing is sent, and the field says so",
  async (name) => {
    const { form, submit, changes } = await openScheduleForm();
    await userEvent.click(form.getByRole("checkbox", { name: "Sun" }));
    typeInto(form.getByLabelText(name), "");
    await submit();
    await waitFor(() => expect(form.getByLabelText(name).getAttribute("aria-invalid")).toBe("true"));
    expect(changes()).toEqual([]);
  },
);

test.each([
  ["managed", false],
  ["read_only", true],
] as const)(
  "days of the week are for owners and managing people: for %s disabled is %s",
  async (role, disabled) => {
    signedInAs("good");
    fakeServer({ [listGateways.path]: () => answer(listGateways, { items: [], total_items: 0 }) });
    const told = await fakeProjectInfo({ project_role_to_user: role }).json();
    const project = projectInfoOnly.answer.parse(told).project_info;
    await renderAt("/", {
      "/": <ScheduleForm project={project} items={[]} schedule={null} close={() => {}} />,
    });
    expect(await screen.findByRole("group", { name: "Applicable days" })).toHaveProperty(
      "disabled",
      disabled,
    );
  },
);

test("the power is a percentage or Pmax in W, and a number", async () => {
  const { form, submit, changes } = await openScheduleForm();
  expect(form.getByText("Percent")).toBeTruthy();
  fireEvent.change(form.getByLabelText("Value"), { target: { value: "ten" } });
  await submit();
  await waitFor(() => expect(form.getByLabelText("Value").getAttribute("aria-invalid")).toBe("true"));
  expect(changes()).toEqual([]);
  await chooseByKeys(form.getByRole("combobox", { name: "Unit" }), "Pmax (W)");
  fireEvent.change(form.getByLabelText("Value"), { target: { value: "450000" } });
  await userEvent.click(form.getByRole("checkbox", { name: "Mon" }));
  await submit();
  await screen.findByText("Create schedule successful");
  expect(changes()[0]?.body).toMatchObject({ operation_type: "FIX_VALUE", value: 450_000 });
});

test("an end that is not after the start is named at both: of one span, and of a window on one day", async () => {
  const { form, submit, changes } = await openScheduleForm();
  await chooseByKeys(form.getByRole("combobox", { name: "Timeline" }), "One-off");
  const [from, to] = [form.getByLabelText("Start date"), form.getByLabelText("End date")];
  fireEvent.change(to, { target: { value: (from as HTMLInputElement).value } });
  fireEvent.blur(to);
  await submit();
  expect(await form.findByText("Start time must be < end time")).toBeTruthy();
  expect(form.getByText("End time must be > start time")).toBeTruthy();
  expect(changes()).toEqual([]);
  typeInto(form.getByLabelText("End time"), "23:00");
  await waitFor(() => expect(form.queryByText("Start time must be < end time")).toBeNull());
});

test("the start date cannot be after the end date, nor the end date before the start date", async () => {
  const { form } = await openScheduleForm();
  const [from, to] = [
    form.getByLabelText("Start date"),
    form.getByLabelText("End date"),
  ] as HTMLInputElement[];
  const [start = "", end = ""] = [from?.value, to?.value];
  if (from === undefined || to === undefined) throw new Error("no dates");
  typeInto(to, "2020-01-01");
  typeInto(from, "2199-01-01");
  expect([from.value, to.value]).toEqual([start, end]);
});

test("only the manual mode sends; the automatic one says that it is being built", async () => {
  const { form, submit, changes } = await openScheduleForm();
  await userEvent.click(form.getByRole("radio", { name: "Automatic" }));
  await submit();
  expect(await screen.findByText("Function is updating")).toBeTruthy();
  expect(changes()).toEqual([]);
});

test("the next ten runs of what is typed stand below it", async () => {
  const { form } = await openScheduleForm();
  expect(form.getByText("No run is left.")).toBeTruthy();
  for (const name of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]) {
    await userEvent.click(form.getByRole("checkbox", { name }));
  }
  expect(form.getAllByRole("listitem")).toHaveLength(10);
});

test("an overlap is outlined, named, and may be overridden", async () => {
  const meeting = weekly({ id: 2, schedule_id: uidOf(8), rank: 2 });
  const { form, submit, changes } = await openScheduleForm({ items: [weekly(), meeting] });
  const bars = document.querySelectorAll("[data-overlaps]");
  expect(bars).toHaveLength(14);
  await userEvent.click(form.getByRole("checkbox", { name: "Mon" }));
  expect((await form.findByRole("alert")).textContent).toContain("Overlaps schedule 1 (20:00–04:00)");
  await userEvent.click(form.getByRole("checkbox", { name: "Override and apply" }));
  await submit();
  await screen.findByText("Create schedule successful");
  expect(changes()[0]?.body).toMatchObject({ option_overwrite: true });
});

test("what the server refuses is told in its words, and the form stays", async () => {
  const { form, submit } = await openScheduleForm({
    create: () => refusal(409, "Overlaps schedule 3", { code: "schedule.overlaps" }),
  });
  await userEvent.click(form.getByRole("checkbox", { name: "Mon" }));
  await submit();
  expect(await screen.findByText("Overlaps schedule 3")).toBeTruthy();
  expect(form.getByLabelText("Value")).toBeTruthy();
});

test("a water heater's controller switches a relay, and is not limited", async () => {
  const { form, submit, changes } = await openScheduleForm({ type: "swh" });
  expect(form.queryByLabelText("Value")).toBeNull();
  await chooseByKeys(form.getByRole("combobox", { name: "Relay" }), "RL2");
  await userEvent.click(form.getByRole("radio", { name: "ON" }));
  await userEvent.click(form.getByRole("checkbox", { name: "Sat" }));
  await submit();
  await screen.findByText("Create schedule successful");
  expect(changes()[0]?.body).toMatchObject({ schedule_type_id: 1, relay: "RL2", state: "ON" });
});

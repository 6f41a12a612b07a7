// The panel of schedules over a server that answers by the contract, and the ways in which tests fill its form.
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  scheduleLog,
  updateSchedule,
  type Schedule,
} from "@heliograph/contract/control/schedules/schedules";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { fakeProjectInfo } from "../../../../testing/project-fakes.ts";
import { answer, fakeServer, renderAt, signedInAs } from "../../../../testing/test-kit.tsx";
import { SchedulesPanel } from "../SchedulesPanel.tsx";

const TIMEZONE = "Asia/Ho_Chi_Minh";
export const FIRST_DAY = localDay(TIMEZONE, Date.now());
export const uidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
export const [GATEWAY, INV_1] = [uidOf(1), uidOf(2)];

export const weekly = (change: Partial<Schedule> = {}): Schedule => ({
  id: 1,
  schedule_id: uidOf(7),
  available: true,
  device_serial: [{ device_uid: INV_1, device_serial: "INV-1", name: "INV-1" }],
  gateway_uid: GATEWAY,
  gateway_serial: "GW-1",
  schedule_type_id: 2,
  schedule_timeline_type_id: 2,
  from_date: FIRST_DAY,
  to_date: addDays(FIRST_DAY, 60),
  timezone: TIMEZONE,
  day: [1, 2, 3, 4, 5, 6, 7],
  option_overwrite: false,
  attributes_value: {
    from_time: "20:00",
    to_time: "04:00",
    state: "OFF",
    operation_type: "PERCENT",
    value: 60,
  },
  relay: null,
  rank: 1,
  next_run_at: `${FIRST_DAY}T13:00:00.000Z`,
  ...change,
});

const device = (device_uid: string, serial: string, asset_type = "solar_inverter") => ({
  device_uid,
  serial,
  asset_type: asset_type as "solar_inverter",
  name: "",
  alias: null,
  manufacturer: null,
  model: null,
  ac_nominal_w: 50_000,
  dc_capacity_wp: null,
  battery_capacity_wh: null,
  mppt_count: null,
  warranty_begin: null,
  warranty_end: null,
});

interface Given {
  readonly items?: Schedule[];
  readonly role?: "owner" | "managed" | "read_only";
  readonly type?: "pv" | "swh";
  readonly create?: () => Response;
  readonly update?: () => Response;
  readonly remove?: () => Response;
}

/** A gateway with two devices of the kind, and a meter. */
const gatewayWith = (kind: "swh_controller" | "solar_inverter") =>
  answer(listGateways, {
    items: [
      {
        gateway_uid: GATEWAY,
        serial: "GW-1",
        name: "",
        alias: null,
        capacity_wp: null,
        interval_s: 60,
        firmware_version: null,
        connected: true,
        last_contact_at: null,
        devices: [
          device(INV_1, "INV-1", kind),
          device(uidOf(3), "INV-2", kind),
          device(uidOf(4), "MTR-1", "grid_meter"),
        ],
      },
    ],
    total_items: 1,
  });

/** One run that began late, and its command. */
const LOG: Answer<typeof scheduleLog> = {
  timezone: TIMEZONE,
  items: [
    {
      stt: 1,
      createdAt: `${FIRST_DAY}T13:00:02.000Z`,
      process_status: "late",
      local_date: FIRST_DAY,
      starts_at: `${FIRST_DAY}T13:00:00.000Z`,
      ends_at: `${FIRST_DAY}T21:00:00.000Z`,
      tb_execute_logs_send_command_id: [
        {
          device_serial: "INV-1",
          name: "INV-1",
          createdAt: `${FIRST_DAY}T13:00:02.000Z`,
          resolve_status: "verified",
          command_uid: uidOf(8),
          is_end: false,
        },
      ],
    },
  ],
};

/** The panel of a project whose gateway has two inverters and a meter. */
export async function openSchedules(given: Given = {}) {
  signedInAs("good");
  const { items = [weekly()], role = "owner", type = "pv", create, update, remove } = given;
  const kind = type === "swh" ? "swh_controller" : "solar_inverter";
  const heard = fakeServer({
    [listGateways.path]: () => gatewayWith(kind),
    [getSchedule.path]: () => answer(getSchedule, { timezone: TIMEZONE, items }),
    [createSchedule.path]: () =>
      create?.() ?? answer(createSchedule, { message: "Create schedule successful", schedule_id: uidOf(9) }),
    [updateSchedule.path]: () =>
      update?.() ?? answer(updateSchedule, { message: "Update schedule successful" }),
    [deleteSchedule.path]: () =>
      remove?.() ?? answer(deleteSchedule, { message: "Delete schedule successful" }),
    [scheduleLog.path]: () => answer(scheduleLog, LOG),
  });
  const told = projectInfoOnly.answer.parse(
    await fakeProjectInfo({ project_type: type, project_role_to_user: role }).json(),
  );
  await renderAt("/", { "/": <SchedulesPanel project={told.project_info} /> });
  await screen.findByRole("heading", { name: /Schedules/ });
  const changes = () => heard.filter(({ path, method }) => path !== getSchedule.path && method !== "GET");
  return { heard, changes };
}

/** The form of a new schedule, with gateway and first inverter chosen unless told otherwise. */
export async function openScheduleForm(given: Given & { bare?: boolean } = {}) {
  const opened = await openSchedules({ items: [], ...given });
  await userEvent.click(await screen.findByRole("button", { name: "Add schedule" }));
  const form = within(await screen.findByRole("dialog"));
  if (given.bare !== true) {
    await waitFor(() =>
      expect(form.getByRole("combobox", { name: "Gateway" })).toHaveProperty("disabled", false),
    );
    await chooseByKeys(form.getByRole("combobox", { name: "Gateway" }), "GW-1");
    await userEvent.click(form.getByRole("checkbox", { name: "INV-1" }));
  }
  const submit = () => userEvent.click(form.getByRole("button", { name: "Add schedule" }));
  return { ...opened, form, submit };
}

/** Chooses by the keys: the list opens by an arrow, whether its code is there already or not. */
export async function chooseByKeys(select: HTMLElement, option: string) {
  select.focus();
  await userEvent.keyboard("{ArrowDown}");
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

/** A time is taken when its field is left. */
export function typeInto(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

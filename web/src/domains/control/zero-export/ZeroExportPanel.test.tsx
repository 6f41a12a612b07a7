import {
  clearControlNzeLogs,
  controlNzeLogs,
  drillNze,
  setNzeDrills,
  setNzeRule,
  turnNze,
  zeroExportGateways,
} from "@heliograph/contract/control/zero-export";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answer, freshBrowser, refusal } from "../../../testing/test-kit.tsx";
import { COMMAND, drill, gateway, openPanel, UID } from "../testing/zero-export-fakes.tsx";

freshBrowser();

const toggle = () => screen.findByRole("switch", { name: "Zero export of HG-DINHVU-1" });

test("Space on the switch asks and sends nothing; what is confirmed is sent, said 'Command sent successfully' and waited for", async () => {
  const { to } = await openPanel();
  (await toggle()).focus();
  await userEvent.keyboard(" ");
  await screen.findByText("Switch zero export of HG-DINHVU-1 on?");
  expect(to(turnNze.path)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Switch on" }));
  expect(await screen.findByText("Command sent successfully")).toBeTruthy();
  expect(to(turnNze.path).map(({ body }) => body)).toEqual([[{ gateway_uid: UID, status: true }]]);
  await screen.findAllByText(/^Available again in (3:00|2:5\d)$/);
  expect((await toggle()).hasAttribute("disabled")).toBe(true);
  // It says what the meter says, not what was asked for.
  expect((await toggle()).getAttribute("aria-checked")).toBe("false");
  expect(Object.keys(JSON.parse(sessionStorage.getItem("nze-allowed") ?? "{}"))).toEqual([UID]);
});

test("a cooldown that the server tells is shown in words and as a line", async () => {
  const nze_allowed_at = new Date(Date.now() + 134_000).toISOString();
  await openPanel([
    gateway({ gateway_data: { ...gateway().gateway_data, allowToogleNze: false, nze_allowed_at } }),
  ]);
  await screen.findAllByText(/^Available again in 2:1[34]$/);
  expect(screen.getByRole("progressbar")).toBeTruthy();
  expect((await toggle()).hasAttribute("disabled")).toBe(true);
});

test("a command that is refused says 'Something went wrong'", async () => {
  await openPanel([gateway()], {
    routes: { [turnNze.path]: () => refusal(409, "Available again in 2:14", { code: "nze.cooldown" }) },
  });
  await userEvent.click(await toggle());
  await userEvent.click(await screen.findByRole("button", { name: "Switch on" }));
  expect(await screen.findByText("Something went wrong")).toBeTruthy();
});

test("a confirmation of what the meter says already just closes", async () => {
  let status = false;
  const { to } = await openPanel([gateway()], {
    routes: {
      [zeroExportGateways.path]: () =>
        answer(zeroExportGateways, {
          timezone: "Asia/Ho_Chi_Minh",
          gateways: [
            gateway({
              gateway_data: { ...gateway().gateway_data, nze_status: status },
              command: {
                command_uid: COMMAND,
                createdAt: "2026-11-20T03:38:00.000Z",
                status: true,
                state: "acknowledged",
              },
            }),
          ],
        }),
    },
  });
  await userEvent.click(await toggle());
  await screen.findByText("Switch zero export of HG-DINHVU-1 on?");
  status = true;
  await waitFor(() => expect(document.querySelector('[role="switch"][aria-checked="true"]')).not.toBeNull(), {
    timeout: 6000,
  });
  await userEvent.click(screen.getByRole("button", { name: "Switch on" }));
  await waitFor(() => expect(screen.queryByText("Switch zero export of HG-DINHVU-1 on?")).toBeNull());
  expect(to(turnNze.path)).toEqual([]);
});

test("a command under way says its state beside the switch", async () => {
  await openPanel([
    gateway({
      command: {
        command_uid: COMMAND,
        createdAt: "2026-11-20T03:38:00.000Z",
        status: true,
        state: "acknowledged",
      },
    }),
  ]);
  await screen.findByText("Switching on: Acknowledged");
  expect((await toggle()).getAttribute("aria-busy")).toBe("true");
});

test("limit, meter, fail-safe and the first day of proof stand as sentences", async () => {
  await openPanel([gateway({ rule: { ...gateway().rule, export_limit_w: 5500, failsafe_w: 1000 } })]);
  await screen.findByText(/limit 5\.5 kW · meter GM-01/);
  screen.getByText("If the meter is silent for 5 s: 1 kW by the gateway itself");
  screen.getByText(/^Proof of days begins/);
});

test("a gateway without a meter at the grid has no switch, and says why", async () => {
  await openPanel([gateway({ meter: null })]);
  await screen.findByText("Without a meter at the grid, so that zero export cannot be switched: HG-DINHVU-1");
  expect(screen.queryByRole("switch")).toBeNull();
});
test("a gateway without a meter is called what its owner calls it", async () => {
  const { gateway_info } = gateway();
  await openPanel([gateway({ meter: null, gateway_info: { ...gateway_info, alias: "Switch room" } })]);
  await screen.findByText("Without a meter at the grid, so that zero export cannot be switched: Switch room");
});

test("the log lists what was told, by whom, and what became of it", async () => {
  const { to } = await openPanel([gateway()], {
    routes: {
      [controlNzeLogs.path]: () =>
        answer(controlNzeLogs, {
          items: [
            {
              command_uid: COMMAND,
              createdAt: "2026-11-20T03:38:00.000Z",
              status: true,
              state: "verified",
              state_at: "2026-11-20T03:38:40.000Z",
              cause: "person",
              by: "Lan Tran",
            },
          ],
          total_items: 1,
          cleared_at: null,
        }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Log" }));
  const row = await screen.findByRole("row", { name: /Lan Tran/ });
  expect(within(row).getByText("Verified")).toBeTruthy();
  expect(to(controlNzeLogs.path)[0]?.query.get("gateway_uid")).toBe(UID);
});

test("clearing needs at least one gateway, and says 'Clear control nze log successfully'", async () => {
  const { to } = await openPanel([gateway()], {
    routes: {
      [clearControlNzeLogs.path]: () =>
        answer(clearControlNzeLogs, { message: "Clear control nze log successfully" }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Clear log" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Clear log" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Choose at least one gateway");
  expect(to(clearControlNzeLogs.path)).toEqual([]);
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "HG-DINHVU-1" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Clear log" }));
  expect(await screen.findByText("Clear control nze log successfully")).toBeTruthy();
  expect(to(clearControlNzeLogs.path)[0]?.query.get("gateway_uid")).toBe(UID);
});

test("clearing that fails says 'Something went wrong'", async () => {
  await openPanel([gateway()], {
    routes: { [clearControlNzeLogs.path]: () => refusal(500, "Internal error", { code: "internal" }) },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Clear log" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "HG-DINHVU-1" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Clear log" }));
  expect(await screen.findByText("Something went wrong")).toBeTruthy();
});

test("the rule is typed in kW and seconds and sent in W; what is no rule stays and is told beside its field", async () => {
  const { to } = await openPanel([gateway()], {
    routes: {
      [setNzeRule.path]: () =>
        answer(setNzeRule, { message: "The rule has been saved", command_uid: COMMAND }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Rule and limits" }));
  const dialog = await screen.findByRole("dialog");
  const type = async (name: string, value: string) => {
    const field = within(dialog).getByLabelText(new RegExp(`^${name}`));
    await userEvent.clear(field);
    await userEvent.type(field, value);
  };
  await type("Export limit", "5.5");
  await type("Back within", "0");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(to(setNzeRule.path)).toEqual([]);
  expect(
    within(dialog)
      .getByLabelText(/^Back within/)
      .getAttribute("aria-invalid"),
  ).toBe("true");
  await type("Back within", "45");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The rule has been saved")).toBeTruthy();
  expect(to(setNzeRule.path)[0]?.body).toEqual({
    export_limit_w: 5500,
    back_within_s: 45,
    meter_silent_s: 5,
    failsafe_w: 0,
  });
});

test("'Drill now' says what it does before it does it", async () => {
  const { to } = await openPanel([gateway({ drill: drill() })], {
    routes: {
      [drillNze.path]: () =>
        answer(drillNze, {
          message: "Command sent successfully",
          drill: drill({ asked_by: "person", result: "asked", to_limit_s: null }),
        }),
    },
  });
  await screen.findByText(/: Passed, 3\.8 s$/);
  await userEvent.click(screen.getByRole("button", { name: "Drill now" }));
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("Drill now: the meter is left out for 10 s, production goes to 0 kW");
  expect(to(drillNze.path)).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Drill now" }));
  expect(await screen.findByText("Command sent successfully")).toBeTruthy();
  expect(to(drillNze.path).map(({ body }) => body)).toEqual([{ gateway_uid: UID }]);
});

test.each([
  [
    "skipped, with the light that was too little",
    { result: "skipped", reason: "low_irradiance", irradiance_w_m2: 140 },
    /Skipped, 140 W\/m²$/,
  ],
  [
    "skipped, with the gateway's own words",
    { result: "skipped", reason: "refused", reason_text: "Battery is discharging" },
    /Skipped, Battery is discharging$/,
  ],
  [
    "failed, with its time",
    { result: "failed", reason: "too_slow", to_limit_s: 9.5 },
    /Failed: 9\.5 s, allowed 5 s$/,
  ],
  [
    "failed for want of a report",
    { result: "failed", reason: "no_answer" },
    /Failed: the gateway did not report$/,
  ],
] as const)("a drill that was %s", async (_, change, words) => {
  await openPanel([gateway({ drill: drill(change) })]);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("the weekly drill is a switch that tells when it is next", async () => {
  const { to } = await openPanel([gateway({ weekly_drill_at: "2026-11-22T05:00:00.000Z" })], {
    routes: {
      [setNzeDrills.path]: () =>
        answer(setNzeDrills, { message: "The weekly drill has been saved", weekly_drill_at: null }),
    },
  });
  await screen.findByText(/^Every Sunday 12:00 above 300 W\/m², next .*12:00$/);
  await userEvent.click(screen.getByRole("switch", { name: "Weekly drill of HG-DINHVU-1" }));
  expect(await screen.findByText("The weekly drill has been saved")).toBeTruthy();
  expect(to(setNzeDrills.path)[0]?.body).toEqual({ weekly: false });
});

test("who may only look sees states, rule, drill and log, and no writing control", async () => {
  await openPanel([gateway({ drill: drill() })], { role: "read_only" });
  await screen.findByText(/: Passed, 3\.8 s$/);
  screen.getByRole("img", { name: "Off" });
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Log"]);
});

test("where the panel's data cannot be had it says so and tries again", async () => {
  let fails = true;
  await openPanel([], {
    routes: {
      [zeroExportGateways.path]: () =>
        fails
          ? refusal(500, "Internal error", { code: "internal" })
          : answer(zeroExportGateways, { timezone: "Asia/Ho_Chi_Minh", gateways: [gateway()] }),
    },
  });
  await screen.findByText("Data is not available", {}, { timeout: 6000 });
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await toggle()).toBeTruthy();
});

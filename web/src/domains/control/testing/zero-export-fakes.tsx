// What tests of zero export share: gateways and drills as the server answers them, and the panel over them.
import {
  turnNze,
  zeroExportGateways,
  type NzeDrill,
  type ZeroExportGateway,
} from "@heliograph/contract/control/zero-export";
import { screen } from "@testing-library/react";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import { answer, fakeServer, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { ZeroExportPanel } from "../zero-export/ZeroExportPanel.tsx";

export const UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OTHER = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";
export const COMMAND = "3f2504e0-4f89-41d3-9a0c-0305e82c3303";

/** A gateway with a meter at the grid, off, changed as told. */
export const gateway = (change: Partial<ZeroExportGateway> = {}): ZeroExportGateway => ({
  gateway_info: {
    uid: UID,
    serial: "HG-DINHVU-1",
    name: "",
    alias: null,
    firmware_version: null,
    last_contact_at: null,
  },
  gateway_data: { gateway_status: true, nze_status: false, allowToogleNze: true, nze_allowed_at: null },
  nze_since: "2026-11-20T03:38:00.000Z",
  meter: { uid: OTHER, serial: "B123456", alias: "GM-01" },
  rule: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
  rule_since: null,
  first_day: "2026-11-21",
  command: null,
  weekly_drill_at: null,
  drill: null,
  ...change,
});

/** A drill that has passed, changed as told. */
export const drill = (change: Partial<NzeDrill> = {}): NzeDrill => ({
  drill_uid: COMMAND,
  asked_at: "2026-11-15T05:00:00.000Z",
  asked_by: "week",
  meter_out_s: 10,
  failsafe_w: 0,
  allowed_s: 5,
  irradiance_w_m2: 640,
  result: "passed",
  reason: null,
  reason_text: "",
  started_at: "2026-11-15T05:00:01.000Z",
  to_limit_s: 3.8,
  back_s: 24,
  ...change,
});

type Routes = Parameters<typeof fakeServer>[0];

/** Shows the panel over a project of these gateways; other calls answer as `routes` say. */
export async function openPanel(
  gateways: readonly ZeroExportGateway[] = [gateway()],
  { routes = {}, role = "owner" }: { routes?: Routes; role?: "owner" | "read_only" } = {},
) {
  signedInAs("token");
  const heard = fakeServer({
    [zeroExportGateways.path]: () =>
      answer(zeroExportGateways, { timezone: "Asia/Ho_Chi_Minh", gateways: [...gateways] }),
    [turnNze.path]: ({ body }) =>
      answer(turnNze, {
        message: "Command sent successfully",
        commands: (body as { gateway_uid: string }[]).map(({ gateway_uid }) => ({
          gateway_uid,
          command_uid: COMMAND,
          nze_allowed_at: new Date(Date.now() + 180_000).toISOString(),
        })),
      }),
    ...routes,
  });
  const found = await fakeProjectInfo().json();
  const project = { ...found.project_info, project_uid: PROJECT_UID, project_role_to_user: role };
  await renderAt("/control", { "/control": <ZeroExportPanel project={project} /> });
  await screen.findByText("Zero export");
  return { heard, to: (path: string) => heard.filter((one) => one.path === path) };
}

// Commands as the server answers them, changed as told.
import type { CommandRow } from "@heliograph/contract/control/commands";

export const COMMAND_UID = "7c410000-4f89-41d3-9a0c-0305e82c33e0";
const DEVICE = { uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3311", serial: "INV-01", alias: null };
const SENT = "2026-11-20T03:38:02.500Z";

type Evidence = NonNullable<CommandRow["evidence"]>;

/** A reading of the inverter so many seconds after the command was sent. */
export const fakeReading = (
  after_s: number,
  quantity: string,
  value: number,
): Evidence["readings"][number] => ({
  device_uid: DEVICE.uid,
  serial: DEVICE.serial,
  at: new Date(Date.parse(SENT) + after_s * 1000).toISOString(),
  quantity,
  value,
});

/** Evidence of a limit of 25 kW that was read back and seen, changed as told. */
export const fakeEvidence = (change: Partial<Evidence> = {}): Evidence => ({
  is_set: true,
  read_back: [fakeReading(6.5, "power_limit_w", 25_000)],
  seen: "seen",
  reason: null,
  readings: [fakeReading(38, "ac_power_w", 25_000)],
  before: fakeReading(-5, "ac_power_w", 38_200),
  contradicted_since: null,
  on_site_w: null,
  conflict: null,
  conflict_percent: null,
  firmware_version: null,
  ...change,
});

/** A verified command, changed as told. */
export const fakeCommand = (change: Partial<CommandRow> = {}): CommandRow => ({
  command_uid: COMMAND_UID,
  args: { name: "power_limit", limit: { percent: 50 } },
  cause: "person",
  by: { account_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", display_name: "Nguyễn Thị Minh Anh" },
  created_at: "2026-11-20T03:38:02.100Z",
  gateway: { uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3399", serial: "HG-1", alias: null },
  devices: [DEVICE],
  device_count: 1,
  state: "verified",
  state_at: "2026-11-20T03:38:41.000Z",
  sent_at: SENT,
  is_acknowledged: true,
  note: null,
  text: "",
  evidence: fakeEvidence(),
  superseded_by: null,
  ...change,
});

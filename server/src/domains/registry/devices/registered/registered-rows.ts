// A registered device as it is stored.
import type { DeviceType } from "@heliograph/contract";
import type { RecordRow } from "../../../parties/index.ts";

export interface RegisteredRow extends RecordRow {
  readonly registered_device_id: number;
  readonly device_uid: string;
  readonly kind: DeviceType;
  readonly registry: string;
  readonly country: string;
  readonly timezone: string;
  readonly suspended_at: Date | null;
  readonly suspended_because: string | null;
}

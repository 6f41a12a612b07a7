import { localDay, periodDeadline } from "@heliograph/contract";
import { expect, test } from "vitest";
import { vintageOf } from "./generation-ledger.sql.ts";

const VIET_NAM = "Asia/Ho_Chi_Minh";

test("R37: 2025-12-31 23:45 in Viet Nam is vintage 2025, though GMT+8 says 2026", () => {
  const at = Date.parse("2025-12-31T23:45:00+07:00");
  expect(localDay("Asia/Singapore", at)).toBe("2026-01-01");
  expect(vintageOf(localDay(VIET_NAM, at))).toBe(2025);
});

test("R37: deadlines are days of the device: of the first half of a year 31 May, of the second 30 September of the next", () => {
  expect(periodDeadline("IREC", "2025-06-01", "2025-06-30")).toBe("2026-05-31");
  expect(periodDeadline("IREC", "2025-07-01", "2025-07-31")).toBe("2026-09-30");
  expect(periodDeadline("IREC", "2025-06-15", "2025-07-15")).toBe("2026-05-31");
});

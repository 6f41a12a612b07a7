import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Refused } from "../../platform/http.ts";
import { zoneOffset } from "../../platform/zone.ts";
import { freshBrowser, renderAt } from "../../testing/test-kit.tsx";
import { Freshness } from "./Freshness.tsx";

freshBrowser();

const fine = { dataUpdatedAt: Date.now() - 5_000, isFetching: false, error: null };
const fault = new Refused({ status: 500, code: "internal", message: "Internal error" });

const shown = (queries: readonly Parameters<typeof Freshness>[0]["queries"][number][]) =>
  renderAt("/", {
    "/": (
      <Freshness
        timezone="Asia/Kolkata"
        queries={queries}
        live="connected"
        refresh={() => Promise.resolve()}
      />
    ),
  });

test("a clock names its zone, and live values that arrive are said to", async () => {
  await shown([fine]);
  expect(screen.getByText("GMT+5:30").title).toBe("Asia/Kolkata");
  expect(screen.getByText("Live")).toBeTruthy();
});

test("while the last try of one of the answers failed, that is said with the reason and no Live stands beside it", async () => {
  await shown([fine, { ...fine, error: fault }]);
  expect(screen.getByRole("alert").textContent).toBe("Refresh failed: Internal error");
  expect(screen.queryByText("Live")).toBeNull();
});

test("the age is that of the oldest answer", async () => {
  await shown([fine, { ...fine, dataUpdatedAt: Date.now() - 125_000 }, { ...fine, dataUpdatedAt: 0 }]);
  expect(screen.getByText(/^Refreshed 02:0\d ago$/)).toBeTruthy();
});

test("where nothing has arrived yet neither Live nor a failed refresh is said", async () => {
  await shown([{ dataUpdatedAt: 0, isFetching: false, error: fault }]);
  expect(screen.queryByText("Live")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["Asia/Ho_Chi_Minh", "2026-07-01", "GMT+7"],
  ["Europe/Berlin", "2026-01-15", "GMT+1"],
  ["Europe/Berlin", "2026-07-01", "GMT+2"],
  ["UTC", "2026-07-01", "GMT"],
])("the zone %s is on %s: %s", (zone, day, offset) => {
  expect(zoneOffset(zone, Date.parse(`${day}T00:00:00Z`))).toBe(offset);
});

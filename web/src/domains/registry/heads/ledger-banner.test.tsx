import { readLogStatus } from "@heliograph/contract/registry/heads/log-status";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { LedgerBanner } from "./LedgerBanner.tsx";

freshBrowser();

const WELL = { hold: null, check: null, late: [] };

async function open(status: Parameters<typeof answer<typeof readLogStatus>>[1]): Promise<void> {
  signedInAs("operator");
  fakeServer({ "rehash/log/status": () => answer(readLogStatus, status) });
  await renderAt("/", {
    "/": (
      <>
        <LedgerBanner />
        <p>page</p>
      </>
    ),
  });
}

test("R24: an operator reads that the ledger is held, and what to run", async () => {
  const hold = { since: "2026-07-10T18:40:00.000Z", size: 1234, root: "ab".repeat(32), log_size: 1200 };
  await open({ ...WELL, hold });
  const banner = await screen.findByRole("alert");
  expect(banner.textContent).toContain("a head of 1,234 entries was published");
  expect(banner.textContent).toContain("npm run ledger:go-on");
});

test("R41: faults of the check and heads that were not published are named with their reason", async () => {
  await open({
    hold: null,
    check: { at: "2026-07-10T18:40:00.000Z", entries: 5, faults: 2, checker: "" },
    late: [{ day: "2026-07-09", place: "webhook", error: "The answer was 500" }],
  });
  const banner = await screen.findByRole("alert");
  expect(banner.textContent).toContain("Its check of 2026-07-11 02:40:00 (GMT+8) found faults: 2.");
  expect(banner.textContent).toContain(
    "The head of its log of 2026-07-09 was not published to the receiver. The answer was 500",
  );
});

import {
  readGenerationAccount,
  type GenerationAccountFigures,
} from "@heliograph/contract/registry/generation/generation-account";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { GenerationAccount } from "./GenerationAccount.tsx";

freshBrowser();

const DEVICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3377";
const REQUEST = "3f2504e0-4f89-41d3-9a0c-0305e82c3388";
const FIGURES: GenerationAccountFigures = {
  metered_wh: 95_518_000,
  declared_wh: 0,
  debt_wh: 0,
  certified_wh: 95_000_000,
  reserved_wh: 0,
  unclaimed_wh: 0,
  carry_wh: 518_000,
  forfeited_wh: 0,
  given_wh: 0,
};

async function open(account: GenerationAccountFigures | null = FIGURES) {
  signedInAs("good");
  const received = fakeServer({
    "rehash/device/generation": ({ query }) =>
      answer(readGenerationAccount, {
        vintages: [2026, 2025],
        vintage: Number(query.get("vintage") ?? 2026),
        account,
        carried: account === null ? [] : [{ day: "2026-10-31", wh: 518_000 }],
        not_asked_wh: 12_345_678,
        uses:
          account === null
            ? []
            : [
                {
                  cause: "request",
                  request: { record_uid: REQUEST, number: "IS-2026-000012" },
                  from_day: "2026-10-01",
                  to_day: "2026-10-31",
                  metered_wh: 95_518_000,
                  declared_wh: 0,
                  certified_wh: 95_000_000,
                  reserved_wh: 0,
                  carry_wh: 518_000,
                },
              ],
      }),
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <GenerationAccount device={DEVICE} /> }, "en");
  return { received, panel: within(await screen.findByRole("region", { name: "Generation account" })) };
}

test("I4: what there was and what became of it are two sums that are the same, with the days of the carry and the request behind it", async () => {
  const { panel } = await open();
  expect(await panel.findAllByText("95.518 MWh")).toHaveLength(2);
  expect(panel.getByText("Certified").nextElementSibling?.textContent).toBe("95.000");
  expect(panel.getByText("Carried").nextElementSibling?.textContent).toBe("0.518");
  expect(panel.queryByText("Forfeited")).toBeNull();
  panel.getByText("Carried is energy of 2026-10-31.");
  panel.getByText("12.345678 MWh were measured on days that no request has.");
  const uses = within(panel.getByRole("list", { name: "What changed the account" }));
  expect(uses.getByRole("listitem").textContent).toBe(
    "IS-2026-0000122026-10-01 – 2026-10-3195.518 MWh accepted95 MWh certified0.518 MWh to the carry",
  );
  const link = uses.getByRole("link", { name: "IS-2026-000012" });
  expect(link.getAttribute("href")).toContain(`record=${REQUEST}`);
});

test("a year of which nothing was asked for says so, and another year is chosen", async () => {
  const { panel, received } = await open(null);
  await panel.findByText("Nothing of 2026 was asked for yet.");
  await userEvent.click(panel.getByRole("combobox", { name: "Year of production" }));
  await userEvent.click(await screen.findByRole("option", { name: "2025" }));
  await panel.findByText("Nothing of 2025 was asked for yet.");
  expect(received.at(-1)?.query.get("vintage")).toBe("2025");
});

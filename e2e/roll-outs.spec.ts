// A roll-out of firmware in waves: the one whose gateway does not come back stops by itself, and says why.
import { expect, test, type Page } from "@playwright/test";
import { graveFaults } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { VIEWER } from "./plant.ts";
import { fleetOfFour } from "./rolled-out.ts";

/** Rolls the version out to all four gateways in waves, the second of them ahead. */
async function begin(page: Page, { gateways, name, version }: Awaited<ReturnType<typeof fleetOfFour>>) {
  await open(page, "/list-project?setting=firmware");
  await page.getByRole("button", { name: `Details of ${version}` }).click();
  await page.getByRole("link", { name: "Roll out", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Roll out ${version}` });
  await expect(dialog.getByRole("row")).toHaveCount(5);
  await dialog.getByRole("button", { name: "Roll out to 0 gateways" }).click();
  await expect(dialog.getByText("Choose at least one gateway")).toBeVisible();
  for (const { serial } of gateways) {
    await dialog.getByRole("checkbox", { name: new RegExp(serial) }).click();
  }
  await expect(dialog.getByText(/^Waves of 1, then 1, then 2:/)).toBeVisible();
  await dialog.getByRole("combobox", { name: "Goes ahead" }).click();
  await page.getByRole("option", { name: `${name}, ${gateways[1]?.serial}` }).click();
  await dialog.getByRole("button", { name: "Roll out to 4 gateways" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
}

/** Whoever may only look sees why it stopped at the same address, and is offered no roll-out. */
async function seenByViewer(page: Page, of: { address: string; why: string; version: string }) {
  const { address, why, version } = of;
  const viewer = await page.context().browser()?.newPage();
  if (viewer === undefined) throw new Error("no browser");
  await signIn(viewer, VIEWER);
  await open(viewer, address);
  await expect(viewer.getByText(why, { exact: true })).toBeVisible();
  const offered = viewer.waitForResponse((reply) => reply.url().includes("roll-out-gateways"));
  await open(viewer, "/list-project?setting=firmware");
  await viewer.getByRole("button", { name: `Details of ${version}` }).click();
  expect((await offered).status()).toBe(200);
  await expect(viewer.getByRole("dialog", { name: `Details of ${version}` })).toBeVisible();
  await expect(viewer.getByRole("link", { name: "Roll out", exact: true })).toHaveCount(0);
  await viewer.close();
}

test("a roll-out in waves with one gateway that does not come back stops by itself and says why", async ({
  page,
}) => {
  const heard = complaints(page);
  const fleet = await fleetOfFour();
  const { gateways, name, version } = fleet;
  const [first, second, third] = gateways;
  await signIn(page);
  await begin(page, fleet);
  await expect(page).toHaveURL(/\/roll-outs\?roll_out=/);
  const row = (of: { serial: string } | undefined) =>
    page.getByRole("table", { name: "Gateways" }).getByRole("row", { name: new RegExp(of?.serial ?? "-") });
  const waves = page.getByRole("list", { name: "Waves" });
  await expect(waves.getByRole("listitem")).toHaveCount(3);

  // The first wave comes back with the version that it reports itself.
  const command = await second?.obeys();
  expect(command).toMatchObject({ name: "firmware", version, type: "OTA" });
  await expect(row(second).getByText(`Came back with ${version}`)).toBeVisible();
  await expect(row(second).getByText(`1.4.0 → ${version}`)).toBeVisible();
  await expect(waves.getByText(`1 of 1 came back with ${version}`)).toBeVisible();
  await expect(row(first).getByText("Waiting", { exact: true })).toBeVisible();
  expect(await first?.polls()).toEqual([]);

  // A person need not wait for the hour; of the second wave the gateway never comes back.
  await page.getByRole("button", { name: "Begin the next wave" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await first?.obeys(true);
  await expect(row(first).getByText("Restarting")).toBeVisible();
  const why = `Stopped by itself: ${name}, ${first?.serial} did not come back after its restart. 2 gateways keep their old version.`;
  await expect(page.getByText(why, { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(row(first).getByText(/Did not come back since/)).toBeVisible();
  await expect(row(third).getByText("Left out")).toBeVisible();
  expect(await third?.polls()).toEqual([]);
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Begin the next wave" })).toHaveCount(0);
  expect(await graveFaults(page)).toEqual([]);
  expect(heard).toEqual([]);
  const address = new URL(page.url());
  await seenByViewer(page, { address: `${address.pathname}${address.search}`, why, version });
});

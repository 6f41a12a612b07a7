// What an owner calls the devices of a plant: set in Setting, seen in list and chart, and taken back.
import { getAlias, powerChart } from "@heliograph/contract";
import { expect, test, type Page } from "@playwright/test";
import { faultless, LANGUAGES, untranslated } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, VIEWER } from "./plant.ts";

const setting = (page: Page) => page.getByRole("dialog", { name: "Setting" });

/** The bodies that are sent to calls of aliases from now on, in their order. */
function sentBodies(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/config/alias/")) {
      sent.push(request.postDataJSON());
    }
  });
  return sent;
}

/** The next chart of power is answered at once, and comes when told. */
async function lateChart(page: Page): Promise<{ answered: Promise<void>; arrives: () => void }> {
  const answered = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await page.route(
    new RegExp(powerChart.path),
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await told.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { answered: answered.promise, arrives: told.resolve };
}

test("an owner names an inverter, sees the name in the device list and the chart, and restores the serial", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Roof of names");
  await plant.send(45_000, 10);
  await signIn(page);
  await open(page, `/list-device/${plant.project_uid}`);
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("menuitem", { name: "Setting" }).click();
  await expect(page).toHaveURL(/\?setting=alias/);
  await expect(setting(page).getByRole("heading", { name: plant.name })).toBeVisible();
  await faultless(page);

  const sent = sentBodies(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please update changes")).toBeVisible();
  await page.getByLabel("Alias of INV-1").fill("South roof");
  await faultless(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The aliases have been saved")).toBeVisible();
  const { project_uid } = plant;
  const [[inverter, alias] = []] = Object.entries(
    await ask(getAlias, { query: { project_uid } }, await bearer()),
  );
  expect(alias).toBe("South roof");
  // Only what was changed.
  const device = { gateway_uid: expect.any(String), device_uid: inverter, device_alias: "South roof" };
  expect(sent).toEqual([{ device_list: [device] }]);

  await setting(page).getByRole("button", { name: "Close" }).click();
  await expect(page).not.toHaveURL(/setting/);
  await expect(page.getByRole("row").filter({ hasText: "South roof" })).toContainText("INV-1");
  await open(page, `/detail/${project_uid}?group=device`);
  const legend = page.getByRole("list", { name: "Legend" }).first();
  await expect(legend).toContainText("South roof");

  // Asked with the name, shown after it is gone.
  const late = await lateChart(page);
  await open(page, `/detail/${project_uid}?group=device&setting=alias`);
  await late.answered;
  await page.getByRole("button", { name: "Restore default" }).click();
  await expect(page.getByText("Please wait a moment for the function to execute!!")).toBeVisible();
  await expect(page.getByText("The default names have been restored")).toBeVisible();
  late.arrives();
  await page.keyboard.press("Escape");
  await expect(setting(page)).toBeHidden();
  await expect(legend).toContainText("INV-1");
  await expect(legend).not.toContainText("South roof");
  await open(page, `/list-device/${project_uid}`);
  await expect(page.getByRole("button", { name: "INV-1", exact: true })).toBeVisible();
  await expect(page.getByText("South roof")).toHaveCount(0);
  expect(heard).toEqual([]);
});

test("one who may only look chooses a project in the list and sees its names on a phone, and no button that changes one", async ({
  page,
}) => {
  const heard = complaints(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await makePlant(`Roof to look at ${Date.now()}`);
  const bare = await makePlant(`Roof without gateway ${Date.now()}`, { gateway: false });
  await signIn(page, VIEWER, { mode: "dark" });
  await open(page, "/list-project?setting=alias", { mode: "dark" });
  const choice = setting(page).getByRole("combobox", { name: "Project" });
  await choice.fill(bare.name);
  const barred = page.getByRole("option", { name: bare.name });
  await expect(barred).toHaveAttribute("aria-disabled", "true");
  await expect(barred).toHaveAttribute("title", "This project has no gateway");
  await choice.fill(plant.name);
  await page.getByRole("option", { name: plant.name }).click();
  await expect(page).toHaveURL(new RegExp(`setting_project=${plant.project_uid}`));
  await expect(setting(page).getByText("INV-1", { exact: true })).toBeVisible();
  for (const name of ["Edit", "Save changes", "Restore default"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await faultless(page);
  expect(heard).toEqual([]);
});

test("Setting reads in three languages, in a project and in the list, and has no grave fault in both colours", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Nhà máy Hướng Dương");
  await signIn(page);
  for (const [at, language] of LANGUAGES.entries()) {
    const look = { language, mode: at % 2 === 0 ? "light" : "dark" } as const;
    for (const address of [`/detail/${plant.project_uid}?setting=alias`, "/list-project?setting=reference"]) {
      await open(page, address, look);
      await expect(page.getByRole("dialog")).toBeVisible();
      await faultless(page);
      expect(await untranslated(page, language)).toEqual([]);
    }
  }
  expect(heard).toEqual([]);
});

// API keys and the audit log: a key that reads and may not write, and what stands in the log of what was done.
import { listGateways, listOwnProjects, projectAudit, setTariff, updateProject } from "@heliograph/contract";
import { setAlias } from "@heliograph/contract/fleet/aliases";
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, VIEWER } from "./plant.ts";

const PHONE = { width: 390, height: 844 };

/** What a program is answered with the key. */
async function byKey(key: string, call: { method: string; path: string }, body?: object) {
  const reply = await fetch(`${process.env["HELIOGRAPH_URL"]}/api/v1/${call.path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: { code?: string; items?: { project_uid: string }[] } = await reply.json();
  return { status: reply.status, code: answer.code, uids: answer.items?.map((one) => one.project_uid) };
}

test("a key reads its project and may not write, and is refused the moment it is revoked", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Roof with a key");
  await signIn(page);
  await page.getByRole("button", { name: /Account$/ }).click();
  await page.getByRole("menuitem", { name: "API keys" }).click();
  await expect(page).toHaveURL(/\/api-keys$/);
  const name = `Report ${Date.now()}`;
  await page.getByRole("textbox", { name: /^Name/ }).fill(name);
  await page.getByText("Chosen ones").click();
  await page.getByRole("combobox", { name: "Projects that it reaches" }).fill(plant.name);
  await page.getByRole("option", { name: plant.name }).first().click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = await page.getByRole("textbox", { name: `Key ${name}` }).inputValue();
  const line = page.getByRole("textbox", { name: "Try it" });
  await expect(line).toHaveValue(new RegExp(`Bearer ${key}`));
  await faultless(page);

  const change = { project_uid: plant.project_uid, name: "Renamed by a program" };
  expect(await byKey(key, listOwnProjects)).toEqual({
    status: 200,
    code: undefined,
    uids: [plant.project_uid],
  });
  expect(await byKey(key, updateProject, change)).toMatchObject({ status: 403, code: "project.read_only" });

  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText(key.slice(0, 14));
  await expect(row).toContainText(plant.name);
  await expect(row).not.toContainText("Never");
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("The API key has been revoked")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await byKey(key, listOwnProjects)).toMatchObject({ status: 401, code: "key.revoked" });

  // What the key did and what was done with it is in the account's own log.
  await page.getByRole("link", { name: "What my account and keys did" }).click();
  const log = page.getByRole("table", { name: "Audit log" });
  for (const done of ["API key created", "API key first used", "API key refused", "API key revoked"]) {
    await expect(log.getByRole("row", { name: new RegExp(`^${done}.*${key.slice(0, 14)}`) })).toHaveCount(1);
  }
  await page.setViewportSize(PHONE);
  await faultless(page);
  expect(heard).toEqual([]);
});

test("the audit log shows what was changed with the values before and after, is filtered, saved, and only its owners'", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Roof on record");
  const owner = await bearer();
  const { project_uid } = plant;
  await ask(updateProject, { body: { project_uid, address: "12 Nguyễn Huệ" } }, owner);
  const valid_from = "2026-01-01";
  for (const vnd_per_kwh of ["2204.07", "2300"]) {
    await ask(setTariff, { body: { project_uid, valid_from, vnd_per_kwh } }, owner);
  }
  const { items } = await ask(listGateways, { query: { project_uid } }, owner);
  const gateway_uid = items[0]?.gateway_uid ?? "";
  await ask(
    setAlias,
    { query: { project_uid }, body: { gateway_list: [{ gateway_uid, gateway_alias: "East wing" }] } },
    owner,
  );
  await signIn(page);
  await open(page, `/detail/${project_uid}`);
  await page.getByRole("link", { name: "Audit log" }).click();
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log).toContainText("Address: 1 Equator Road → 12 Nguyễn Huệ");
  await expect(log).toContainText("VND per kWh: 2,204.07 → 2,300");
  await expect(log).toContainText("Alias: none → East wing");
  await faultless(page);

  await page.getByRole("combobox", { name: "Thing" }).click();
  await page.getByRole("option", { name: "Tariff: everything" }).click();
  await expect(log).not.toContainText("East wing");
  await expect(page).toHaveURL(/action=tariff/);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const saved = await (await saving).createReadStream();
  const text = Buffer.concat(await saved.toArray()).toString();
  expect(text).toContain("VND per kWh: 2,204.07 → 2,300");
  expect(text).not.toContain("East wing");
  const address = page.url();

  // The address shows the same to whoever else may see it, and nothing to others.
  await page.goto(address);
  await expect(log).toContainText("2,204.07 → 2,300");
  await expect(log).not.toContainText("East wing");
  await page.setViewportSize(PHONE);
  await faultless(page);
  expect(heard).toEqual([]);

  const viewer = await (await browser.newContext()).newPage();
  await signIn(viewer, VIEWER);
  await viewer.goto(address);
  await expect(viewer.getByText("Only owners of the project see its audit log.")).toBeVisible();
  const query = { project_uid, page: 1, items_page: 20 };
  await expect(ask(projectAudit, { query }, await bearer(VIEWER))).rejects.toThrow(/answered 403/);
});

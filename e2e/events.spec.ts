// What happened at a plant, noted by people and read by others, and what people say of it.
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, minutesAgo } from "./plant.ts";

test("an event is noted, changed, acknowledged and taken away, and a comment keeps the figure that it names", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Diary plant");
  await plant.send(40_000, minutesAgo(40, 30, 20));
  await signIn(page);
  await open(page, `/events/${plant.project_uid}`);
  await expect(page.getByText("No events yet")).toBeVisible();

  await page.getByRole("button", { name: "Note an event" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Must not be empty")).toBeVisible();
  await form.getByLabel("Event", { exact: true }).fill("Inverter cleaned");
  await form.getByLabel("Detail").fill("East roof");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The event has been added")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Inverter cleaned" });
  await expect(row).toContainText("Maintenance");

  await row.getByRole("button", { name: "Edit" }).click();
  await form.getByLabel("Event", { exact: true }).fill("Inverter washed");
  await form.getByRole("button", { name: "Save" }).click();
  const changed = page.getByRole("row").filter({ hasText: "Inverter washed" });
  await expect(changed).toContainText("East roof");

  await changed.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("The event has been acknowledged")).toBeVisible();
  await changed.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("No events yet")).toBeVisible();

  await page.getByRole("button", { name: "Insert a figure" }).click();
  const picker = page.getByRole("group", { name: "Insert a figure" });
  await expect(picker.getByText(/kWh$/)).toBeVisible();
  await picker.getByRole("button", { name: "Insert" }).click();
  const text = page.getByLabel("Comment", { exact: true });
  await expect(text).toHaveValue(/\{\{inverter_production\|month\|\d{4}-\d{2}\}\}/);
  await text.pressSequentially(" so far");
  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(page.getByText("The comment has been added")).toBeVisible();
  await expect(page.getByRole("article")).toContainText(/^.*kWh so far/s);
  await page.reload();
  await expect(page.getByRole("article")).toContainText(/kWh so far/);
  // M146: what is new stands in front, without a reload.
  await text.fill("Looked at again");
  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article").first()).toContainText("Looked at again");
  expect(heard).toEqual([]);
});

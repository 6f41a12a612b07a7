// From a fault to the person: the bell with its number, the list, the project, and what a browser shows of a push.
import { listNotifications } from "@heliograph/contract/notices/notifications/notifications";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant } from "./plant.ts";
import { serviceWorkerOf } from "./service-worker.ts";

test("a gateway that falls silent is counted on the bell, its notification selects the project, says when it is over, and is deleted with confirmation", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("A plant to be told of");
  await plant.send(40_000);
  await signIn(page);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const owner = await bearer();
  const query = { app_id: "web", page_number: 1, language: "en" } as const;
  const isTold = async () =>
    (await ask(listNotifications, { query }, owner)).items.some(
      ({ title, body }) => title.includes("Gateway out of contact") && body.includes(plant.name),
    );
  await expect.poll(isTold, { timeout: 120_000, intervals: [1000] }).toBe(true);
  await bell.click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  const item = list
    .getByRole("listitem")
    .filter({ hasText: plant.name })
    .filter({ hasText: "Gateway out of contact" });
  await expect(item).toBeVisible();
  await expect(bell).toHaveAccessibleName(/\d+ unread/);
  await expect(item).toContainText("Gateway out of contact");
  await expect(item).toContainText("Unread");
  await list.getByRole("tab", { name: "System" }).click();
  await expect(list.getByText("Nothing here")).toBeVisible();
  await list.getByRole("tab", { name: "Project" }).click();
  await item.getByRole("button", { name: /Gateway out of contact.*since/s }).click();
  await expect(page).toHaveURL(new RegExp(`/detail/${plant.project_uid}`));

  await plant.send(40_000);
  await bell.click();
  await expect(item).toContainText("Resolved: Gateway out of contact", { timeout: 60_000 });
  await expect(item).not.toContainText("Unread");
  await item.getByRole("button", { name: /^Delete/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure?");
  await question.getByRole("button", { name: "No" }).click();
  await expect(item).toBeVisible();
  await item.getByRole("button", { name: /^Delete/ }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("The notification has been deleted")).toBeVisible();
  await expect(page.getByText("Notification", { exact: true })).toBeVisible();
  await expect(item).toHaveCount(0);
  expect(heard).toEqual([]);
});

test("what is pushed is shown by the service worker, with what it says and where it leads", async ({
  page,
}) => {
  await signIn(page);
  const worker = await serviceWorkerOf(page);
  await worker.deliver({
    title: "Gateway out of contact",
    body: "Roof A",
    url: "/list-project?keyword=roof",
    tag: "one",
    severity: "warning",
  });
  await expect.poll(worker.shown).toEqual([
    {
      title: "Gateway out of contact",
      body: "Roof A",
      tag: "one",
      data: { url: "/list-project?keyword=roof" },
    },
  ]);
});

/** The answer to a change of preferences that names this. */
const keeping = (page: Page, named: string) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" && (response.request().postData() ?? "").includes(named),
  );

test("how somebody wants to be notified is kept, by choice and hours, and all can be declined", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, "/notifications");
  await expect(page.getByRole("heading", { name: "Notification settings" })).toBeVisible();
  const quiet = page.getByRole("switch", { name: "Keep quiet for some hours" });
  await quiet.click();
  await expect(quiet).toBeChecked();
  // What is chosen is shown at once; a reload shows what the server has kept.
  const hoursKept = keeping(page, "07:30");
  await page.getByLabel("Until").fill("07:30");
  await page.getByLabel("Until").press("Enter");
  await hoursKept;
  const severitiesKept = keeping(page, '"severities"');
  await page.getByRole("checkbox", { name: "Minor" }).uncheck();
  await expect(page.getByRole("checkbox", { name: "Minor" })).not.toBeChecked();
  await severitiesKept;
  await page.reload();
  await expect(page.getByLabel("Until")).toHaveValue("07:30");
  await expect(page.getByRole("checkbox", { name: "Minor" })).not.toBeChecked();
  await quiet.click();
  await page.getByRole("checkbox", { name: "Minor" }).check();
  await expect(page.getByRole("checkbox", { name: "Minor" })).toBeChecked();
  const accept = page.getByRole("switch", { name: "Be notified of alarms" });
  await accept.click();
  await expect(page.getByText("Notifications are declined")).toBeVisible();
  await expect(quiet).toHaveCount(0);
  await accept.click();
  await expect(quiet).toBeVisible();
  expect(heard).toEqual([]);
});

// A fault of an inverter on all its ways to a person: the desk, the bell, a push, a mail and a call of a program; and that it is over.
import {
  addWebhook,
  changeNoticePreferences,
  getUserInfo,
  pushKey,
  registerNotifications,
} from "@heliograph/contract";
import { expect, test, type Page } from "@playwright/test";
import { isSigned } from "../server/testing/channels/webhook-signature.ts";
import { pushBrowser } from "../server/testing/notices/push-browser.ts";
import { mailsTo } from "./mails.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, ownerOf, type Plant } from "./plant.ts";
import { receiver } from "./receiver.ts";
import { serviceWorkerOf } from "./service-worker.ts";

const FAULT = "Inverter reports a fault";
const [BROWSER, PROGRAM] = ["/browser", "/program"];

/** What a push says, as the service worker reads it. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly severity: string;
}

/** The plant's owner, who wants to be told in English, with a browser that is pushed to and a program that is called. */
async function toldPerson(plant: Plant) {
  const person = await ownerOf(plant);
  const there = await receiver(process.env["HELIOGRAPH_TOLD_PORT"]);
  const session = await bearer(person);
  const { uid: user_id } = await ask(getUserInfo, {}, session);
  await ask(changeNoticePreferences, { body: { language: "en", timezone: "Asia/Ho_Chi_Minh" } }, session);
  const browser = pushBrowser(there.url(BROWSER));
  const subscription = { registration_token: browser.token, app_id: "web" as const, user_id };
  await ask(registerNotifications, { body: subscription }, session);
  const events = ["alarm.opened", "alarm.resolved"] as const;
  const webhook = { name: "Control room", url: there.url(PROGRAM), events: [...events] };
  const { secret } = await ask(addWebhook, { body: webhook }, session);
  const { public_key } = await ask(pushKey, {}, session);
  const at = (path: string) => there.calls.filter((call) => call.path === path);
  return {
    person,
    public_key,
    pushes: () => at(BROWSER).map(({ body }) => browser.read(body) as Pushed), // the test compares it
    pushCalls: () => at(BROWSER),
    calls: () => at(PROGRAM),
    areSigned: () => at(PROGRAM).every((call) => isSigned(call, secret)),
    mails: () => mailsTo(person.username),
    close: there.close,
  };
}

/** Has the inverter report until the condition holds: a gateway that goes on sending is not silent. */
async function reportUntil(plant: Plant, state: "mppt" | "fault", holds: () => Promise<boolean>) {
  const once = async () => {
    await plant.report(state);
    return holds();
  };
  await expect.poll(once, { timeout: 90_000, intervals: [3000] }).toBe(true);
}

const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

/** Waits until the titles, and nothing else, were pushed, mailed and called in this order; the browser shows the last push alone. */
async function reached(
  told: Awaited<ReturnType<typeof toldPerson>>,
  worker: Awaited<ReturnType<typeof serviceWorkerOf>>,
  { plant, titles }: { plant: Plant; titles: readonly string[] },
): Promise<void> {
  await expect.poll(() => told.pushes().map(({ title }) => title)).toEqual(titles);
  await worker.deliver(told.pushes().at(-1));
  const shown = async () => (await worker.shown()).map(({ title }) => title);
  await expect.poll(shown).toEqual(titles.slice(-1));
  const subjects = async () => (await told.mails()).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(titles.map((title) => `Heliograph: ${title} – ${plant.name}`));
  await expect.poll(() => told.calls().length).toBe(titles.length);
  expect(told.areSigned()).toBe(true);
}

test("a fault of an inverter becomes an alarm and is told on the bell, by push, mail and webhook, once each, and so is that it is over", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant(`Roof that tells ${Date.now()}`);
  const told = await toldPerson(plant);
  try {
    await signIn(page, told.person);
    const worker = await serviceWorkerOf(page);
    await open(page, `/alarms?project=${plant.project_uid}`);
    await expect(page.getByRole("heading", { name: "No alarm matches" })).toBeVisible();
    await expect(bellOf(page)).toHaveAccessibleName("Notifications");

    // It begins.
    const row = page.getByRole("row", { name: new RegExp(`INV-1: ${FAULT}`) });
    await reportUntil(plant, "fault", () => row.isVisible());
    await expect(bellOf(page)).toHaveAccessibleName(/\d unread$/);
    await bellOf(page).click();
    const list = page.getByRole("dialog", { name: "Notifications" });
    const item = list.getByRole("listitem").filter({ hasText: FAULT });
    await expect(item).toContainText(plant.name);
    await expect(item).toContainText("Unread");
    await reached(told, worker, { plant, titles: [FAULT] });
    const [began] = told.pushes();
    expect(began).toMatchObject({ url: `/detail/${plant.project_uid}`, severity: "critical" });
    expect(began?.body).toContain(plant.name);
    expect(told.pushCalls()[0]?.headers["authorization"]).toContain(`k=${told.public_key}`);

    // It is over.
    const resolved = `Resolved: ${FAULT}`;
    await reportUntil(plant, "mppt", async () => (await item.innerText()).includes(resolved));
    await reached(told, worker, { plant, titles: [FAULT, resolved] });
    const said = told.calls().map(({ body }) => JSON.parse(body.toString()));
    const of = { kind: "inverter_fault", projects: [{ project_uid: plant.project_uid, name: plant.name }] };
    expect(said).toMatchObject([
      { event: "alarm.opened", data: { ...of, severity: "critical", alarms: 1, resolved_at: null } },
      { event: "alarm.resolved", data: { ...of, notice_uid: began?.tag } },
    ]);
    expect(said[0].data.notice_uid).toBe(began?.tag);
    expect(said[1].data.resolved_at).not.toBeNull();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Closed, 7 d/ }).click();
    await expect(row).toBeVisible();
    expect(heard).toEqual([]);
  } finally {
    told.close();
  }
});

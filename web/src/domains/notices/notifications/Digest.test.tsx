import {
  changeNoticePreferences,
  getNoticePreferences,
  type NoticePreferences,
} from "@heliograph/contract/notices/notifications/notice-preferences";
import { pushKey } from "@heliograph/contract/notices/notifications/notifications";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ACCOUNT } from "../../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { browserZone } from "../../../platform/zone.ts";
import NotificationSettingsScreen from "./NotificationSettingsScreen.tsx";

freshBrowser();

const USUAL: NoticePreferences = {
  accept_nof: true,
  push: false,
  mail: true,
  severities: ["critical", "warning", "minor"],
  topics: ["contact"],
  quiet_hours: null,
  digest: null,
  timezone: "Asia/Ho_Chi_Minh",
  language: "vi",
};

/** The settings of somebody who wants it so. */
async function open(given: Partial<NoticePreferences> = {}) {
  signedInAs("good");
  let now: NoticePreferences = { ...USUAL, ...given };
  const all = fakeServer({
    "user-info": () => Response.json(ACCOUNT),
    "notification/client/push-key": () => answer(pushKey, { public_key: "B".repeat(87) }),
    "notification/client/preferences": ({ method, body }) => {
      if (method === "GET") return answer(getNoticePreferences, now);
      now = { ...now, ...(body as Partial<NoticePreferences>) };
      return answer(changeNoticePreferences, now);
    },
  });
  await renderAt("/notifications", { "/notifications": <NotificationSettingsScreen /> });
  await screen.findByRole("heading", { name: "Quiet hours" });
  return () => all.filter(({ method }) => method === "PUT").map(({ body }) => body);
}
const turn = async (name: string) => fireEvent.click(await screen.findByRole("switch", { name }));

test("a digest begins at seven by the browser's clocks, with what is critical at once beside it", async () => {
  const sent = await open();
  await turn("One mail a day");
  const digest = { at: "07:00", critical_at_once: true };
  await waitFor(() => expect(sent()).toEqual([{ digest, timezone: browserZone() }]));
  const time = await screen.findByLabelText("At");
  fireEvent.change(time, { target: { value: "18:30" } });
  fireEvent.blur(time);
  await waitFor(() => expect(sent()[1]).toMatchObject({ digest: { ...digest, at: "18:30" } }));
});

test("what is critical can wait for the digest too, and the digest can be ended", async () => {
  const sent = await open({ digest: { at: "06:15", critical_at_once: true } });
  await turn("Critical alarms still at once");
  await waitFor(() => expect(sent()[0]).toMatchObject({ digest: { at: "06:15", critical_at_once: false } }));
  await waitFor(() => expect(screen.getByRole("switch", { name: "One mail a day" })).toBeTruthy());
  await turn("One mail a day");
  await waitFor(() => expect(sent()[1]).toEqual({ digest: null }));
});

test("who wants no mails is offered no digest", async () => {
  await open({ mail: false });
  expect(screen.queryByRole("switch", { name: "One mail a day" })).toBeNull();
});

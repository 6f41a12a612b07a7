// Live values: an account has so many streams at a time; the page that gets none says so, on a phone too.
import { randomUUID } from "node:crypto";
import { addGateway, createProject, liveEvents, register } from "@heliograph/contract";
import { STREAMS_PER_ACCOUNT } from "@heliograph/contract/kernel/limits";
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { signIn } from "./pages.ts";
import { ask, noonPlace } from "./plant.ts";

test("the eleventh window of an account says that it is not live, in words that fit a phone", async ({
  page,
}) => {
  // An account of its own: its streams are all taken.
  const who = { username: `${randomUUID()}@live.example`, password: "blue glass lantern" };
  const account = { fullname: "Nguyễn Thị Hướng Dương", email: who.username };
  const { access_token } = await ask(register, {
    body: { ...account, password: who.password, retypePassword: who.password },
  });
  const authorization = `Bearer ${access_token}`;
  const plant = { name: "Crowded plant", address: "3 Equator Road", capacity_wp: 100_000, ...noonPlace() };
  const { project_uid } = await ask(createProject, { body: { ...plant, project_type: "pv" } }, authorization);
  await ask(addGateway, { body: { project_uid, serial: `LIVE-${randomUUID().slice(0, 8)}` } }, authorization);
  const ended = new AbortController();
  const url = `${process.env["HELIOGRAPH_URL"]}/api/v1/${liveEvents.path}?project_uid=${project_uid}`;
  // Held to the end: the stream of an answer that nothing refers to any more is closed with it.
  const streams: Response[] = [];
  while (streams.length < STREAMS_PER_ACCOUNT) {
    streams.push(await fetch(url, { headers: { authorization }, signal: ended.signal }));
  }
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, who, { language: "vi" });
  await expect(page.getByText(`Không trực tiếp: đã mở ${STREAMS_PER_ACCOUNT} cửa sổ`)).toBeVisible();
  await faultless(page);
  ended.abort();
  await Promise.allSettled(streams.map((stream) => stream.text()));
});

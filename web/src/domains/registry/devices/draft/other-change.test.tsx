// Two people on one draft, as each of them sees it.
import {
  getDeviceApplication,
  saveDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import type { DeviceFields } from "@heliograph/contract/registry/devices/device-form";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  APPLICATION_UID,
  applicationAnswers,
  fakeApplication,
  SOUND_FIELDS,
} from "../../../../testing/device-fakes.ts";
import { BUSINESS_ACCOUNT } from "../../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  rulesBroken,
  signedInAs,
  type ReceivedRequest,
} from "../../../../testing/test-kit.tsx";
import { RegistrationRecord } from "../RegistrationRecord.tsx";

freshBrowser();

const TIME = "2026-11-03 10:24:36 (GMT+8)";
const CHANGED = {
  code: "GEN-409",
  message: `This record was changed by someone else at ${TIME}. Reload and try again.`,
  params: { time: TIME },
};

/** A draft that the server holds, saved as its rules have it; `others` is what somebody else does to it meanwhile. */
async function open(lang: "en" | "vi" = "en") {
  let held = fakeApplication();
  const saves: unknown[] = [];
  const save = ({ body }: ReceivedRequest) => {
    const { expected_version, draft, answers, note } = saveDeviceApplication.body.parse(body);
    if (expected_version !== held.version) return rulesBroken(CHANGED);
    saves.push(draft.fields);
    held = fakeApplication({ ...held, draft, answers, note, version: held.version + 1 });
    return answer(getDeviceApplication, held);
  };
  signedInAs("good");
  fakeServer({
    ...applicationAnswers({}, []),
    "rehash/device-application": (received) =>
      received.method === "PUT" ? save(received) : answer(getDeviceApplication, held),
  });
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes, lang);
  const other = (fields: Partial<DeviceFields>, change: Partial<DeviceApplication> = {}) => {
    const draft = { ...held.draft, fields: { ...held.draft.fields, ...fields } };
    held = fakeApplication({ ...held, draft, version: held.version + 1, ...change });
  };
  return { other, saves, fieldsHeld: () => held.draft.fields };
}

const typeInto = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test("whoever types into a draft that somebody else has changed is told so with the time, keeps what was typed, and goes on with both", async () => {
  const { other, fieldsHeld, saves } = await open();
  await screen.findByLabelText("Capacity");
  other({ province: "Hue" });
  await typeInto("Capacity", "1.200");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain(`GEN-409 ${CHANGED.message}`);
  expect(screen.getByText("Not saved. Your text stays here.")).toBeTruthy();
  expect(valueOf("Capacity")).toBe("1.200");
  // Nothing is sent while it stands so.
  await typeInto("Address", "12 Nguyen Trai");
  expect(saves).toEqual([]);
  await userEvent.click(within(notice).getByRole("button", { name: "Reload" }));
  await expect
    .poll(fieldsHeld)
    .toMatchObject({ capacity: "1.200", address: "12 Nguyen Trai", province: "Hue" });
  expect(valueOf("Province")).toBe("Hue");
  expect(valueOf("Capacity")).toBe("1.200");
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
});

test("where both changed the same, mine stays and theirs is shown, to be taken at a press", async () => {
  const { other, fieldsHeld } = await open();
  await screen.findByLabelText("Capacity");
  other({ capacity: "1.300", province: "Hue" });
  await typeInto("Capacity", "1.200");
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  const list = await screen.findByRole("list", { name: "You both changed this" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  expect(list.textContent).toContain("Capacity");
  expect(list.textContent).toContain("The other person: 1.300 MW");
  await expect.poll(fieldsHeld).toMatchObject({ capacity: "1.200", province: "Hue" });
  await userEvent.click(within(list).getByRole("button", { name: "Take theirs: Capacity" }));
  await expect.poll(fieldsHeld).toMatchObject({ capacity: "1.300", province: "Hue" });
  expect(valueOf("Capacity")).toBe("1.300");
  expect(screen.queryByRole("list", { name: "You both changed this" })).toBeNull();
});

test("a draft that somebody else submitted meanwhile stays on the page with what was typed, until its record is asked for", async () => {
  const { other } = await open("vi");
  await screen.findByLabelText("Công suất");
  other({}, { status: "pending", actions: [] });
  await typeInto("Công suất", "1.200");
  await userEvent.click(await screen.findByRole("button", { name: "Tải lại" }));
  const list = await screen.findByRole("list", { name: "Chưa lưu" });
  expect(list.textContent).toBe("Công suất1.200");
  expect(valueOf("Công suất")).toBe("1.200");
  await userEvent.click(screen.getByRole("button", { name: "Hiện hồ sơ như hiện nay" }));
  await expect.poll(() => screen.queryByLabelText("Công suất")).toBeNull();
});

test("C120: a draft says in GMT+8 when it was saved, and why it was not, with a way to try again", async () => {
  let reaches = false;
  signedInAs("good");
  fakeServer({
    ...applicationAnswers({}, []),
    "rehash/device-application": ({ method }) => {
      if (method === "PUT" && !reaches) throw new TypeError("no way to the server");
      return answer(
        getDeviceApplication,
        fakeApplication({ version: 3, changed_at: "2026-11-03T02:30:00.000Z" }),
      );
    },
  });
  const routes = { "/": <RegistrationRecord record={APPLICATION_UID} /> };
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, routes);
  expect(await screen.findByText("Saved 2026-11-03 10:30:00 (GMT+8)")).toBeTruthy();
  await typeInto("Province", `${SOUND_FIELDS.province} 2`);
  expect(
    await screen.findByText("Not saved. Your text stays here. The server cannot be reached"),
  ).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  reaches = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Saved 2026-11-03 10:30:00 (GMT+8)")).toBeTruthy();
});

// The life of a registered device on its drawer: its state, who acts next, what is decided, and the consent of its owner.
import { createDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { getDeviceConsent, setDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import {
  DECISION_MESSAGES,
  getRegisteredDevice,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { DEVICE_MESSAGES, filledMessage } from "@heliograph/contract/registry/devices/device-guards";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { CONSENT } from "../../../../testing/open-rec.ts";
import { fakeSecurity } from "../../../../testing/parties-fakes.ts";
import { fakeDevice, REGISTERED_UID } from "../../../../testing/registered-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  rulesBroken,
  signedInAs,
} from "../../../../testing/test-kit.tsx";
import { RegisteredDrawer } from "./RegisteredDrawer.tsx";

freshBrowser();

const NEXT = { by: "issuer" as const, is_you: true, until: "2026-11-17T15:59:59.999Z", otherwise: null };
const event = (action: string, to_status: string, reason: string | null = null) => ({
  at: "2026-11-03T02:24:36.000Z",
  action,
  from_status: "in_force",
  to_status,
  role: "system" as const,
  person: null,
  reason,
});

/** The drawer of the device, on which whatever is decided is answered with `decided`. */
async function open(
  change: Partial<RegisteredDevice>,
  more: Parameters<typeof fakeServer>[0] = {},
  lang: Parameters<typeof renderAt>[2] = "en",
) {
  signedInAs("good");
  const received = fakeServer({
    "auth/security": () => fakeSecurity(),
    "rehash/device": () => answer(getRegisteredDevice, fakeDevice(change)),
    "rehash/device-consent": () => answer(getDeviceConsent, CONSENT),
    ...more,
  });
  await renderAt("/", { "/": <RegisteredDrawer device={REGISTERED_UID} close={() => {}} /> }, lang);
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByText("D000123");
  return { received, drawer, user: userEvent.setup() };
}

const posted = (received: Awaited<ReturnType<typeof open>>["received"]) =>
  received.filter(({ method }) => method === "POST").map(({ body }) => body);

test("a device in force waits for nobody, and its timeline begins with its registration", async () => {
  const { drawer } = await open({ timeline: [event("register", "in_force")] });
  expect(drawer.getByText("In force")).toBeTruthy();
  expect(drawer.getByText("In force until 2030-11-01")).toBeTruthy();
  expect(drawer.getByRole("list", { name: "Timeline" }).textContent).toContain("Registered");
});

test("R10: a suspended binding names who looks at it until when, and why it is suspended", async () => {
  const because = "Kind, rating or serial of the device was changed";
  const [unit] = fakeDevice().units;
  if (unit === undefined) throw new Error("A device has a meter");
  const { drawer } = await open({
    status: "binding_suspended",
    actions: ["suspend", "confirm_binding", "find_meter"],
    next: NEXT,
    units: [{ ...unit, suspended_because: because }],
    timeline: [event("register", "in_force"), event("change_binding", "binding_suspended")],
  });
  expect(drawer.getByText("Binding suspended")).toBeTruthy();
  expect(drawer.getAllByText("You look at the bindings that the plant has changed")).toHaveLength(2);
  expect(drawer.getByText(/^2026-11-17 23:59/)).toBeTruthy();
  expect(drawer.getByText(new RegExp(`Suspended: ${because}`))).toBeTruthy();
});

test("a decision is sent with its reason of 10 characters and the version that was seen, and not without", async () => {
  const done = { record_uid: REGISTERED_UID, number: "D000123", needs_second_person: false };
  const { received, drawer, user } = await open(
    {},
    { "rehash/devices/actions": () => Response.json({ ...done, status: "suspended", version: 4 }) },
  );
  await user.click(drawer.getByRole("button", { name: "Suspend" }));
  expect(posted(received)).toEqual([]);
  await user.type(drawer.getByLabelText("Reason"), "The plant is being rebuilt");
  await user.click(drawer.getByRole("button", { name: "Suspend" }));
  await waitFor(() =>
    expect(posted(received)).toMatchObject([
      {
        device_uid: REGISTERED_UID,
        action: "suspend",
        reason: "The plant is being rebuilt",
        expected_version: 3,
      },
    ]),
  );
});

test("R11: a change of what is registered is begun beside the renewal, and not where there is none to begin", async () => {
  const { received, drawer, user } = await open(
    {},
    {
      "rehash/device-applications": () =>
        answer(createDeviceApplication, { record_uid: REGISTERED_UID, number: "DA-2026-000007" }),
    },
  );
  expect(drawer.getByRole("button", { name: "Renew" })).toBeTruthy();
  await user.click(drawer.getByRole("button", { name: "Change what is registered" }));
  await waitFor(() =>
    expect(posted(received)).toMatchObject([{ succeeds: "D000123", is_change: true, type: "normal" }]),
  );
});

test("R11: what can only be renewed offers no change", async () => {
  const { drawer } = await open({ can_change: false });
  expect(drawer.getByRole("button", { name: "Renew" })).toBeTruthy();
  expect(drawer.queryByRole("button", { name: "Change what is registered" })).toBeNull();
});

const PROJECT = { project: "Rice mill" };
const METERS = { meters: "SC24TN0417" };
const RULES = [
  { code: "DEV-015", message: filledMessage(DEVICE_MESSAGES["DEV-015"], PROJECT), params: PROJECT },
  { code: "DEV-043", message: filledMessage(DECISION_MESSAGES["DEV-043"], METERS), params: METERS },
] as const;

test.each(["en", "vi", "zh"] as const)(
  "DEV-015, DEV-043: why a device is not resumed is told with every rule in %s",
  async (lang) => {
    const suspended = { status: "suspended" as const, suspended: true, next: { ...NEXT, until: null } };
    const { drawer, user } = await open(
      { ...suspended, actions: ["resume"], suspended_because: "To be looked at" },
      { "rehash/devices/actions": () => rulesBroken(...RULES) },
      lang,
    );
    await user.type(drawer.getAllByRole("textbox")[0] ?? document.body, "It was looked at");
    const resume = { en: "Resume", vi: "Cho tiếp tục", zh: "恢复" }[lang];
    await user.click(drawer.getByRole("button", { name: resume }));
    const said = (await screen.findByText(/DEV-015/)).textContent.split(" · ");
    expect(said.map((one) => one.slice(0, 7))).toEqual(["DEV-015", "DEV-043"]);
    for (const [at, { message, params }] of RULES.entries()) {
      expect(said[at]).not.toMatch(/[{}]/);
      expect(said[at]?.includes(message)).toBe(lang === "en");
      for (const value of Object.values(params)) expect(said[at]).toContain(value);
    }
  },
);

test("who may decide nothing sees the state and no control of it", async () => {
  const next = { ...NEXT, is_you: false };
  const { drawer } = await open({
    status: "suspended",
    suspended: true,
    actions: [],
    next,
    can_renew: false,
  });
  const inLineAndTimeline = drawer.getAllByText("The issuer decides whether it is resumed", {
    selector: "p",
  });
  expect(inLineAndTimeline).toHaveLength(2);
  for (const name of ["Suspend", "Resume", "Confirm the bindings"]) {
    expect(drawer.queryByRole("button", { name })).toBeNull();
  }
});

test("R10: an owner withdraws the consent at the device, told beforehand which devices that suspends", async () => {
  const signed = {
    ...CONSENT,
    signed_at: "2026-10-01T02:00:00Z",
    signed_by: "Lan Tran",
    devices: ["D000123", "D000200"],
  };
  const consents = [{ record_uid: REGISTERED_UID, project: "Rice mill", company: "Xanh Energy JSC" }];
  const { received, drawer, user } = await open(
    { consents },
    {
      "rehash/device-consent": ({ method }) =>
        method === "GET" ? answer(getDeviceConsent, signed) : answer(setDeviceConsent, CONSENT),
    },
  );
  const part = within(await drawer.findByRole("region", { name: "Rice mill: consent to Xanh Energy JSC" }));
  await user.click(await part.findByRole("button", { name: "Withdraw the consent" }));
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText(/^This suspends D000123, D000200 at once\./)).toBeTruthy();
  await user.click(asked.getByRole("button", { name: "Yes" }));
  await waitFor(() =>
    expect(received.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ consents: false }),
  );
});

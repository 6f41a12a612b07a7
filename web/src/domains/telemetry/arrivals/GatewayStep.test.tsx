import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import { freshBrowser, screenOf } from "../../../testing/test-kit.tsx";
import type { Arrivals } from "./arrivals-queries.ts";
import {
  clockUtc,
  CREDENTIAL,
  DEVICES,
  firstEnd,
  HERE,
  INV1,
  INV2,
  openStep,
  WAITING,
} from "./testing/arrivals-fakes.tsx";

freshBrowser();

const filled = () =>
  [...document.querySelectorAll("button[class*=primary], a[data-look=primary]")].map(
    (one) => one.textContent,
  );
const clipboard = () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText } } }));
  return writeText;
};
const add = async () => {
  fireEvent.change(await screen.findByLabelText("Serial"), { target: { value: " HG-MYPHUOC-01 " } });
  fireEvent.click(screen.getByRole("button", { name: "Add gateway" }));
};

test("a gateway is added by its serial; its credential is shown once, short in the lines and whole in the copy", async () => {
  const writeText = clipboard();
  const { all } = await openStep({ gateways: 0 });
  await add();
  await screen.findByText("Shown only now.");
  expect(all.find(({ method }) => method === "POST")?.body).toEqual({
    project_uid: PROJECT_UID,
    serial: "HG-MYPHUOC-01",
    name: "",
    interval_s: 60,
  });
  expect(screen.getByLabelText("Credential")).toHaveProperty("value", CREDENTIAL);
  const birth = document.querySelector("[data-line=birth]");
  await vi.waitFor(() =>
    expect(birth?.textContent).toContain("-h solar.example.vn -p 8883 --tls-use-os-certs"),
  );
  expect(birth?.textContent).toContain("k7Qm-…-s2Wp");
  expect(birth?.textContent).not.toContain(CREDENTIAL);
  fireEvent.click(within(birth as HTMLElement).getByRole("button", { name: /Copy with credential/ }));
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce());
  expect(writeText.mock.calls[0]?.[0]).toContain(`-P '${CREDENTIAL}'`);
  fireEvent.keyDown(document.body, { key: "c" });
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
});

test("a serial that is in use is said beside its field", async () => {
  await openStep({ gateways: 0, serialTaken: true });
  await add();
  await screen.findByText("This serial is in use");
  expect(screen.getByLabelText("Serial").getAttribute("aria-invalid")).toBe("true");
});

test("each tab has its lines with serial and host filled in", async () => {
  await openStep();
  await screen.findByRole("tab", { name: "curl" });
  for (const [tab, words] of [
    ["curl", "https://solar.example.vn/api/v1/gateway/birth"],
    ["Node-RED", '"type": "http request"'],
    ["Home Assistant", "rest_command:"],
  ] as const) {
    fireEvent.click(screen.getByRole("tab", { name: tab }));
    await vi.waitFor(() => expect(document.querySelector("[data-line] pre")?.textContent).toContain(words));
    expect(document.querySelector("[data-line] pre")?.textContent).toContain("HG-MYPHUOC-01");
  }
});

test("while nothing has come it says since when, where to, and why that may be; a gateway whose credential is lost gets a new one after a question", async () => {
  const { all } = await openStep();
  const life = await screen.findByRole("list", { name: "What arrives" });
  expect(within(life).getAllByRole("listitem")).toHaveLength(5);
  await within(life).findByText(
    "Nothing has come from HG-MYPHUOC-01 yet. MQTT solar.example.vn:8883, https://solar.example.vn.",
  );
  expect(screen.getByText("Tries of the last 10 minutes: 0", { exact: false })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Make a new one" }));
  expect(all.some(({ path }) => path === "fleet/gateway/credential")).toBe(false);
  const question = await screen.findByRole("alertdialog");
  fireEvent.click(within(question).getByRole("button", { name: "Make a new one" }));
  await screen.findByText("Shown only now.");
  expect(screen.getByLabelText("Credential")).toHaveProperty("value", "new-credential-0123456789");
});

test("what arrives is shown as soon as the stream says so, and the stage is said aloud", async () => {
  const { arrive } = await openStep({ devices: DEVICES });
  await screen.findByText("Waiting for first contact");
  expect(screen.queryByText("Devices it announced")).toBeNull();
  await arrive(HERE);
  await screen.findByText("MQTT from 203.0.113.24, firmware 2.4.1, clock 0.3 s behind");
  const life = screen.getByRole("list", { name: "What arrives" });
  expect(life.textContent).toContain("3 devices announced");
  expect(life.textContent).toContain("1 rating missing: INV-02");
  expect(life.textContent).toContain("4 stored, 1 refused");
  expect(life.textContent).toContain("Next due at 10:44:00, then the gateway counts as connected");
  expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain("First readings");
});

test("readings stand newest first, and a refused one says value, range, reason, likely mend and what became of the rest", async () => {
  await openStep({ arrivals: HERE, devices: DEVICES });
  const stream = await screen.findByRole("list", { name: "Readings" });
  const lines = within(stream)
    .getAllByRole("listitem")
    .map((one) => one.textContent);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe("10:43:00INV-0186.4 kW12.5 kWh");
  expect(lines[1]).toBe("10:43:00GM-01−42.6 kWac_power_factor 0.98");
  expect(lines[2]).toContain("GM-01 refused");
  expect(lines[2]).toContain("ac_power_factor is 98, allowed are −1 to 1.");
  expect(lines[2]).toContain("reading.out_of_range");
  expect(lines[2]).toContain(
    "Sent as percent? Send 0.98, or null if it is not known. 4 other readings of the message stored. The next one came right.",
  );
  expect(screen.getByText("9 stored · 1 refused")).toBeTruthy();
});

test("ratings are confirmed as they stand or are typed; one that was not sent is that of its model, and is not ticked", async () => {
  const { all } = await openStep({ arrivals: HERE, devices: DEVICES });
  const table = await screen.findByRole("table", { name: "Devices it announced" });
  const row = (name: string) => within(table).getByRole("row", { name: new RegExp(name) });
  expect(row("INV-02").textContent).toContain("Not sent, as others of its model");
  expect(screen.getByLabelText("AC rating, INV-02")).toHaveProperty("value", "125");
  expect(screen.getByLabelText("Confirm INV-02")).toHaveProperty("checked", false);
  expect(document.querySelector("[data-sum-line]")?.textContent).toBe(
    "2 ×150.0= 300.0 kWp, the capacity of the project. Without a rating no spike in a counter can be told.",
  );
  fireEvent.change(screen.getByLabelText("AC rating, INV-02"), { target: { value: "110.5" } });
  fireEvent.click(screen.getByLabelText("Confirm GM-01"));
  fireEvent.click(screen.getByRole("button", { name: "Confirm ratings" }));
  await screen.findByText("The ratings have been confirmed");
  expect(all.find(({ path }) => path === "fleet/device/ratings")?.body).toEqual({
    project_uid: PROJECT_UID,
    devices: [
      { device_uid: INV1, ac_nominal_w: 125_000, dc_capacity_wp: 150_000 },
      { device_uid: INV2, ac_nominal_w: 110_500, dc_capacity_wp: 150_000 },
    ],
  });
});

test.each<[string, Partial<Arrivals>, string]>([
  [
    "a wrong credential",
    {
      tries: [
        {
          address: "203.0.113.24",
          by: "mqtt",
          reason: "credential",
          count: 3,
          last_at: clockUtc("03:41:00"),
        },
      ],
    },
    "Refused: credential, 3 tries from 203.0.113.24",
  ],
  [
    "a wrong clock",
    {
      ...HERE,
      first_readings: null,
      refused: 2,
      refusals: [
        {
          id: 2,
          at: clockUtc("03:42:00"),
          device_uid: INV1,
          reason: "reading.too_new",
          detail: "",
          t: firstEnd + 7_200_000,
          others: 0,
        },
      ],
    },
    "The clock of the gateway is ahead by 2 h.",
  ],
  [
    "an unknown device",
    {
      ...HERE,
      first_readings: null,
      refusals: [
        {
          id: 3,
          at: clockUtc("03:42:00"),
          device_uid: null,
          reason: "device.unknown",
          detail: "no device of this gateway has the serial INV-9",
          t: firstEnd,
          others: 0,
        },
      ],
    },
    "Unknown device: no device of this gateway has the serial INV-9.",
  ],
])("%s is a red step that says so in words", async (_name, change, words) => {
  await openStep({ arrivals: { ...WAITING, ...change }, devices: DEVICES });
  const life = await screen.findByRole("list", { name: "What arrives" });
  expect(life.querySelector("[data-state=failed]")?.textContent).toContain(words);
});

test("exactly one button is filled, and it moves with the state", async () => {
  const { arrive, shown } = await openStep({ gateways: 0, devices: DEVICES });
  await add();
  await screen.findByText("Shown only now.");
  expect(filled()).toEqual(["Copy with credential"]);
  shown.devices = DEVICES;
  await arrive(HERE);
  await screen.findByRole("table", { name: "Devices it announced" });
  expect(filled()).toEqual(["Confirm ratings"]);
});

test("of several gateways one is chosen, and another can be added", async () => {
  const { router } = await openStep({ gateways: 2 });
  await screen.findByRole("list", { name: "What arrives" });
  expect(screen.getByLabelText("Gateway")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Add another gateway" }));
  await screen.findByLabelText("Serial");
  expect(router.state.location.search).toContain("gateway=new");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("list", { name: "What arrives" });
});

test("on a phone what arrives stands first, then readings, devices, credential and lines, of which curl is the first", async () => {
  screenOf(390);
  await openStep({ arrivals: HERE, devices: DEVICES });
  await screen.findByRole("list", { name: "Readings" });
  const heads = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent.split(" ")[0]);
  expect(heads).toEqual(["What", "Readings", "Devices", "HG-MYPHUOC-01", "Lines"]);
  expect(screen.getAllByRole("tab")[0]?.textContent).toBe("curl");
});

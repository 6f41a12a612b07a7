import { places } from "@heliograph/contract/fleet/commissioning";
import { createProject } from "@heliograph/contract/fleet/projects";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import NewProjectScreen from "./NewProjectScreen.tsx";

freshBrowser();

const DA_NANG = {
  kind: "town",
  name: "Da Nang",
  country: "VN",
  region: "Da Nang City",
  latitude: 16.06778,
  longitude: 108.22083,
  timezone: "Asia/Ho_Chi_Minh",
} as const;
const PERTH = { latitude: -31.95, longitude: 115.86, timezone: "Australia/Perth" };
const SPOT = { kind: "coordinates", name: "", country: null, region: null, ...PERTH } as const;

const HUE = { ...DA_NANG, name: "Hue", region: "Hue City", latitude: 16.46, longitude: 107.6 } as const;
/** What is found, by how a keyword begins. */
const FOUND = [
  ["-31", SPOT],
  ["da nang", DA_NANG],
  ["hue", HUE],
] as const;

async function open(
  address = "/new-project",
  made = () => answer(createProject, { project_uid: PROJECT_UID }),
) {
  signedInAs("good");
  const all = fakeServer({
    "fleet/places": ({ query }) =>
      answer(places, {
        items: FOUND.filter(
          ([begins]) => query.get("keyword")?.toLowerCase().startsWith(begins) === true,
        ).map(([, place]) => place),
      }),
    "fleet/project": made,
  });
  const router = await renderAt(address, {
    "/new-project": <NewProjectScreen />,
    "/set-up/:id": <p>Set up</p>,
    "/list-project": <p>The list</p>,
  });
  await screen.findByLabelText("Name of the project");
  return { all, router };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const send = () => fireEvent.click(screen.getByRole("button", { name: "Add it and go on" }));
const sent = (all: Awaited<ReturnType<typeof open>>["all"]) =>
  all.find(({ method }) => method === "POST")?.body;

test("a plant is made in base units with its first price, and its set-up goes on with the gateway", async () => {
  const { all, router } = await open();
  const user = userEvent.setup();
  type("Name of the project", "Bãi đỗ xe Mỹ Phước");
  type("Installed capacity", "300.5");
  type("Tilt", "12");
  type("Azimuth", "180");
  type("Price", "2204.07");
  await user.type(screen.getByLabelText("Find the place"), "da nang");
  await user.click(await screen.findByRole("option", { name: /Da Nang/ }));
  expect([value("Latitude"), value("Longitude"), value("Address"), value("Time zone")]).toEqual([
    "16.06778",
    "108.22083",
    "Da Nang, Da Nang City",
    "Asia/Ho_Chi_Minh",
  ]);
  send();
  await screen.findByText("Set up");
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/set-up/${PROJECT_UID}?step=gateway`,
  );
  expect(sent(all)).toMatchObject({
    name: "Bãi đỗ xe Mỹ Phước",
    project_type: "pv",
    capacity_wp: 300_500,
    tilt_deg: 12,
    azimuth_deg: 180,
    latitude: 16.06778,
    longitude: 108.22083,
    timezone: "Asia/Ho_Chi_Minh",
    commissioned_on: null,
    tariff: { vnd_per_kwh: "2204.07" },
  });
});

test("the address of a search gives way to that of the next, and one that somebody wrote does not", async () => {
  await open();
  const user = userEvent.setup();
  const search = async (option: RegExp) => {
    await user.clear(screen.getByLabelText("Find the place"));
    await user.type(screen.getByLabelText("Find the place"), option.source);
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await search(/Da Nang/);
  await search(/Hue/);
  expect(value("Address")).toBe("Hue, Hue City");
  type("Address", "12 Lê Lợi");
  await search(/Da Nang/);
  expect([value("Address"), value("Latitude")]).toEqual(["12 Lê Lợi", "16.06778"]);
});

test("coordinates that are typed propose their zone, which can be changed", async () => {
  const { all } = await open();
  type("Latitude", "-31.95");
  type("Longitude", "115.86");
  fireEvent.blur(screen.getByLabelText("Longitude"));
  await waitFor(() => expect(value("Time zone")).toBe("Australia/Perth"));
  fireEvent.blur(screen.getByLabelText("Longitude"));
  // The same place is asked about once.
  expect(all.filter(({ path }) => path === "fleet/places")).toHaveLength(1);
});

test("a water heater is made with its tank, without capacity, plane or price", async () => {
  const { all } = await open("/new-project?type=swh");
  expect(screen.queryByLabelText("Price")).toBeNull();
  expect(screen.queryByLabelText("Tilt")).toBeNull();
  type("Name of the project", "Bể nước nóng");
  type("Tank volume", "300");
  type("Collector area", "4.2");
  type("Electric heater", "1.5");
  type("Latitude", "-31.95");
  type("Longitude", "115.86");
  fireEvent.blur(screen.getByLabelText("Longitude"));
  await waitFor(() => expect(value("Time zone")).toBe("Australia/Perth"));
  send();
  await screen.findByText("Set up");
  const body = sent(all);
  expect(body).toMatchObject({
    project_type: "swh",
    capacity_wp: 0,
    tank_volume_l: 300,
    collector_area_m2: 4.2,
    heater_power_w: 1500,
    tilt_deg: null,
  });
  expect(body).not.toHaveProperty("tariff");
});

test("what is missing is said beside its field, and nothing is sent", async () => {
  const { all } = await open();
  send();
  await waitFor(() =>
    expect(screen.getByLabelText("Name of the project").getAttribute("aria-invalid")).toBe("true"),
  );
  const faulty = ["Installed capacity", "Latitude", "Longitude", "Time zone"].map((label) =>
    screen.getByLabelText(label).getAttribute("aria-invalid"),
  );
  expect(faulty).toEqual(["true", "true", "true", "true"]);
  expect(sent(all)).toBeUndefined();
});

test("a refusal is said, and all that was typed stays", async () => {
  const { router } = await open("/new-project", () =>
    refusal(409, "An account may own 1 projects", { code: "project.too_many" }),
  );
  type("Name of the project", "One too many");
  type("Installed capacity", "1");
  type("Latitude", "-31.95");
  type("Longitude", "115.86");
  fireEvent.blur(screen.getByLabelText("Longitude"));
  await waitFor(() => expect(value("Time zone")).toBe("Australia/Perth"));
  send();
  await screen.findByText(/An account may own 1 projects/);
  expect(router.state.location.pathname).toBe("/new-project");
  expect(value("Name of the project")).toBe("One too many");
});

test("a project that is half typed is not left without a question", async () => {
  const { router } = await open();
  type("Name of the project", "Half");
  fireEvent.click(screen.getByRole("link", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByText("The list");
  expect(router.state.location.pathname).toBe("/list-project");
});

import { places, type Answer } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

type Found = Answer<typeof places>["items"];

async function finder() {
  const kit = await projectsApi();
  const find = async (keyword: string, token = kit.token): Promise<Found> =>
    (await kit.api(places, { token, query: { keyword } })).body.items;
  return { ...kit, find };
}

test("coordinates are a place, with the zone that holds there", async () => {
  const { find } = await finder();
  const nowhere = { kind: "coordinates", name: "", country: null, region: null };
  expect(await find("10.77, 106.70")).toEqual([
    { ...nowhere, latitude: 10.77, longitude: 106.7, timezone: "Asia/Ho_Chi_Minh" },
  ]);
  const zones = ["38.72N 9.14W", "-33.45, -70.67", "-31.95 115.86", "36.7, -119.8"].map(
    async (spot) => (await find(spot))[0]?.timezone,
  );
  expect(await Promise.all(zones)).toEqual([
    "Europe/Lisbon",
    "America/Santiago",
    "Australia/Perth",
    "America/Los_Angeles",
  ]);
});

test("a town is found in any spelling, with its province, country and zone", async () => {
  const { find } = await finder();
  const [first] = await find("đà nẵng");
  expect(first).toMatchObject({ country: "VN", timezone: "Asia/Ho_Chi_Minh" });
  const towns = (await find("Perth, Australia")).filter(({ kind }) => kind === "town");
  expect(towns[0]).toMatchObject({
    name: "Perth",
    country: "AU",
    region: "Western Australia",
    timezone: "Australia/Perth",
  });
  expect((await find("Binh")).length).toBe(20);
  expect((await find("Nghe An"))[0]).toMatchObject({ kind: "province", country: "VN" });
});

test("own projects come first, and nobody else's are found", async () => {
  const { db, find } = await finder();
  expect((await find("roof 1"))[0]).toEqual({
    kind: "project",
    name: "Roof 1",
    country: null,
    region: null,
    latitude: 10.7769,
    longitude: 106.7009,
    timezone: "Asia/Ho_Chi_Minh",
  });
  const stranger = await accountOn(db, null);
  expect(await find("roof 1", stranger.token)).toEqual([]);
});

test("no keyword, one that is too long, and nobody signed in find nothing", async () => {
  const { api, token } = await finder();
  const status = async (keyword: string, who: object = { token }) =>
    (await api(places, { ...who, query: { keyword } })).status;
  expect(await Promise.all([status(" "), status("x".repeat(101)), status("Hue", {})])).toEqual([
    400, 400, 403,
  ]);
});

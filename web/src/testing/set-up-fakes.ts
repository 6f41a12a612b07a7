// What tests of setting up share: the state of a project as the server answers it.
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { answer } from "./test-kit.tsx";

type SetUp = Answer<typeof projectSetUp>;

/** A pv project without tariff and gateway. */
export const SET_UP: SetUp = {
  project: {
    name: "Kho Long An",
    address: "KCN Long Hậu",
    latitude: 10.6,
    longitude: 106.7,
    timezone: "Asia/Ho_Chi_Minh",
    capacity_wp: 499_000,
    project_type: "pv",
    commissioned_on: "2024-03-01",
    tilt_deg: null,
    azimuth_deg: null,
    tank_volume_l: null,
    collector_area_m2: null,
    collector_type: null,
    heater_power_w: null,
  },
  zone_is_fixed: false,
  items: [
    { item: "place", step: "project", done: true, optional: false },
    { item: "capacity", step: "project", done: true, optional: false },
    { item: "commissioned", step: "project", done: true, optional: false },
    { item: "tariff", step: "project", done: false, optional: false },
    { item: "gateway", step: "gateway", done: false, optional: false },
    { item: "people", step: "people", done: false, optional: true },
  ],
  steps_done: [],
  put_away: false,
};

/** The answer of projectSetUp, changed as told. */
export const fakeSetUp = (change: Partial<SetUp> = {}) => answer(projectSetUp, { ...SET_UP, ...change });

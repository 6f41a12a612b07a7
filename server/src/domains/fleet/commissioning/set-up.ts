// What a project still needs: the one rule that its checklist and the marks of its steps are counted by.
import {
  SET_UP_ITEMS,
  SET_UP_STEPS,
  type ProjectType,
  type SetUpItem,
  type SetUpStep,
} from "@heliograph/contract";

/** What is known of a project, as the rule needs it. */
export interface SetUpFacts {
  readonly project_type: ProjectType;
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  readonly capacity_wp: number;
  readonly commissioned_on: string | null;
  readonly tank_volume_l: number | null;
  readonly collector_area_m2: number | null;
  readonly has_tariff: boolean;
  /** The local day on which the first of its gateways was added; null: it has none. */
  readonly gateway_since: string | null;
  /** One of them has been heard of. */
  readonly has_contact: boolean;
  readonly has_readings: boolean;
  readonly inverters: number;
  readonly inverters_without_rating: number;
  /** The first local day of which energy is known; null: none is. */
  readonly energy_since: string | null;
  /** Those besides the one who asks. */
  readonly other_members: number;
}

interface ItemState {
  readonly item: SetUpItem;
  readonly step: SetUpStep;
  readonly done: boolean;
  readonly optional: boolean;
}

type Rule = (facts: SetUpFacts) => boolean;

const RULES: Readonly<Record<SetUpItem, Rule>> = {
  // Nothing stands in the sea off Ghana, and no place has the clock of UTC itself.
  place: ({ latitude, longitude, timezone }) =>
    !(latitude === 0 && longitude === 0) && !/^(Etc\/|UTC$|GMT$)/.test(timezone),
  capacity: ({ capacity_wp }) => capacity_wp > 0,
  heater: ({ tank_volume_l, collector_area_m2 }) => tank_volume_l !== null && collector_area_m2 !== null,
  commissioned: ({ commissioned_on }) => commissioned_on !== null,
  tariff: ({ has_tariff }) => has_tariff,
  gateway: ({ gateway_since }) => gateway_since !== null,
  contact: ({ has_contact }) => has_contact,
  readings: ({ has_readings }) => has_readings,
  ratings: ({ inverters, inverters_without_rating }) => inverters > 0 && inverters_without_rating === 0,
  history: ({ commissioned_on, gateway_since, energy_since }) =>
    // What came from before the gateway was imported; of a plant that is no older there is nothing to import.
    gateway_since !== null &&
    ((energy_since !== null && energy_since < gateway_since) ||
      (commissioned_on !== null && commissioned_on >= gateway_since)),
  people: ({ other_members }) => other_members > 0,
};

const ONLY_OF: Readonly<Partial<Record<SetUpItem, ProjectType>>> = {
  capacity: "pv",
  tariff: "pv",
  ratings: "pv",
  heater: "swh",
};
const OPTIONAL: ReadonlySet<SetUpItem> = new Set(["people"]);

/** What a project of this type needs, in the order it is shown, each with its step and whether it is there. */
export function setUpItems(facts: SetUpFacts): ItemState[] {
  // The keys of a constant are its keys.
  const items = Object.keys(SET_UP_ITEMS) as SetUpItem[];
  return items
    .filter((item) => (ONLY_OF[item] ?? facts.project_type) === facts.project_type)
    .map((item) => ({
      item,
      step: SET_UP_ITEMS[item],
      done: RULES[item](facts),
      optional: OPTIONAL.has(item),
    }));
}

/** The steps of which nothing is missing. */
export function stepsDone(items: readonly ItemState[]): SetUpStep[] {
  return SET_UP_STEPS.filter((step) => {
    const its = items.filter((one) => one.step === step);
    const needed = its.filter(({ optional }) => !optional);
    return its.length > 0 && (needed.length > 0 ? needed : its).every(({ done }) => done);
  });
}

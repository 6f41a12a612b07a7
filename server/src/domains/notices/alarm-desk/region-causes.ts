// Which plants were lost by one cause that lies outside them: a blackout of a region, or a network that is down.

/** A plant of which nothing is heard any more. */
export interface LostPlant {
  readonly project_id: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Since when, ms since 1970. */
  readonly lost_ms: number;
}

/** So many plants, so near, within such a time have one cause (the installation's `ALARM_REGION_…`). */
export interface RegionRule {
  readonly projects: number;
  readonly km: number;
  readonly minutes: number;
}

/** The rule of an installation that states none. */
export const USUAL_REGION: RegionRule = { projects: 5, km: 25, minutes: 10 };

/** Plants that were lost by one cause. */
interface RegionCause<P extends LostPlant = LostPlant> {
  /** The plant that was lost first: it names the cause as long as it is lost. */
  readonly first: P;
  /** All of them, in the order in which they were lost; those lost at once by their ids. */
  readonly plants: readonly P[];
}

const EARTH_KM = 6371;
const KM_PER_DEGREE = (Math.PI / 180) * EARTH_KM;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Place = Pick<LostPlant, "latitude" | "longitude">;

/** Distance of two places on a sphere, km. Source: the haversine formula. */
export function distanceKm(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2];
  const chord =
    Math.sin(north) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Places so near have longitudes that differ by no more than this, degrees; 180 where a pole is as near. Source: the bounds of a spherical cap. */
function widthAt({ latitude }: Place, km: number): number {
  const ratio = Math.sin(km / EARTH_KM) / Math.cos(radians(latitude));
  return ratio < 1 ? (Math.asin(ratio) * 180) / Math.PI + 1e-9 : 180;
}

/** How far two longitudes are from each other, degrees. */
function apart(a: number, b: number): number {
  const degrees = Math.abs(a - b);
  return Math.min(degrees, 360 - degrees);
}

/**
 * The causes of a region among the lost plants of one account, in the order in which they began: each is the plant that was lost first with
 * all that were lost within the minutes after it and lie within the kilometres around it, where they are as many as the rule asks
 * for. A plant belongs to one cause at most; the order in which the plants are given changes nothing.
 */
export function regionCauses<P extends LostPlant>(lost: readonly P[], rule: RegionRule): RegionCause<P>[] {
  const ordered = lost.toSorted((a, b) => a.lost_ms - b.lost_ms || a.project_id - b.project_id);
  const height = rule.km / KM_PER_DEGREE;
  const bandOf = ({ latitude }: Place) => Math.floor(latitude / height);
  const bands = Map.groupBy(ordered, bandOf);
  const bandsAt = (place: Place) => [-1, 0, 1].map((step) => bandOf(place) + step);
  // In each band those that were lost before `begins` are looked at no more.
  const begins = new Map<number, number>();
  const taken = new Set<P>();
  const causes: RegionCause<P>[] = [];
  for (const first of ordered) {
    if (taken.has(first)) continue;
    const last_ms = first.lost_ms + rule.minutes * 60_000;
    const width = widthAt(first, rule.km);
    const near: P[] = [];
    for (const band of bandsAt(first)) {
      const plants = bands.get(band) ?? [];
      let at = begins.get(band) ?? 0;
      while (at < plants.length && (plants[at]?.lost_ms ?? 0) < first.lost_ms) at += 1;
      begins.set(band, at);
      for (; at < plants.length; at += 1) {
        const plant = plants[at];
        if (plant === undefined || plant.lost_ms > last_ms) break;
        if (apart(first.longitude, plant.longitude) > width) continue;
        if (distanceKm(first, plant) <= rule.km) near.push(plant);
      }
    }
    if (near.length < rule.projects) continue;
    for (const plant of near) taken.add(plant);
    for (const band of bandsAt(first)) {
      bands.set(
        band,
        bands
          .get(band)
          ?.slice(begins.get(band))
          .filter((plant) => !taken.has(plant)) ?? [],
      );
      begins.set(band, 0);
    }
    causes.push({
      first,
      plants: near.toSorted((a, b) => a.lost_ms - b.lost_ms || a.project_id - b.project_id),
    });
  }
  return causes;
}

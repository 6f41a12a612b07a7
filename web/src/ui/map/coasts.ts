// Where a ring of land is coast, and where it is the edge of the map. Pure rules.

type LatLng = [lat: number, lng: number];

/** The map ends at the date line, and near the poles where Mercator's does; degrees. */
const EDGE = { lng: 179.99, lat: 84.9 };

/** True where both points lie on the same edge of the map. */
const alongEdge = ([lat, lng]: LatLng, [otherLat, otherLng]: LatLng): boolean =>
  (Math.abs(lng) >= EDGE.lng && Math.abs(otherLng) >= EDGE.lng) ||
  (Math.abs(lat) >= EDGE.lat && Math.abs(otherLat) >= EDGE.lat);

/** The coasts of a ring: itself, or its parts between the edges of the map, where land is cut off and has no shore. */
export function coastsOf(ring: readonly LatLng[]): LatLng[][] {
  const coasts: LatLng[][] = [];
  let last: LatLng | undefined;
  for (const point of ring) {
    if (last === undefined || alongEdge(last, point)) coasts.push([point]);
    else coasts.at(-1)?.push(point);
    last = point;
  }
  return coasts.filter((coast) => coast.length > 1);
}

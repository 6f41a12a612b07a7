// The map of all projects of an account. Reads one row a project, and hands columns on: ten thousand objects cost more.
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { matchingProjects, shownAs, type ProjectFilter } from "../portfolio/project-list.sql.ts";

/**
 * Stands for uids, names and places of all matching projects: 32 hexadecimal digits. Hashes are put together, each seeded by
 * its project: writing ten thousand names and places out to hash them costs more than reading them.
 */
const VERSION = sql`md5(concat_ws(' ', count(*), bit_xor(hashtextextended(name, project_id)),
  bit_xor(hashfloat8extended(latitude, project_id)), bit_xor(hashfloat8extended(longitude, project_id))))`;

/**
 * The matching projects in the order in which they were made, which no change of a name disturbs. They are sorted once for
 * all columns that are made of them.
 */
const onMap = (wanted: ProjectFilter): RawBuilder<unknown> => sql`(
  select p.project_id, p.project_uid, p.name, p.latitude, p.longitude, s.irradiance_w_m2 from ${matchingProjects(wanted)}
    and ${shownAs(wanted.status)}
  order by p.project_id offset 0) as shown`;

/** JSON is read by the driver ten times as fast as an array of PostgreSQL, and whole numbers are written three times as fast. */
const column = (of: RawBuilder<unknown>) => sql`coalesce(json_agg(${of}), '[]')`;
const TENTHS = column(sql`(irradiance_w_m2 * 10)::int8`);

/** What changes on a map. */
interface MapValues {
  readonly version: string;
  /** W/m2 times ten; null: no sensor reports. */
  readonly irradiance_tenths: readonly (number | null)[];
}
/** Columns of equal length, one entry a project. */
interface MapColumns extends MapValues {
  /** One after the other, 36 characters each. */
  readonly uids: string;
  readonly names: readonly string[];
  /** Degrees times 100,000: a metre. No roof is known better, and every digit travels ten thousand times. */
  readonly latitudes_e5: readonly number[];
  readonly longitudes_e5: readonly number[];
}

/** The matching projects with place and irradiance; columns are empty when none matches. */
export async function mapOfAccount(tx: Tx, wanted: ProjectFilter): Promise<MapColumns> {
  return onlyRow(
    await sql<MapColumns>`
      select ${VERSION} as version, coalesce(string_agg(project_uid::text, ''), '') as uids, ${column(sql`name`)} as names,
        ${column(sql`(latitude * 1e5)::int4`)} as latitudes_e5, ${column(sql`(longitude * 1e5)::int4`)} as longitudes_e5,
        ${TENTHS} as irradiance_tenths
      from ${onMap(wanted)}`.execute(tx),
  );
}

/** Irradiance and version alone, in the order of mapOfAccount. */
export async function irradiancesOfAccount(tx: Tx, wanted: ProjectFilter): Promise<MapValues> {
  return onlyRow(
    await sql<MapValues>`
      select ${VERSION} as version, ${TENTHS} as irradiance_tenths from ${onMap(wanted)}`.execute(tx),
  );
}

function onlyRow<R>({ rows: [row] }: { rows: R[] }): R {
  if (row === undefined) throw new RangeError("an aggregate without groups answers one row");
  return row;
}

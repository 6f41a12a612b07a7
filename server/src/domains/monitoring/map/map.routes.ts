import { mapData, mapRadiation } from "@heliograph/contract";
import { asAccount, type Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { mapProjects, wattsOfTenths } from "./map-projects.ts";
import { irradiancesOfAccount, mapOfAccount } from "./map.sql.ts";
import { callersTimezone, zonedTime } from "../zoned-time.ts";

/** Serves the radiation map over all projects of the caller. `now` gives ms since 1970. */
export function mapRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(mapData, async ({ query, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { account_id } = session;
    const columns = await asAccount(db, { account_id, projects: [] }, (tx) =>
      mapOfAccount(tx, { account_id, ...query }),
    );
    return {
      project_data: mapProjects(columns),
      map_version: columns.version,
      current_time: zonedTime(timezone, now()),
    };
  });

  serve(mapRadiation, async ({ query, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { account_id } = session;
    const { version, irradiance_tenths } = await asAccount(db, { account_id, projects: [] }, (tx) =>
      irradiancesOfAccount(tx, { account_id, ...query }),
    );
    return {
      radiation_values: irradiance_tenths.map(wattsOfTenths),
      map_version: version,
      current_time: zonedTime(timezone, now()),
    };
  });
}

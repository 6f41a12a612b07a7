import { esg, esgFactors, localDay, weatherWidget } from "@heliograph/contract";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject } from "../../fleet/index.ts";
import { gridFactors } from "../../kpi/index.ts";
import { esgEnergies } from "./esg.sql.ts";
import { esgFactorsOf, esgFiguresOf, esgSpan } from "./esg.ts";
import { sensorsOf } from "../overview/weather.sql.ts";
import { weatherOf } from "../overview/weather.ts";
import { callersTimezone } from "../zoned-time.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves what projects do for the environment, and what the environment does at them. `now` gives ms since 1970. */
export function esgRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(esg, async ({ query, session, origin }) => {
    const { account_id } = session;
    const { project_uid, period, at } = query;
    const answer = async (tx: Tx, project_id: number | null, today: string) => {
      const span = esgSpan(period, at, today);
      const energies = await esgEnergies(tx, { account_id, project_id }, span);
      const figures = esgFiguresOf(energies, await gridFactors(tx), period);
      return { period, at: span.at, today, ...figures };
    };
    if (project_uid === undefined) {
      const today = localDay(callersTimezone(origin.timezone), now());
      const of = { account_id, projects: [] };
      return asAccount(db, of, async (tx) => ({ project_info: null, ...(await answer(tx, null, today)) }));
    }
    return inProject(db, session, project_uid, LOOK, async (tx, access) => ({
      project_info: { project_uid: access.project_uid, project_ssoc_name: access.name },
      ...(await answer(tx, access.project_id, localDay(access.timezone, now()))),
    }));
  });

  serve(esgFactors, ({ session }) =>
    asAccount(db, { account_id: session.account_id, projects: [] }, async (tx) =>
      esgFactorsOf(await gridFactors(tx)),
    ),
  );

  serve(weatherWidget, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) =>
      weatherOf(access, await sensorsOf(tx, access), now()),
    ),
  );
}

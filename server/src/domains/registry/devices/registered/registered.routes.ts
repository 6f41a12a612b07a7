import {
  addDays,
  changeGroup,
  decideOnDevice,
  getRegisteredDevice,
  listRegisteredDevices,
  recordMeterFinding,
  releaseDevice,
  type RegisteredAction,
} from "@heliograph/contract";
import type { Db } from "../../../../platform/db.ts";
import type { Origin, Serve, Session } from "../../../../platform/http.ts";
import {
  asActor,
  findRecord,
  frameOf,
  mayAct,
  nextStepsOf,
  runRecordCommand,
  TRADERS,
} from "../../../parties/index.ts";
import { REGISTERED_KIND } from "./registered-kind.sql.ts";
import { ownedConsents } from "../consent.sql.ts";
import { projectsOfDevices } from "../device-projects.sql.ts";
import { partsOf } from "./device-parts.sql.ts";
import { registeredDevicesOf, shownDevice } from "./registered.sql.ts";
import { mayChangeEarly } from "../succession.sql.ts";

/** Serves registered devices: to the people of their account, issuers and platform operators. */
export function registeredRoutes(serve: Serve, db: Db): void {
  serve(listRegisteredDevices, ({ query: { account, ...wanted }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const { items, total_items } = await registeredDevicesOf(tx, actor, wanted);
      const rows = items.map((item) => ({ ...item, record_uid: item.device_uid }));
      const next = await nextStepsOf(tx, REGISTERED_KIND, rows, actor);
      return {
        items: items.map((item) => ({ ...item, next: next.get(item.device_uid) ?? null })),
        total_items,
      };
    }),
  );

  serve(getRegisteredDevice, ({ query: { account, device_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const record = await findRecord(tx, REGISTERED_KIND, { actor, record_uid: device_uid, lock: false });
      const frame = await frameOf(tx, REGISTERED_KIND, record, actor);
      const parts = await partsOf(tx, record);
      const shown = await shownDevice(tx, record);
      const maySucceed = parts.successor === null && mayAct(actor, ...TRADERS);
      const ends = addDays(shown.valid_to, 1);
      return {
        ...frame,
        ...shown,
        ...parts,
        next: frame.next,
        actions: frame.actions.filter((action) => isUseful(action, { ...parts, kind: record.kind })),
        consents: await ownedConsents(tx, session.account_id, {
          projects: await projectsOfDevices(tx, { ids: [record.registered_device_id] }),
          company: record.business_account_id,
        }),
        can_renew: maySucceed,
        can_change: maySucceed && mayChangeEarly({ ...record, timezone: shown.timezone, ends }, actor),
      };
    }),
  );

  serveCommands(serve, db);
}

/** Whether the action can do something: what is succeeded is neither released nor changed, and a group goes to no other account. */
function isUseful(
  action: string,
  of: { kind: string; successor: object | null; released_to: object | null; units: readonly object[] },
): boolean {
  if (action === "find_meter") return of.units.length > 0;
  if (action === "ask_change") return of.successor === null;
  if (action === "change_members") return of.kind === "grouped" && of.successor === null;
  if (action === "release" || action === "take_back") {
    const isReleased = of.released_to !== null;
    return of.kind === "normal" && of.successor === null && isReleased === (action === "take_back");
  }
  return true;
}

type Payload = Parameters<NonNullable<(typeof REGISTERED_KIND)["effects"]["suspend"]>>[2]["payload"];

/** A command on a device as its calls carry it. */
interface Asked {
  readonly session: Session;
  readonly origin: Pick<Origin, "address">;
  readonly query: { readonly account?: string | undefined };
  readonly body: {
    readonly device_uid: string;
    readonly expected_version: number;
    readonly key: string;
    readonly reason?: string;
  };
}

function serveCommands(serve: Serve, db: Db): void {
  const run = ({ session, origin, query, body }: Asked, action: RegisteredAction, payload: Payload = {}) => {
    const { device_uid: record_uid, expected_version, key, reason } = body;
    const command = { record_uid, action, expected_version, key, reason };
    const { account } = query;
    return runRecordCommand(db, REGISTERED_KIND, { session, origin, account, body: command, payload });
  };

  serve(decideOnDevice, (asked) => run(asked, asked.body.action));

  serve(releaseDevice, (asked) => {
    const { trade_account_id } = asked.body;
    return trade_account_id === null ? run(asked, "take_back") : run(asked, "release", { trade_account_id });
  });

  serve(recordMeterFinding, (asked) => {
    const { unit_uid, kind, day, last_reading_wh } = asked.body;
    return run(asked, "find_meter", { finding: { unit_uid, kind, day, last_reading_wh } });
  });

  serve(changeGroup, (asked) => {
    const { from, add, remove } = asked.body;
    return run(asked, "change_members", { members: { from, add, remove } });
  });
}

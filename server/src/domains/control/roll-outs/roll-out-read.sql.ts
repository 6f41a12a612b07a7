// Roll-outs as people see them: those that reach a gateway of their projects, and of these gateways only.
import {
  deviceName,
  rollOutGatewayState,
  type Answer,
  type readRollOut,
  type RollOut,
  type RollOutEnd,
} from "@heliograph/contract";
import { sql } from "kysely";
import { asAccount, showProjects, type Db, type Tx } from "../../../platform/db.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";

type Shown = Answer<typeof readRollOut>;

/** The account's roll-outs, the newest first. */
export function rollOutsOf(db: Db, account_id: number, limit: number): Promise<RollOut[]> {
  return withProjects(db, account_id, async (tx) => (await heads(tx, { limit })).map(asShown));
}

/** One roll-out with those of its gateways that the account may see; undefined: it reaches none of them. */
export function rollOutOf(db: Db, account_id: number, roll_out_uid: string): Promise<Shown | undefined> {
  return withProjects(db, account_id, async (tx) => {
    const [head] = await heads(tx, { limit: 1, roll_out_uid });
    if (head === undefined) return undefined;
    const { rows } = await sql<GatewayRow>`
      select g.gateway_uid, g.serial, g.name, g.alias, p.project_uid, p.name as project_name, r.wave, r.state, r.was_version,
        g.firmware_version as reported_version, c.command_uid, c.state as command_state,
        (select min(s.at) from command_step s where s.command_id = c.command_id and s.state = 'acknowledged') as restarted_at, r.text, m.role
      from roll_out_gateway r join gateway g on g.gateway_id = r.gateway_id
      join project p on p.project_id = r.project_id
      join project_member m on m.project_id = p.project_id and m.account_id = ${account_id}
      left join command c on c.command_id = r.command_id
      where r.roll_out_id = ${head.roll_out_id} order by r.wave, r.gateway_id`.execute(tx);
    // Who sees only a part of it, or may only look at one of its projects, changes nothing.
    const may_change = rows.length === head.gateways && rows.every(({ role }) => role !== "read_only");
    const gateways = rows.map(({ role: _, alias, name, serial, restarted_at, ...row }) => ({
      ...row,
      restarted_at: restarted_at?.toISOString() ?? null,
      serial,
      name: deviceName({ alias, name, serial }),
    }));
    return { ...asShown(head), gateways, may_change };
  });
}

/**
 * Gateways of the type in projects that the account may change, by project and name. Also whether another roll-out has them.
 */
export async function gatewaysToChange(db: Db, account_id: number, gateway_type: string) {
  const { rows } = await sql<{
    gateway_uid: string;
    alias: string | null;
    name: string;
    serial: string;
    project_uid: string;
    project_name: string;
    gateway_type: string | null;
    hardware_version: string | null;
    firmware_version: string | null;
    last_contact_at: Date | null;
    is_busy: boolean;
  }>`
    select g.gateway_uid, g.alias, g.name, g.serial, p.project_uid, p.name as project_name, g.gateway_type, g.hardware_version,
      g.firmware_version, g.last_contact_at, exists (select 1 from roll_out_gateway r where r.gateway_id = g.gateway_id
        and r.state in ('waiting', 'under_way')) as is_busy
    from project_member m join project p using (project_id) join gateway g using (project_id)
    where m.account_id = ${account_id} and m.role <> 'read_only' and p.removed_at is null and g.removed_at is null
      and g.gateway_type = ${gateway_type} and ${reaches(sql.ref("p.project_id"))}
    order by p.name, p.project_id, g.gateway_id`.execute(db);
  return rows.map(({ alias, name, serial, last_contact_at, ...row }) => ({
    ...row,
    serial,
    name: deviceName({ alias, name, serial }),
    last_contact_at: last_contact_at?.toISOString() ?? null,
  }));
}

interface GatewayRow extends Omit<Shown["gateways"][number], "name" | "restarted_at"> {
  readonly restarted_at: Date | null;
  readonly name: string;
  readonly alias: string | null;
  readonly role: string;
}

/** Runs `work` where row-level security shows the data of all the account's projects. */
function withProjects<T>(db: Db, account_id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return asAccount(db, { account_id, projects: [] }, async (tx) => {
    const { rows } = await sql<{ project_id: number }>`
      select p.project_id from project_member m join project p using (project_id)
      where m.account_id = ${account_id} and p.removed_at is null and ${reaches(sql.ref("p.project_id"))}`.execute(
      tx,
    );
    await showProjects(
      tx,
      rows.map(({ project_id }) => project_id),
    );
    return work(tx);
  });
}

interface Head extends Omit<RollOut, "counts" | "next_wave_at" | "created_at" | "stopped"> {
  readonly roll_out_id: number;
  /** Of all projects, also of those that the caller does not see. */
  readonly gateways: number;
  readonly counts: Partial<RollOut["counts"]>;
  readonly next_wave_at: Date | null;
  readonly created_at: Date;
  readonly stopped: RollOutEnd | null;
  readonly by_alias: string | null;
  readonly by_name: string | null;
  readonly by_serial: string | null;
  readonly by_project: string | null;
}

async function heads(
  tx: Tx,
  { limit, roll_out_uid }: { limit: number; roll_out_uid?: string },
): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select o.roll_out_id::float8 as roll_out_id, o.roll_out_uid, f.file_uid, f.version, f.gateway_type as for_gateway_type, o.mode,
      o.state, o.wave, o.waves, o.gateways, o.next_wave_at, o.stopped, o.created_at, g.alias as by_alias, g.name as by_name, g.serial as by_serial, p.name as by_project,
      o.created_by_name as created_by,
      (select jsonb_object_agg(state, count) from (select r.state, count(*)::int4 as count from roll_out_gateway r
        where r.roll_out_id = o.roll_out_id group by r.state) by_state) as counts
    from roll_out o join firmware f using (firmware_id)
    left join roll_out_gateway s on s.roll_out_id = o.roll_out_id and s.gateway_id = o.stopped_gateway
    left join gateway g on g.gateway_id = s.gateway_id
    left join project p on p.project_id = s.project_id
    ${roll_out_uid === undefined ? sql`` : sql`where o.roll_out_uid = ${roll_out_uid}`}
    order by o.roll_out_id desc limit ${limit}`.execute(tx);
  return rows;
}

function asShown(row: Head): RollOut {
  const {
    roll_out_id: _,
    gateways: __,
    stopped,
    by_alias: alias,
    by_name: name,
    by_serial: serial,
    by_project: project_name,
    ...head
  } = row;
  const gateway =
    serial === null || project_name === null
      ? null
      : { name: deviceName({ alias, name: name ?? "", serial }), project_name };
  return {
    ...head,
    stopped: stopped === null ? null : { reason: stopped, gateway },
    wave: Math.max(1, head.wave),
    counts: { ...NONE, ...head.counts },
    next_wave_at: head.next_wave_at?.toISOString() ?? null,
    created_at: head.created_at.toISOString(),
  };
}

const NONE = Object.fromEntries(rollOutGatewayState.options.map((state) => [state, 0])) as RollOut["counts"];

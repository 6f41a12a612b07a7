// Registered devices of the demonstration: six of its plants, registered thirteen months ago, once their history has come in.
import { createHash } from "node:crypto";
import {
  addDays,
  canonicalText,
  certifiesExportAlone,
  deviceDraft,
  localDay,
  type DeviceDraft,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { ApplicationRow } from "../src/domains/registry/devices/application.sql.ts";
import { registerDevice } from "../src/domains/registry/devices/register-device.sql.ts";
import { nextNumber, systemActor } from "../src/domains/parties/index.ts";
import type { Db, Tx } from "../src/platform/db.ts";

/** The plants with certificates, by their names in the simulated fleet, and what their registrations say beside. */
const DEMO_PLANTS = [
  {
    name: "Nhà máy Dệt may Bình An",
    english: "Binh An Textile Rooftop",
    registry: "IREC",
    country: "VN",
    province: "Bình Dương",
    consumes: "part",
  },
  {
    name: "Nhà máy Bao bì Nhơn Trạch",
    english: "Nhon Trach Packaging Rooftop",
    registry: "IREC",
    country: "VN",
    province: "Đồng Nai",
    consumes: "part",
  },
  {
    name: "Điện mặt trời Phước Dinh",
    english: "Phuoc Dinh Solar Farm",
    registry: "IREC",
    country: "VN",
    province: "Ninh Thuận",
    consumes: "none",
  },
  {
    name: "Điện mặt trời Hòa Thắng",
    english: "Hoa Thang Solar Farm",
    registry: "IREC",
    country: "VN",
    province: "Bình Thuận",
    consumes: "none",
  },
  {
    name: "Nhà máy Linh kiện Đông Anh",
    english: "Dong Anh Components Rooftop",
    registry: "TIGR",
    country: "VN",
    province: "Hà Nội",
    consumes: "part",
  },
  {
    name: "嘉兴秀湖纺织园",
    english: "Jiaxing Xiuhu Textile Park",
    registry: "GEC",
    country: "CN",
    province: "浙江",
    consumes: "part",
  },
] as const;

/** Days between the registrations and the start of the demonstration: thirteen months. */
const REGISTERED_DAYS_AGO = 395;

interface DemoPlant {
  readonly project_id: number;
  readonly project_uid: string;
  readonly name: string;
  readonly address: string;
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly commissioned_on: string | null;
  /** Meters of generation, and those at the grid. */
  readonly meters: { device_uid: string; ac_nominal_w: number | null }[];
  readonly at_grid: { device_uid: string }[];
}

/** Registers the plants of the demonstration whose history reaches back to the registration, and that are not registered yet. How many it did. */
export async function registerDemoDevices(db: Db): Promise<number> {
  let registered = 0;
  for (const plant of await plantsToRegister(db)) {
    await db.transaction().execute((tx) => register(tx, plant));
    registered += 1;
  }
  return registered;
}

async function plantsToRegister(db: Db): Promise<DemoPlant[]> {
  const { rows } = await sql<DemoPlant>`
    select p.project_id, p.project_uid, p.name, p.address, p.timezone, p.latitude, p.longitude, p.commissioned_on,
      (select coalesce(json_agg(json_build_object('device_uid', d.device_uid, 'ac_nominal_w', d.ac_nominal_w) order by d.serial), '[]')
        from device d where d.project_id = p.project_id and d.removed_at is null and d.asset_type = 'electric_meter') as meters,
      (select coalesce(json_agg(json_build_object('device_uid', d.device_uid) order by d.serial), '[]')
        from device d where d.project_id = p.project_id and d.removed_at is null and d.asset_type = 'grid_meter') as at_grid
    from project p
    where p.demonstration and p.removed_at is null and p.name = any(${DEMO_PLANTS.map(({ name }) => name)}::text[])
      and exists (select from energy_day e where e.project_id = p.project_id and e.day < current_date - ${REGISTERED_DAYS_AGO}::int4)
      and not exists (select from registered_device r where r.project_id = p.project_id)
    order by p.project_id`.execute(db);
  return rows.filter(
    ({ name, meters, at_grid }) =>
      meters.length > 0 && (at_grid.length > 0 || !certifiesExportAlone(registryOf(name))),
  );
}

const registryOf = (name: string) => DEMO_PLANTS.find((plant) => plant.name === name)?.registry ?? "";

async function register(tx: Tx, plant: DemoPlant): Promise<void> {
  const about = DEMO_PLANTS.find(({ name }) => name === plant.name);
  if (about === undefined) throw new Error(`${plant.name} is no plant with certificates`);
  const { account_id: applicant, business_account_id } = await ofCompany(tx);
  const draft = draftOf(plant, about);
  const registered_on = addDays(localDay(plant.timezone, Date.now()), -REGISTERED_DAYS_AGO);
  const at = new Date(`${registered_on}T03:00:00Z`);
  await consent(tx, plant, { business_account_id, account_id: applicant, at });
  const { rows } = await sql<ApplicationRow>`
    insert into device_application (number, business_account_id, type, status, version, fields, meters, submission, registration_date,
      plant_id, created_by, submitted_by, created_at, changed_at)
    values (${await nextNumber(tx, "DR", at)}, ${business_account_id}, 'normal', 'pending', 3, ${JSON.stringify(draft.fields)}::jsonb,
      ${JSON.stringify(draft.meters)}::jsonb, 1, ${registered_on}, ${plant.project_id}, ${applicant}, ${applicant}, ${at}, ${at})
    returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The application was not written");
  const issuer = await idOf(tx, "issuer@demo.example");
  await freeze(tx, row, { draft, at, applicant, issuer });
  const registrar = { ...(await systemActor(tx)), account_id: issuer, roles: ["issuer" as const], at };
  const { registered_device_id } = await registerDevice(tx, row, registrar);
  await sql`
    update status_event set at = ${at} where entity = 'registered_device'
      and record_uid = (select record_uid from registered_device where registered_device_id = ${registered_device_id})`.execute(
    tx,
  );
  await history(tx, row, { at, applicant, issuer });
}

function draftOf(plant: DemoPlant, about: (typeof DEMO_PLANTS)[number]): DeviceDraft {
  const ac_w = plant.meters.reduce((sum, { ac_nominal_w }) => sum + (ac_nominal_w ?? 0), 0);
  return deviceDraft.parse({
    fields: {
      device_english_name: about.english,
      device_local_name: plant.name,
      registry: about.registry,
      owner: plant.name,
      fuel_type: "ES100",
      device_technology: "TC110",
      capacity: String(ac_w / 1_000_000),
      commercial_operation_date: plant.commissioned_on ?? "2022-01-01",
      on_site_consumption: about.consumes,
      auxiliary_energy: "none",
      location: about.country,
      province: about.province,
      address: plant.address.slice(0, 300),
      latitude: String(plant.latitude),
      longitude: String(plant.longitude),
      project_uid: plant.project_uid,
      no_other_certificates: "yes",
    },
    meters: [
      ...plant.meters.map(({ device_uid }) => ({ device_uid, role: "main" })),
      ...(certifiesExportAlone(about.registry)
        ? plant.at_grid.map(({ device_uid }) => ({ device_uid, role: "export" }))
        : []),
    ],
  });
}

async function ofCompany(tx: Tx): Promise<{ account_id: number; business_account_id: number }> {
  const account_id = await idOf(tx, "owner@demo.example");
  const { business_account_id } = await tx
    .selectFrom("role_grant")
    .select("business_account_id")
    .where("account_id", "=", account_id)
    .where("role", "=", "account_manager")
    .executeTakeFirstOrThrow();
  if (business_account_id === null) throw new Error("The owner of the demonstration has no company");
  return { account_id, business_account_id };
}

async function consent(
  tx: Tx,
  plant: DemoPlant,
  by: { business_account_id: number; account_id: number; at: Date },
): Promise<void> {
  const statement = `As an owner of the plant ${plant.name} I consent that it is registered and that certificates are issued for its generation.`;
  await tx
    .insertInto("device_consent")
    .values({
      project_id: plant.project_id,
      business_account_id: by.business_account_id,
      account_id: by.account_id,
      statement,
      language: "en",
      statement_hash: createHash("sha256").update(statement).digest(),
      address: "127.0.0.1",
      signed_at: by.at,
    })
    .execute();
}

async function freeze(
  tx: Tx,
  { application_id }: ApplicationRow,
  of: { draft: DeviceDraft; at: Date; applicant: number; issuer: number },
): Promise<void> {
  const { fields, meters, members } = of.draft;
  const content = canonicalText({
    fields: { ...fields },
    meters: meters.map(({ device_uid, role }) => ({ device_uid, role })),
    members: [...members],
    documents: [],
  });
  await tx
    .insertInto("device_version")
    .values({
      application_id,
      submission: 1,
      content,
      hash: createHash("sha256").update(content).digest(),
      submitted_by: of.applicant,
      submitted_at: of.at,
      owner_named: true,
      decided_by: of.issuer,
      decided_at: of.at,
    })
    .execute();
}

async function history(
  tx: Tx,
  { record_uid, business_account_id }: ApplicationRow,
  { at, applicant, issuer }: { at: Date; applicant: number; issuer: number },
): Promise<void> {
  const moves = [
    [null, "draft", "create", "account_manager", applicant],
    ["draft", "pending", "submit", "account_manager", applicant],
    ["pending", "approved", "approve", "issuer", issuer],
  ] as const;
  for (const [from_status, to_status, action, actor_role, actor_id] of moves) {
    await tx
      .insertInto("status_event")
      .values({
        entity: "device_application",
        record_uid,
        business_account_id,
        from_status,
        to_status,
        action,
        actor_role,
        actor_id,
        at,
      })
      .execute();
  }
}

/** The person of the demonstration with the address. */
async function idOf(tx: Tx, email: string): Promise<number> {
  const { account_id } = await tx
    .selectFrom("account")
    .select("account_id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return account_id;
}

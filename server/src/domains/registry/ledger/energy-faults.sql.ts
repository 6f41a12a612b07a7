// Whether certificates are what was generated: entries against the generation ledger, its accounts against their postings and days, and
// statements against what the journal says of them (invariants I4, I21, I25, rule R7).
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import { statementHashes } from "../issuance/bound-statements.sql.ts";
import { unlikeManifests } from "../manifest/leaves.sql.ts";
import type { JournalFault } from "./audit.ts";
import { keyJson } from "./key-text.ts";

/** Statements that are looked at together. */
const AT_ONCE = 200;

/** What does not hold between certificates, energy and statements. */
export async function energyFaults(tx: Tx): Promise<JournalFault[]> {
  return [
    ...(await certifiedFaults(tx)),
    ...(await postingFaults(tx)),
    ...(await accountFaults(tx)),
    ...(await acceptedFaults(tx)),
    ...(await statementFaults(tx)),
    ...(await manifestFaults(tx)),
  ];
}

const fault = (invariant: string, message: string): JournalFault => ({ invariant, message });

/** I4: each certificate that an entry makes or withdraws is a MWh that the account of its line, registry and year certifies by it, or no longer. */
async function certifiedFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ entry_id: number | null; made: number; certified: number }>`
    with recursive line as (
      select registered_device_id, registered_device_id as lineage_id, code from registered_device where predecessor_id is null
      union all
      select d.registered_device_id, line.lineage_id, d.code
      from line join registered_device d on d.predecessor_id = line.registered_device_id
    ),
    both_sides as (
      select l.entry_id, line.lineage_id, b.registry, left(b.month, 4)::int4 as vintage,
        1000000 * (case e.type when 'issue' then l.until - l.first else l.first - l.until end) as made, 0::int8 as certified
      from journal_entry e join journal_leg l using (entry_id) join certificate_batch b using (batch_id)
        left join line on line.code = b.device
      where e.type = 'issue' or (e.type = 'withdraw' and b.manifest_root is not null)
      union all
      select p.entry_id, a.lineage_id, a.registry, a.vintage, 0, p.certified_wh
      from generation_posting p join generation_account a using (generation_account_id) where p.certified_wh <> 0
    )
    select entry_id, sum(made)::int8 as made, sum(certified)::int8 as certified from both_sides
    group by entry_id, lineage_id, registry, vintage having sum(made) <> sum(certified) order by entry_id`.execute(
    tx,
  );
  return rows.map(({ entry_id, made, certified }) =>
    fault(
      "I4",
      `entry ${entry_id ?? "without a number"}: ${made} Wh in certificates of a line and year, and ${certified} Wh certified`,
    ),
  );
}

/** R35: the days that are kept of a batch lead to the root that the journal has of it. */
const manifestFaults = async (tx: Tx): Promise<JournalFault[]> =>
  (await unlikeManifests(tx)).map((code) =>
    fault("R35", `batch ${code}: its days are not those that it was made of`),
  );

const COLUMNS = [
  "metered_wh",
  "declared_wh",
  "unclaimed_wh",
  "reserved_wh",
  "certified_wh",
  "carry_wh",
  "debt_wh",
  "forfeited_wh",
  "given_wh",
] as const;

/** I4: an account is the sum of its postings, and whatever a line gives for one year it took in another. */
async function postingFaults(tx: Tx): Promise<JournalFault[]> {
  const differs = sql.join(
    COLUMNS.map((name) => sql`${sql.ref(`a.${name}`)} <> coalesce(${sql.ref(`p.${name}`)}, 0)`),
    sql` or `,
  );
  const sums = sql.join(COLUMNS.map((name) => sql`sum(${sql.ref(name)})::int8 as ${sql.ref(name)}`));
  const { rows } = await sql<{ generation_account_id: number }>`
    select a.generation_account_id from generation_account a left join (
      select generation_account_id, ${sums} from generation_posting group by generation_account_id) p using (generation_account_id)
    where ${differs} order by 1`.execute(tx);
  const lines = await sql<{ lineage_id: number; given_wh: number }>`
    select lineage_id, sum(given_wh)::int8 as given_wh from generation_account group by lineage_id having sum(given_wh) <> 0
    order by lineage_id`.execute(tx);
  return [
    ...rows.map((one) =>
      fault("I4", `generation account ${one.generation_account_id}: it is not the sum of its postings`),
    ),
    ...lines.rows.map(({ lineage_id, given_wh }) =>
      fault("I4", `line ${lineage_id}: its years give each other ${given_wh} Wh more than they take`),
    ),
  ];
}

/** I4, I21: what is metered, declared or owed is somewhere; carry, debt and the rest lie in their ranges, and carry is the days that it names. */
async function accountFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ generation_account_id: number; balances: boolean; ranges: boolean }>`
    select generation_account_id, balances, ranges from (
      select generation_account_id,
        certified_wh + unclaimed_wh + reserved_wh + carry_wh + forfeited_wh + given_wh = metered_wh + declared_wh + debt_wh as balances,
        carry_wh between 0 and 999999 and debt_wh >= 0 and certified_wh >= 0 and certified_wh % 1000000 = 0
          and least(metered_wh, declared_wh, unclaimed_wh, reserved_wh, forfeited_wh) >= 0
          and carry_wh = (select coalesce(sum((piece ->> 'wh')::int8), 0) from jsonb_array_elements(carried) piece) as ranges
      from generation_account) a
    where not (balances and ranges) order by generation_account_id`.execute(tx);
  return rows.flatMap(({ generation_account_id: id, balances, ranges }) => [
    ...(balances ? [] : [fault("I4", `generation account ${id}: its sides do not balance`)]),
    ...(ranges ? [] : [fault("I21", `generation account ${id}: carry, debt or a share is out of its range`)]),
  ]);
}

/** I25: what is accepted of the days of an account is what was posted to it. */
async function acceptedFaults(tx: Tx): Promise<JournalFault[]> {
  const { rows } = await sql<{ generation_account_id: number }>`
    select generation_account_id from (
      select generation_account_id, metered_wh, declared_wh from generation_account
      union all
      select generation_account_id, -metered_wh, -declared_wh from accepted_day) sides
    group by generation_account_id having sum(metered_wh) <> 0 or sum(declared_wh) <> 0 order by 1`.execute(
    tx,
  );
  return rows.map(({ generation_account_id }) =>
    fault("I25", `generation account ${generation_account_id}: its accepted days do not sum to it`),
  );
}

const issueText = z.object({
  record: z.object({ issuance: z.string(), statement: z.string(), statement_hash: z.string() }),
});

/** R7: the statement that certificates were made of is the one that their entry names by its hash. */
async function statementFaults(tx: Tx): Promise<JournalFault[]> {
  // Entries of before migration 0101 name the version alone.
  const { rows } = await sql<{ entry_id: number; public_part: string; issuance_id: number | null }>`
    select e.entry_id, e.public_part, i.issuance_id from journal_entry e left join issuance i on i.number = e.reference
    where e.type = 'issue' and e.private_part like '%,"v":"2"}' order by e.entry_id`.execute(tx);
  const faults: JournalFault[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const bound = rows.slice(from, from + AT_ONCE).map(({ entry_id, public_part, issuance_id }) => {
      const record = issueText.safeParse(keyJson(public_part)).data?.record;
      return { entry_id, issuance_id: issuance_id ?? 0, version: Number(record?.statement ?? 0), record };
    });
    const hashes = await statementHashes(tx, bound);
    for (const { entry_id, issuance_id, version, record } of bound) {
      if (record !== undefined && hashes.get(`${issuance_id} ${version}`) === record.statement_hash) continue;
      faults.push(
        fault("R7", `entry ${entry_id}: its statement is not the one that certificates were made of`),
      );
    }
  }
  return faults;
}

// What people do with bank accounts beside what holds for commands on every record.
import { listBankAccounts } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bank } from "../../../../testing/registry/bank-kit.ts";
import { recordCommandOf } from "../../../../testing/registry/record-kit.ts";

test("R23: rejecting a bank account takes two platform operators too, and a second one may want the other thing, which waits anew", async () => {
  const { api, move, record, manager, operators, of } = await bank();
  const [first, second] = operators;
  const reason = "The bank does not know it";
  const asked = await move(first.token, recordCommandOf(record, "reject", { reason }));
  expect(asked.body).toMatchObject({ status: "pending_verification", needs_second_person: true });
  const again = await move(first.token, recordCommandOf(record, "reject", { reason }));
  expect([again.status, again.body.code]).toEqual([403, "AUTH-006"]);
  const other = await move(second.token, recordCommandOf(record, "verify"));
  expect(other.body).toMatchObject({ status: "pending_verification", needs_second_person: true });
  const seen = (await api(listBankAccounts, { token: first.token })).body.items[0];
  expect(seen).toMatchObject({ second_person: { action: "verify", by_you: false }, next: { is_you: true } });
  expect((await move(first.token, recordCommandOf(record, "verify"))).body.status).toBe("verified");
  const mine = (await api(listBankAccounts, { token: manager.token, query: of })).body.items[0];
  expect(mine).toMatchObject({ second_person: null, comment: "" });
});

test("R28: making another bank account the default, and rejecting one, want the password again", async () => {
  const { db, move, record, manager, operators, of } = await bank();
  for (const { token } of operators) {
    // oxlint-disable-next-line no-await-in-loop -- the second operator confirms the first
    await move(token, recordCommandOf(record, "verify"));
  }
  const { account_id, token } = manager;
  await sql`update account set password_hash = 'x' where account_id = any(${[account_id, operators[0].account_id]}::int4[])`.execute(
    db,
  );
  const made = await move(token, recordCommandOf({ ...record, version: 2 }, "make_default"), of);
  expect([made.status, made.body.code]).toEqual([403, "confirmation.required"]);
  await sql`update bank_account set status = 'pending_verification'`.execute(db);
  const reason = "The bank does not know it";
  const rejected = await move(
    operators[0].token,
    recordCommandOf({ ...record, version: 2 }, "reject", { reason }),
  );
  expect([rejected.status, rejected.body.code]).toEqual([403, "confirmation.required"]);
});

test("the number of a bank account is whole for account managers and platform operators, and masked for all others", async () => {
  const { api, of, manager, viewer, operators } = await bank();
  const numberFor = async (token: string, query: Record<string, string>) =>
    (await api(listBankAccounts, { token, query })).body.items[0].account_number;
  expect(await numberFor(manager.token, of)).toBe("0123456789");
  expect(await numberFor(operators[0].token, {})).toBe("0123456789");
  expect(await numberFor(viewer.token, of)).toBe("•••• 6789");
});

import type { Db } from "../../../platform/db.ts";
import { audit } from "../audit.sql.ts";
import { secondFactorOf, spendDigits, spendRecoveryCode } from "./second-factor.sql.ts";

/** Whether the code is one of the account's app or a recovery code, and was not used before; it is used up by this. The audit log tells. */
export async function codeIsGood(
  db: Db,
  { account_id, address }: { account_id: number; address: string },
  code: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(code)) {
    const isGood = await spendDigits(db, { account_id, digits: code, held: "in force" });
    if (!isGood) await audit(db, { account_id, address, action: "second_factor.refused" });
    return isGood;
  }
  const isGood = await spendRecoveryCode(db, account_id, code);
  const left = (await secondFactorOf(db, account_id))?.recovery_codes_left ?? 0;
  await audit(db, {
    account_id,
    address,
    ...(isGood
      ? { action: "recovery_code.used", detail: { left } }
      : { action: "second_factor.refused", detail: { recovery_code: true } }),
  });
  return isGood;
}

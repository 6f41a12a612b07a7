// The accounts of a demonstration. Their projects come from the simulated fleet, which sets itself up as a customer would.
import type { Db } from "../src/platform/db.ts";
import { createAccount, emailsWithAccount } from "../src/domains/identity/index.ts";

/** Password of every demonstration account. */
export const DEMO_PASSWORD = "sunlight";

/** One account for each role on a project. */
export const DEMO_ACCOUNTS = [
  { email: "owner@demo.example", display_name: "Nguyễn Thị Minh Anh", role: "owner" },
  { email: "operator@demo.example", display_name: "Trần Quốc Bảo", role: "managed" },
  { email: "viewer@demo.example", display_name: "Lê Hoàng Yến", role: "read_only" },
] as const;

/** Makes the demonstration accounts that are not there yet; leaves those that are as they are. */
export async function seedDemo(db: Db): Promise<void> {
  const known = await emailsWithAccount(
    db,
    DEMO_ACCOUNTS.map(({ email }) => email),
  );
  for (const { email, display_name } of DEMO_ACCOUNTS.filter((account) => !known.has(account.email))) {
    await createAccount(db, { email, display_name, password: DEMO_PASSWORD, any_word: true, kind: "user" });
  }
}

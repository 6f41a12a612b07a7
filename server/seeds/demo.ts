// The accounts of a demonstration. Their projects come from the simulated fleet, which sets itself up as a customer would.
import type { Db } from "../src/platform/db.ts";
import { seedDemoParties } from "./demo-parties.ts";
import { createAccount, emailsWithAccount } from "../src/domains/identity/index.ts";

/** Password of every demonstration account. */
export const DEMO_PASSWORD = "sunlight";

/** One account for each role on a project, with all that a profile holds: what profiles come to hold is filled in here. */
export const DEMO_ACCOUNTS = [
  {
    email: "owner@demo.example",
    display_name: "Nguyễn Thị Minh Anh",
    role: "owner",
    profile: {
      street: "26 Đường Lê Thánh Tôn, Phường Bến Nghé",
      city: "TP. Hồ Chí Minh",
      country: "Việt Nam",
      phone: "+84 28 5555 0126",
    },
  },
  {
    email: "operator@demo.example",
    display_name: "Trần Quốc Bảo",
    role: "managed",
    profile: {
      street: "117 Đường Nguyễn Văn Linh",
      city: "Đà Nẵng",
      country: "Việt Nam",
      phone: "+84 236 5555 0117",
    },
  },
  {
    email: "viewer@demo.example",
    display_name: "Lê Hoàng Yến",
    role: "read_only",
    profile: {
      street: "9 Phố Tràng Thi, Hoàn Kiếm",
      city: "Hà Nội",
      country: "Việt Nam",
      phone: "+84 24 5555 0109",
    },
  },
] as const;

/** Who look after what all accounts share, like firmware; two, because some things take two (the second agrees). */
export const DEMO_PLATFORM_OPERATORS = [
  { email: "platform@demo.example", display_name: "Phạm Gia Huy" },
  { email: "platform2@demo.example", display_name: "Đặng Thu Trang" },
] as const;

/** The maker of the simulated gateways: its key signs their firmware, and is no secret. */
export const DEMO_FIRMWARE_KEYS = { "Demo gateways": "P8L2kWEcZWQE-Y1TO3I_kWKr1iXaCeyK5O3tjVkIcAE" } as const;

/** Whom those who try the demonstration may call, where the installation names nobody. Nobody answers there. */
export const DEMO_SUPPORT = {
  hotline: "1900 5555 01",
  support_email: "support@demo.example",
  support_hours: "8:00-17:30, UTC+7",
} as const;

/** Makes the demonstration accounts that are not there yet; leaves those that are as they are. */
export async function seedDemo(db: Db): Promise<void> {
  const all = [...DEMO_ACCOUNTS, ...DEMO_PLATFORM_OPERATORS];
  const known = await emailsWithAccount(
    db,
    all.map(({ email }) => email),
  );
  for (const who of DEMO_PLATFORM_OPERATORS.filter(({ email }) => !known.has(email))) {
    await createAccount(db, { ...who, password: DEMO_PASSWORD, any_word: true, kind: "platform_operator" });
  }
  for (const { email, display_name, profile } of DEMO_ACCOUNTS.filter(
    (account) => !known.has(account.email),
  )) {
    const who = { email, display_name, profile };
    await createAccount(db, { ...who, password: DEMO_PASSWORD, any_word: true, kind: "user" });
  }
  await seedDemoParties(db, DEMO_PASSWORD);
}

import { z } from "zod";

/** M99: an account as its owner sees it. Nulls: not filled in. */
export const userInfo = z.object({
  uid: z.uuid(),
  display_name: z.string(),
  email: z.string(),
  /** The login name: the e-mail address. */
  username_login: z.string(),
  /** The city. */
  state_id: z.object({ name: z.string().nullable() }),
  street: z.string().nullable(),
  phone: z.string().nullable(),
  country_id: z.object({ name: z.string().nullable() }),
  /** Colours of the screen; system: as the device is set. */
  mode: z.enum(["light", "dark", "system"]),
  /** The list that is home after signing in (M25, M79): chosen, else hot water where the account has nothing else, else pv. */
  default_project_type: z.enum(["pv", "swh"]),
  /** admin: goes to /admin after signing in (M25). platform_operator: looks after what all accounts share. */
  kind: z.enum(["user", "admin", "platform_operator"]),
});
export type UserInfo = z.output<typeof userInfo>;

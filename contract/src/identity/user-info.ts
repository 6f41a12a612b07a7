// An account as its owner sees it, and what is kept of how it likes the portal.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line, someLine } from "../kernel/text.ts";

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

export const getUserInfo = endpoint({
  name: "getUserInfo",
  method: "GET",
  path: "user-info",
  summary: "The signed-in account",
  answer: userInfo,
});

export const changePreferences = endpoint({
  name: "changePreferences",
  method: "PUT",
  path: "user-info",
  keyRight: "none",
  summary: "Keeps what is given of the account's profile and of how it likes the portal; the rest stays",
  body: z.strictObject({
    display_name: someLine(200).optional(),
    /** Null: not told. */
    street: line(300).nullable().optional(),
    city: line(200).nullable().optional(),
    country: line(100).nullable().optional(),
    phone: z
      .string()
      .trim()
      .regex(/^\+?[\d ().\-/]{3,40}$/, "Must be a telephone number like +84 24 3825 3841")
      .nullable()
      .optional(),
    mode: userInfo.shape.mode.optional(),
    default_project_type: userInfo.shape.default_project_type.optional(),
  }),
  answer: userInfo,
});

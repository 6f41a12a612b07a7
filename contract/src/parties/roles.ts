// Who acts for whom: people of business accounts, invitations to them, and issuers.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { businessRole, countryCode } from "./business-accounts.ts";
import { actingFor, RECORD_READ_REFUSALS } from "./records.ts";

export const listAccountPeople = endpoint({
  name: "listAccountPeople",
  method: "GET",
  path: "rehash/people",
  keyRight: "none",
  summary:
    "People of the business account, and invitations that wait; platform operators name the account by record_uid, and see the invitations that they may confirm",
  query: actingFor.extend({ record_uid: z.uuid().optional() }),
  answer: z.object({
    people: z.array(
      z.object({
        account_uid: z.uuid(),
        name: z.string(),
        email: z.string(),
        role: businessRole,
        since: z.iso.datetime(),
        is_you: z.boolean(),
      }),
    ),
    /** Empty for those who may not invite. */
    invitations: z.array(
      z.object({
        invitation_uid: z.uuid(),
        email: z.string(),
        role: businessRole,
        invited_by: z.string().nullable(),
        expires_at: z.iso.datetime(),
        /** True: an account manager is confirmed by a second one, or by a platform operator. */
        needs_second_person: z.boolean(),
      }),
    ),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const changeAccountPerson = endpoint({
  name: "changeAccountPerson",
  method: "PUT",
  path: "rehash/people",
  keyRight: "none",
  summary: "Lowers or changes a person's role in the account; account managers are made by invitation alone",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({ account_uid: z.uuid(), role: z.enum(["trader", "viewer"]) }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "ACC-005", "confirmation.required"],
});

export const removeAccountPerson = endpoint({
  name: "removeAccountPerson",
  method: "DELETE",
  path: "rehash/people",
  keyRight: "none",
  summary: "Ends a person's part in the account; oneself may leave",
  query: z.object({ account: z.uuid(), account_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "ACC-005", "confirmation.required"],
});

const email = z.string().trim().toLowerCase().pipe(z.email().max(254));
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "Must be the 43 characters of an invitation");

export const inviteAccountPerson = endpoint({
  name: "inviteAccountPerson",
  method: "POST",
  path: "rehash/invitations",
  keyRight: "none",
  summary:
    "Invites an address to the account in a role, for 72 hours; answers alike whether the address has an account",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({ email, role: businessRole }),
  answer: z.object({
    invitation_uid: z.uuid(),
    /** Shown this once. The link is `/rehash/invitation#` and this. */
    token: z.string(),
    expires_at: z.iso.datetime(),
    needs_second_person: z.boolean(),
  }),
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "ACC-006", "confirmation.required"],
});

export const revokeAccountInvitation = endpoint({
  name: "revokeAccountInvitation",
  method: "DELETE",
  path: "rehash/invitations",
  keyRight: "none",
  summary: "Ends an invitation: its link is good for nothing from now on",
  query: z.object({ account: z.uuid(), invitation_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013"],
});

export const confirmAccountInvitation = endpoint({
  name: "confirmAccountInvitation",
  method: "POST",
  path: "rehash/invitations/confirm",
  keyRight: "none",
  summary: "A second account manager, or a platform operator, confirms the invitation of an account manager",
  query: actingFor,
  body: z.strictObject({ invitation_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "AUTH-006", "confirmation.required"],
});

export const readAccountInvitation = endpoint({
  name: "readAccountInvitation",
  method: "POST",
  path: "rehash/invitations/read",
  keyRight: "none",
  summary: "What the holder of a link is invited to: company, role and address",
  body: z.strictObject({ token }),
  answer: z.object({
    company_name: z.string(),
    role: businessRole,
    email: z.string(),
    expires_at: z.iso.datetime(),
    /** True: somebody has to confirm it before it can be accepted. */
    needs_second_person: z.boolean(),
  }),
  refusals: ["ACC-007"],
});

export const acceptAccountInvitation = endpoint({
  name: "acceptAccountInvitation",
  method: "POST",
  path: "rehash/invitations/accept",
  keyRight: "none",
  summary: "Takes the role in the account that the link invites to",
  body: z.strictObject({ token }),
  answer: z.object({ account: z.uuid() }),
  refusals: ["ACC-005", "ACC-007", "ACC-008", "AUTH-003", "AUTH-004", "AUTH-006"],
});

export const listIssuers = endpoint({
  name: "listIssuers",
  method: "GET",
  path: "rehash/issuers",
  access: "platform",
  keyRight: "none",
  summary: "Who decides for which registry and country",
  answer: z.object({
    items: z.array(
      z.object({
        account_uid: z.uuid(),
        name: z.string(),
        email: z.string(),
        registry: z.string(),
        country: z.string(),
        since: z.iso.datetime(),
      }),
    ),
  }),
});

const issuerScope = z.object({ email, registry: z.enum(["IREC", "TIGR", "GEC"]), country: countryCode });

export const grantIssuer = endpoint({
  name: "grantIssuer",
  method: "POST",
  path: "rehash/issuers",
  access: "platform",
  keyRight: "none",
  summary: "Makes somebody with an account issuer of a registry and country",
  body: z.strictObject(issuerScope.shape),
  answer: done,
  refusals: ["ACC-009", "AUTH-003", "confirmation.required"],
});

export const endIssuer = endpoint({
  name: "endIssuer",
  method: "DELETE",
  path: "rehash/issuers",
  access: "platform",
  keyRight: "none",
  summary: "Ends that somebody is issuer of a registry and country",
  query: issuerScope,
  answer: done,
  refusals: ["GEN-404", "confirmation.required"],
});

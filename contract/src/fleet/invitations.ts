// Invitations to a project: by e-mail address and role, for a time, good once. Whoever has no account yet makes one with the link.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { password, personName, retyped, RETYPED_DIFFERS } from "../identity/account.ts";
import { signedIn } from "../identity/session.ts";
import { memberEmail } from "./members.ts";
import { projectRole, projectType } from "./project-types.ts";

/** Beyond `open` of a project a call is refused with `invitation.too_many`; `days` is the longest that one is good for. */
export const INVITATION_LIMITS = { open: 100, days: 30 } as const;

/** What the link carries: 32 random bytes as base64url. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "Must be the 43 characters of an invitation");

/** Alike for one that never was, has expired, was used or revoked, and for a project that is gone. */
const NOT_VALID = "invitation.not_valid";

export const inviteMember = endpoint({
  name: "inviteMember",
  method: "POST",
  path: "fleet/invitation",
  keyRight: "none",
  summary: "Invites an e-mail address to the project; one that is open for it ends",
  body: z.strictObject({
    project_uid: z.uuid(),
    email: memberEmail,
    role: projectRole,
    /** Days that it is good for. */
    valid_days: z.int().min(1).max(INVITATION_LIMITS.days).default(7),
  }),
  answer: z.object({
    invitation_uid: z.uuid(),
    /** Shown this once; the server keeps only its hash. The link is `/invitation#` and this. */
    token: z.string(),
    /** UTC, ISO 8601. */
    expires_at: z.iso.datetime(),
  }),
  refusals: ["project.not_found", "project.owner_only", "member.exists", "invitation.too_many"],
});

export const listInvitations = endpoint({
  name: "listInvitations",
  method: "GET",
  path: "fleet/invitation",
  keyRight: "none",
  summary: "Invitations that nobody has used or revoked, by e-mail; for the project's owners",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({
    items: z.array(
      z.object({
        invitation_uid: z.uuid(),
        email: z.string(),
        role: projectRole,
        /** Name of the account; null: it is gone. */
        invited_by: z.string().nullable(),
        created_at: z.iso.datetime(),
        /** May be past: then it is good for nothing any more. */
        expires_at: z.iso.datetime(),
      }),
    ),
  }),
  refusals: ["project.not_found", "project.owner_only"],
});

export const revokeInvitation = endpoint({
  name: "revokeInvitation",
  method: "DELETE",
  path: "fleet/invitation",
  keyRight: "none",
  summary: "Ends an invitation: its link is good for nothing from now on",
  query: z.object({ project_uid: z.uuid(), invitation_uid: z.uuid() }),
  answer: done,
  refusals: ["project.not_found", "project.owner_only", "invitation.not_found"],
});

export const readInvitation = endpoint({
  name: "readInvitation",
  method: "POST",
  path: "fleet/invitation/read",
  summary: "What an invitation is to, for who has its link",
  access: "public",
  body: z.strictObject({ token }),
  answer: z.object({
    project_name: z.string(),
    project_type: projectType,
    role: projectRole,
    email: z.string(),
    invited_by: z.string().nullable(),
    expires_at: z.iso.datetime(),
    /** The address has an account: it signs in instead of making one. */
    has_account: z.boolean(),
  }),
  refusals: [NOT_VALID, "too_many_attempts"],
});

export const registerInvited = endpoint({
  name: "registerInvited",
  method: "POST",
  path: "fleet/invitation/register",
  summary: "Makes an account for the invited address and signs it in, also where registration is closed",
  access: "public",
  body: z
    .object({ token, fullname: personName, password, retypePassword: retyped })
    .refine((body) => body.password === body.retypePassword, RETYPED_DIFFERS),
  answer: signedIn,
  refusals: [NOT_VALID, "account.exists", "too_many_attempts"],
});

export const acceptInvitation = endpoint({
  name: "acceptInvitation",
  method: "POST",
  path: "fleet/invitation/accept",
  keyRight: "none",
  summary:
    "Takes part in the project with the role of the invitation, which is used up by it; a role held already stays",
  body: z.strictObject({ token }),
  answer: z.object({ project_uid: z.uuid(), project_type: projectType }),
  refusals: [NOT_VALID, "invitation.other_account", "member.too_many"],
});

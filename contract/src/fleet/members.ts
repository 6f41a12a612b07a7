// Who may see a project. Only its owners decide.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { projectRole } from "./project-types.ts";

/** The e-mail address of a member or of who shall become one, in lower case. */
export const memberEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, "Please enter a valid email address");

export const setMember = endpoint({
  name: "setMember",
  method: "POST",
  path: "fleet/member",
  keyRight: "none",
  summary: "Gives an account a role on the project, or changes the one it has",
  body: z.object({ project_uid: z.uuid(), email: memberEmail, role: projectRole }),
  answer: done,
  refusals: [
    "project.not_found",
    "project.owner_only",
    "account.not_found",
    "project.last_owner",
    "member.too_many",
  ],
});

export const removeMember = endpoint({
  name: "removeMember",
  method: "DELETE",
  path: "fleet/member",
  keyRight: "none",
  summary: "Takes an account's role on the project away",
  query: z.object({ project_uid: z.uuid(), email: memberEmail }),
  answer: done,
  refusals: ["project.not_found", "project.owner_only", "member.not_found", "project.last_owner"],
});

export const listMembers = endpoint({
  name: "listMembers",
  method: "GET",
  path: "fleet/member",
  summary: "Who has a role on the project, by e-mail; for its owners",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({
    items: z.array(z.object({ email: z.string(), display_name: z.string(), role: projectRole })),
  }),
  refusals: ["project.not_found", "project.owner_only"],
});

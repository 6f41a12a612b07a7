// What the page of an invitation asks the server. Loaded with it: the schemas it brings are as big as the login page.
import { acceptInvitation, readInvitation, registerInvited } from "@heliograph/contract/fleet/invitations";
import { logout } from "@heliograph/contract/identity/session";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { memo } from "react";
import { paths } from "../../app/paths.ts";
import { call } from "../../platform/call.ts";
import { Refused } from "../../platform/http.ts";
import { forgetSession, keepProjectType } from "../../platform/session.ts";
import type { SenderProps } from "./public-form.tsx";
import { usePublicSender } from "./sign-in.ts";

const NOT_VALID = "This invitation is not valid, or not any more";

/** What the token is an invitation to, or what is said where it is none; `again`: asking once more may help. */
export async function findInvitation(
  token: string,
): Promise<{ invitation: Answer<typeof readInvitation> } | { said: string; again: boolean }> {
  // A link that was cut short is none.
  if (!readInvitation.body.safeParse({ token }).success) return { said: NOT_VALID, again: false };
  try {
    return { invitation: await call(readInvitation, { body: { token } }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404) return { said: NOT_VALID, again: false };
    return { said: error.message, again: true };
  }
}

/** Takes part with the account that is signed in and opens the project; else returns what the server says. */
export async function acceptAndOpen(token: string): Promise<string | null> {
  try {
    const { project_uid, project_type } = await call(acceptInvitation, { body: { token } });
    keepProjectType(project_type);
    location.assign(paths.project(project_uid));
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** Signs out, here even where the server cannot be reached. */
export async function leaveSession(): Promise<void> {
  await call(logout, {}).catch(() => null);
  forgetSession("logout");
}

const EMPTY = { token: "", fullname: "", password: "", retypePassword: "" };

/** Judges and sends the form that makes the account of an invited address and signs it in. */
export const InvitedSender = memo(function InvitedSender(props: SenderProps) {
  usePublicSender(registerInvited, EMPTY, props);
  return null;
});

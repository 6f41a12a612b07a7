import { listInvitations } from "@heliograph/contract/fleet/invitations";
import { listMembers } from "@heliograph/contract/fleet/members";
import { ask } from "../../../platform/api.ts";

/** The members of a project, for its owners. */
export const membersQuery = (project_uid: string) => ask(listMembers, { query: { project_uid } });
/** Its open invitations, for its owners. */
export const invitationsQuery = (project_uid: string) => ask(listInvitations, { query: { project_uid } });

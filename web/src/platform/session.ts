// What this browser keeps of the signed-in account, in the storage keys that the specification names (M137).
// Types only from the contract: the login page loads this file and must stay small.
import type { SignedIn, Tokens } from "@heliograph/contract/identity/session";
import type { UserInfo } from "@heliograph/contract/identity/user-info";

/** Kept for the session and cleared when it ends (M141). `refresh_token` is ours: M137 has no place for it. */
const SESSION_KEYS = [
  "user",
  "access_token",
  "refresh_token",
  "name",
  "project_uid",
  "project_type",
  "project_capacity",
  "project_name",
  "startTime",
  "userUid",
  "registrationToken",
  "acceptNotification",
] as const;
type SessionKey = (typeof SESSION_KEYS)[number];

export type PortalType = "pv" | "swh" | "admin";
/** Why a session ended; the login page has a line for all but the account's own wish. */
type SessionEnd = "logout" | "expired";

const listeners = new Set<(end: SessionEnd) => void>();

/** The access token to send, or null when nobody is signed in here. */
export const accessToken = (): string | null => read("access_token");
/** The token that buys the next access token, or null. */
export const refreshTokenKept = (): string | null => read("refresh_token");
/** The project type of this session, which decides the home screen (M6); pv until something else was chosen. */
export function portalType(): PortalType {
  const kept = read("project_type");
  return kept === "swh" || kept === "admin" ? kept : "pv";
}

/** Keeps what a login answers (M137, M139); whatever an earlier session left is cleared first. */
export function startSession(signedIn: SignedIn): void {
  clear();
  keepTokens(signedIn);
  write("startTime", String(signedIn.start_time));
  write("project_type", signedIn.user.kind === "admin" ? "admin" : signedIn.user.default_project_type);
  keepAccount(signedIn.user);
}

/** Replaces both tokens after a rotation; the session's start stays. */
export function keepTokens(tokens: Pick<Tokens, "access_token" | "refresh_token">): void {
  write("access_token", tokens.access_token);
  write("refresh_token", tokens.refresh_token);
}

/** Keeps who is signed in, for the first paint of the next visit. */
export function keepAccount(account: UserInfo): void {
  write("user", JSON.stringify(account));
  write("name", account.display_name);
  write("userUid", account.uid);
}

/** The name of the account signed in, or null before its first answer. */
export const accountName = (): string | null => read("name");

/** Keeps the type of the list that is open: it is the home screen from now on (M6). Admins keep theirs. */
export function keepProjectType(type: "pv" | "swh"): void {
  if (portalType() !== "admin") write("project_type", type);
}

/** Makes the list of the type the home screen (M79). */
export function chooseProjectType(type: "pv" | "swh"): void {
  keepProjectType(type);
  if (type === "swh") sessionStorage.setItem("menuSelected", "list");
  else sessionStorage.removeItem("menuSelected");
}

/** Keeps the project that is open; both are null outside a project. */
export function keepProject(
  project: { uid: string; name: string; capacity_kwp: number | null } | null,
): void {
  write("project_uid", project?.uid ?? null);
  write("project_name", project?.name ?? null);
  write("project_capacity", typeof project?.capacity_kwp === "number" ? String(project.capacity_kwp) : null);
}

/** Forgets the session here and tells the listeners; a second call while nothing is stored does nothing. */
export function forgetSession(end: SessionEnd): void {
  if (accessToken() === null && refreshTokenKept() === null) return;
  clear();
  for (const listener of listeners) listener(end);
}

/**
 * Calls `listener` when the session ends, in this tab or, through storage events, in another one.
 * Returns the function that stops listening.
 */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    const cleared = event.key === "access_token" && event.newValue === null;
    if (event.storageArea === localStorage && (cleared || event.key === null)) listener("logout");
  };
  listeners.add(listener);
  addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", elsewhere);
  };
}

const END_KEY = "session_end";

/** Leaves for the login page why the session ended; read once, after the page has loaded anew. */
export const leaveSessionEnd = (end: SessionEnd): void => sessionStorage.setItem(END_KEY, end);

/** Why the last session of this tab ended, once; null when nothing was left. */
export function takeSessionEnd(): SessionEnd | null {
  const left = sessionStorage.getItem(END_KEY);
  sessionStorage.removeItem(END_KEY);
  return left === "expired" || left === "logout" ? left : null;
}

/** When this session began, in ms since 1970; null when that is not known. */
export function sessionStartMs(): number | null {
  const kept = Number(read("startTime") ?? Number.NaN);
  return Number.isFinite(kept) ? kept : null;
}

function clear(): void {
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
  sessionStorage.clear();
}

function read(key: SessionKey): string | null {
  return localStorage.getItem(key);
}

function write(key: SessionKey, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

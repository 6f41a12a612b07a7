// Every address of the product. A snapshot test shows each change.
import type { SetUpStep } from "@heliograph/contract/fleet/commissioning";
import type { PortalType } from "../platform/session.ts";

/** Patterns as the router reads them. */
export const patterns = {
  login: "/",
  register: "/register",
  invitation: "/invitation",
  providerReturn: "/sign-in/return",
  verify: "/verify",
  supply: "/verify/supply",
  statement: "/verify/:key",
  security: "/security",
  notifications: "/notifications",
  projects: "/list-project",
  projectsMatching: "/list-project/:query",
  swhProjects: "/list-project-swh",
  showcase: "/showcase",
  project: "/detail/:id",
  statistics: "/statistic-project/:id",
  devices: "/list-device/:id",
  warranty: "/warranty/:id",
  chartTool: "/chart-tool/:id",
  dataQuality: "/data-quality/:id",
  losses: "/losses/:id",
  esgOfAll: "/esg",
  esg: "/esg/:id",
  resources: "/resource/:id",
  support: "/support/:id",
  audit: "/audit/:id",
  ownAudit: "/activity",
  apiKeys: "/api-keys",
  webhooks: "/webhooks",
  outbox: "/outbox",
  newProject: "/new-project",
  setUp: "/set-up/:id",
  events: "/events/:id",
  report: "/report/:id",
  portfolioReport: "/report",
  control: "/control",
  rollOuts: "/roll-outs",
  compliance: "/control/compliance",
  alarms: "/alarms",
  alarmRules: "/alarms/rules/:id",
  escalation: "/alarms/escalation/:id",
  recDashboard: "/rehash/dashboard",
  recMarketplace: "/rehash/impact-marketplace",
  recExchange: "/rehash/exchange",
  recActivities: "/rehash/my-activities",
  recOffExchange: "/rehash/off-exchange",
  recServices: "/rehash/register-services",
  recDevices: "/rehash/devices",
  recCertificates: "/rehash/rec",
  recReceivable: "/rehash/account-receivable",
  recPayable: "/rehash/accounts-payable",
  recFee: "/rehash/fee",
  recNotices: "/rehash/notices",
  recProfile: "/rehash/business-account-profile",
  recInvitation: "/rehash/invitation",
  recDetails: "/details/:number",
  admin: "/admin",
  adminProject: "/admin/:idProject",
} as const;

/** Addresses to link to. */
export const paths = {
  login: () => patterns.login,
  register: () => patterns.register,
  /** What stands behind `#` is sent to no server. */
  invitation: (token: string) => `${patterns.invitation}#${token}`,
  security: () => patterns.security,
  notifications: () => patterns.notifications,
  projects: () => patterns.projects,
  swhProjects: () => patterns.swhProjects,
  showcase: () => patterns.showcase,
  project: (uid: string) => `/detail/${encodeURIComponent(uid)}`,
  statistics: (uid: string) => `/statistic-project/${encodeURIComponent(uid)}`,
  devices: (uid: string) => `/list-device/${encodeURIComponent(uid)}`,
  warranty: (uid: string) => `/warranty/${encodeURIComponent(uid)}`,
  dataQuality: (uid: string) => `/data-quality/${encodeURIComponent(uid)}`,
  events: (uid: string) => `/events/${encodeURIComponent(uid)}`,
  losses: (uid: string) => `/losses/${encodeURIComponent(uid)}`,
  chartTool: (uid: string) => `/chart-tool/${encodeURIComponent(uid)}`,
  esgOfAll: () => patterns.esgOfAll,
  esg: (uid: string) => `/esg/${encodeURIComponent(uid)}`,
  resources: (uid: string) => `/resource/${encodeURIComponent(uid)}`,
  support: (uid: string) => `/support/${encodeURIComponent(uid)}`,
  /** Without a project: to choose one. */
  control: (uid?: string) =>
    uid === undefined
      ? patterns.control
      : `${patterns.control}?${new URLSearchParams({ project: uid }).toString()}`,
  /** With a version: to roll that one out. */
  rollOuts: (version?: string) =>
    version === undefined
      ? patterns.rollOuts
      : `${patterns.rollOuts}?${new URLSearchParams({ version }).toString()}`,
  /** Zero export of a gateway, without one of the project's first that has a meter; of a month like "2026-11", without one of yesterday's. */
  compliance: (project: string, of: { gateway?: string; month?: string } = {}) =>
    `${patterns.compliance}?${new URLSearchParams({ project, ...of }).toString()}`,
  report: (uid: string) => `/report/${encodeURIComponent(uid)}`,
  portfolioReport: () => patterns.portfolioReport,
  alarms: () => patterns.alarms,
  escalation: (project_uid: string) => `/alarms/escalation/${encodeURIComponent(project_uid)}`,
  alarmRules: (project_uid: string) => `/alarms/rules/${encodeURIComponent(project_uid)}`,
  rec: () => patterns.recDashboard,
  /** As of a project: what stands behind `#` is sent to no server. */
  recInvitation: (token: string) => `${patterns.recInvitation}#${token}`,
  /** Where anyone checks certificates that were redeemed, without signing in. */
  verify: () => patterns.verify,
  supply: () => patterns.supply,
  /** What the statement of a key says, checked there. */
  statement: (key: string) => `/verify/${encodeURIComponent(key)}`,
  audit: (uid: string) => `/audit/${encodeURIComponent(uid)}`,
  ownAudit: () => patterns.ownAudit,
  apiKeys: () => patterns.apiKeys,
  webhooks: () => patterns.webhooks,
  outbox: () => patterns.outbox,
  newProject: (type: "pv" | "swh") => `${patterns.newProject}${type === "swh" ? "?type=swh" : ""}`,
  setUp: (uid: string, step?: SetUpStep) =>
    `/set-up/${encodeURIComponent(uid)}${step === undefined ? "" : `?step=${step}`}`,
  admin: () => patterns.admin,
  adminProject: (uid: string) => `/admin/${encodeURIComponent(uid)}`,
} as const;

/** Pages of the proofs of certificates: for anyone, signed in or not. */
export const isProofPage = (pathname: string): boolean => /^\/verify(?:\/[^/]*)?\/?$/.test(pathname);

/** Pages that anyone may see. */
export const isPublic = (pathname: string): boolean =>
  isProofPage(pathname) ||
  [patterns.login, patterns.register, patterns.invitation, patterns.providerReturn].some(
    (page) => page === pathname,
  );

/** Pages of a link, which stay at their address until whoever has it has signed in. */
export const waitsForSignIn = (pathname: string): boolean => pathname === patterns.recInvitation;

/** The project whose page stands at the address, as the address writes it; undefined elsewhere. */
export function projectAt(pathname: string): string | undefined {
  const [, section = "", id] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const pages: readonly string[] = Object.values(patterns);
  return pages.includes(`${section}/:id`) ? id : undefined;
}

/** The project that is open at an address: that of its page, or the one that a page of Control names; undefined elsewhere. */
export function openProjectAt(pathname: string, search: URLSearchParams): string | undefined {
  const isControl = /^\/control(?:\/compliance)?\/?$/.test(pathname);
  const named = isControl ? search.get("project") : null;
  return projectAt(pathname) ?? named ?? undefined;
}

/** The home screen of a project type (M6, M25). */
export function homeOf(type: PortalType): string {
  if (type === "admin") return paths.admin();
  return type === "swh" ? paths.swhProjects() : paths.projects();
}

// Which screen stands at which address: plain data. The router (routes.tsx) loads by it, and the server that serves the page
// reads it from the build (vite.config.ts) to name each screen's code in advance.
import type { patterns } from "./paths.ts";

type Page = keyof typeof patterns;

/**
 * The module of each screen, in web/src/domains and without its ending. Beside every XScreen.tsx stands XScreen.loader.ts,
 * which asks for its first data.
 */
export const screens = {
  projects: "monitoring/portfolio/ProjectListScreen",
  projectsMatching: "monitoring/portfolio/ProjectListScreen",
  swhProjects: "monitoring/portfolio/SwhListScreen",
  showcase: "monitoring/showcase/ShowcaseScreen",
  project: "monitoring/overview/OverviewScreen",
  statistics: "monitoring/statistics/StatisticsScreen",
  devices: "monitoring/devices/DeviceListScreen",
  warranty: "fleet/gateways/WarrantyScreen",
  chartTool: "monitoring/chart-tool/ChartToolScreen",
  dataQuality: "monitoring/data-quality/DataQualityScreen",
  losses: "monitoring/losses/LossesScreen",
  esgOfAll: "monitoring/environment/EsgScreen",
  esg: "monitoring/environment/EsgScreen",
  resources: "fleet/files/ResourcesScreen",
  support: "support/SupportScreen",
  alarms: "notices/alarm-desk/AlarmDeskScreen",
  events: "notices/events/EventsScreen",
  portfolioReport: "reports/portfolio-report/PortfolioReportScreen",
  report: "reports/templates/ReportScreen",
  control: "control/ControlScreen",
  rollOuts: "control/roll-outs/RollOutsScreen",
  alarmRules: "kpi/alarm-rules/AlarmRulesScreen",
  escalation: "notices/escalation/EscalationScreen",
  compliance: "control/compliance/ComplianceScreen",
  security: "identity/security/SecurityScreen",
  notifications: "notices/notifications/NotificationSettingsScreen",
  audit: "fleet/audit/AuditScreen",
  ownAudit: "fleet/audit/OwnAuditScreen",
  apiKeys: "fleet/api-keys/ApiKeysScreen",
  webhooks: "notices/webhooks/WebhooksScreen",
  outbox: "notices/mail/OutboxScreen",
  newProject: "fleet/commissioning/NewProjectScreen",
  setUp: "fleet/commissioning/SetUpScreen",

  recDashboard: "registry/services/DashboardScreen",
  recServices: "registry/services/RegisterServicesScreen",
  recProfile: "parties/business-accounts/ProfileScreen",
  recInvitation: "parties/roles/AccountInvitationScreen",
  recCertificates: "registry/inventory/InventoryScreen",
  recDevices: "registry/devices/registered/RegisteredDevicesScreen",
  recNotices: "notices/records/RecordNoticesScreen",

  admin: "admin/AdminListScreen",
  adminProject: "admin/AdminProjectScreen",
} as const satisfies Partial<Record<Page, string>>;

/** A page that has a screen of its own behind the login. */
export type ScreenPage = keyof typeof screens;

/** True of the certificate pages, which have a frame of their own. */
export const isRecPage = (page: ScreenPage): boolean => page.startsWith("rec");

/** Pages of whoever is signed in, administrators too. */
export const PAGES_OF_ALL: readonly ScreenPage[] = ["security"];

/** The pages of an administrator, who has no others (M21) but PAGES_OF_ALL. */
export const ADMIN_PAGES: readonly ScreenPage[] = ["admin", "adminProject"];

/** Folders of web/src whose texts every page has. */
export const FRAME_TEXTS: readonly string[] = ["app", "platform", "domains/identity"];

/** Those of the frame of an administrator, beside them. */
export const ADMIN_FRAME_TEXTS: readonly string[] = ["domains/admin"];

/** Those of the frame of the certificate pages, beside them. */
export const REC_FRAME_TEXTS: readonly string[] = ["domains/registry", "domains/notices/records"];

/** Those of the window Setting, which opens over any page. */
export const SETTING_TEXTS: readonly string[] = ["domains/fleet/aliases", "domains/fleet/firmware"];

/** Those of the windows that the header and the footer of the certificate pages open. */
export const HELP_TEXTS: readonly string[] = ["domains/parties/fees"];

/** Those of the list behind the bell, which opens over any page. */
export const NOTIFICATION_TEXTS: readonly string[] = ["domains/notices/notifications"];

/** Those of the parts of reports that stand on pages of other domains. */
export const REPORT_PART_TEXTS: readonly string[] = ["domains/reports"];

/** Those of the pages of proofs, beside the frame's. */
export const PROOF_TEXTS: readonly string[] = ["domains/registry/proofs"];

/** Those of what a plant's page shows of its certificates. */
export const CERTIFICATE_PART_TEXTS: readonly string[] = [
  "domains/registry",
  "domains/registry/plant-certificates",
  "domains/registry/devices/consent",
];

/** Texts of the records of the registry. */
const RECORDS: readonly string[] = [
  "domains/identity/security",
  "domains/parties/proposals",
  "domains/registry",
  "domains/registry/devices",
  "domains/registry/devices/consent",
  "domains/registry/devices/draft",
  "domains/registry/devices/review",
  "domains/registry/devices/meters",
  "domains/registry/devices/list",
  "domains/registry/issuance",
  "domains/monitoring/charts",
  "domains/registry/imports",
  "domains/registry/redemption",
  "domains/registry/gec",
  "domains/registry/calls",
];

/** Folders whose texts a page shows beside those of the frame, windows that it opens included; texts.test.ts holds it to the code. */
export const screenTexts: Readonly<Record<ScreenPage, readonly string[]>> = {
  projects: ["domains/monitoring/environment", "domains/monitoring/map", "domains/monitoring/portfolio"],
  projectsMatching: [
    "domains/monitoring/environment",
    "domains/monitoring/map",
    "domains/monitoring/portfolio",
  ],
  swhProjects: ["domains/monitoring/map", "domains/monitoring/portfolio"],
  showcase: ["domains/monitoring/map", "domains/monitoring/portfolio"],
  project: [
    "domains/fleet",
    "domains/fleet/commissioning",
    "domains/fleet/projects",
    "domains/monitoring/charts",
    "domains/monitoring/environment",
    "domains/monitoring/heaters",
    "domains/monitoring/losses",
    "domains/monitoring/map",
    "domains/monitoring/overview",
    "domains/monitoring/portfolio",
    "domains/monitoring/statistics",
  ],
  statistics: [
    "domains/monitoring/charts",
    "domains/monitoring/environment",
    "domains/monitoring/heaters",
    "domains/monitoring/overview",
    "domains/monitoring/portfolio",
    "domains/monitoring/statistics",
  ],
  devices: ["domains/monitoring/charts", "domains/monitoring/devices", "domains/monitoring/portfolio"],
  warranty: ["domains/fleet", "domains/monitoring/charts"],
  chartTool: ["domains/monitoring/charts", "domains/monitoring/statistics"],
  dataQuality: ["domains/fleet", "domains/monitoring/data-quality"],
  losses: ["domains/monitoring/charts", "domains/monitoring/losses"],
  esgOfAll: ["domains/monitoring/environment"],
  esg: ["domains/monitoring/environment"],
  resources: ["domains/fleet"],
  support: ["domains/support"],
  alarms: [
    "domains/notices/alarm-desk",
    "domains/monitoring/charts",
    "domains/monitoring/heaters",
    "domains/monitoring/overview",
  ],
  events: ["domains/notices"],
  portfolioReport: ["domains/reports"],
  report: ["domains/fleet", "domains/reports", "domains/reports/templates"],
  compliance: ["domains/control", "domains/control/compliance", "domains/monitoring/charts"],
  control: [
    "domains/control",
    "domains/control/schedules",
    "domains/control/commands",
    "domains/monitoring/charts",
  ],
  rollOuts: ["domains/control/roll-outs"],
  alarmRules: ["domains/kpi", "domains/monitoring/charts", "domains/monitoring/statistics"],
  escalation: ["domains/notices/escalation"],
  security: ["domains/identity/security"],
  notifications: ["domains/notices/notifications"],
  audit: ["domains/fleet/audit"],
  ownAudit: ["domains/fleet/audit"],
  apiKeys: ["domains/fleet/api-keys"],
  webhooks: ["domains/notices/webhooks"],
  outbox: ["domains/notices/mail"],
  newProject: [
    "domains/fleet",
    "domains/fleet/commissioning",
    "domains/fleet/projects",
    "domains/monitoring/map",
  ],
  setUp: [
    "domains/fleet",
    "domains/fleet/commissioning",
    "domains/fleet/members",
    "domains/fleet/projects",
    "domains/monitoring/charts",
    "domains/monitoring/map",
    "domains/monitoring/statistics",
    "domains/telemetry/arrivals",
    "domains/telemetry/import",
  ],

  recDashboard: RECORDS,
  recInvitation: ["domains/identity/security", "domains/parties"],
  recProfile: [
    "domains/identity/security",
    "domains/parties",
    "domains/parties/bank-accounts",
    "domains/parties/company-review",
    "domains/parties/proposals",
    "domains/parties/fee-changes",
    "domains/parties/fees",
    "domains/registry",
  ],
  recCertificates: ["domains/registry", "domains/registry/inventory"],
  recServices: RECORDS,
  recNotices: ["domains/registry", "domains/notices/records"],
  recDevices: [
    "domains/registry",
    "domains/registry/devices",
    "domains/registry/devices/consent",
    "domains/registry/devices/meters",
    "domains/registry/devices/list",
    "domains/registry/devices/registered",
    "domains/identity/security",
    "domains/registry/generation",
  ],

  admin: ["domains/admin", "domains/monitoring/portfolio"],
  adminProject: [
    "domains/admin",
    "domains/monitoring/charts",
    "domains/monitoring/portfolio",
    "domains/support",
  ],
};

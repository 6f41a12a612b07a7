// Puts the parts together. The only server file that names every domain.
import { apiByDomain, type AppConfig } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import { adminRoutes } from "./domains/admin/index.ts";
import { complianceRoutes, controlRoutes } from "./domains/control/index.ts";
import {
  fileRoutes,
  firmwareRoutes,
  fleetRoutes,
  type AccountLimits,
  type FirmwareSettings,
} from "./domains/fleet/index.ts";
import { identityRoutes, type SignInWays } from "./domains/identity/index.ts";
import { kpiRoutes } from "./domains/kpi/index.ts";
import { monitoringRoutes } from "./domains/monitoring/index.ts";
import { registryRoutes, registrySources } from "./domains/registry/index.ts";
import { partiesRoutes } from "./domains/parties/index.ts";
import { reportsRoutes } from "./domains/reports/index.ts";
import {
  mailRoutes,
  noticesRoutes,
  webhookRoutes,
  type MailSettings,
  type RegionRule,
} from "./domains/notices/index.ts";
import { settlementRoutes, settlementSources, settlementWaiting } from "./domains/settlement/index.ts";
import { ticketRoutes } from "./domains/support/index.ts";
import {
  arrivalRoutes,
  gatewayMessageRoutes,
  importRoutes,
  liveRoutes,
  type Ingest,
  type Live,
} from "./domains/telemetry/index.ts";
import { API_DOCS_STYLE, apiDocs } from "./platform/api-docs.ts";
import type { Pools } from "./platform/db.ts";
import type { FileStore } from "./platform/files.ts";
import { server, type Doorkeeper, type Guards } from "./platform/http.ts";
import { openApi } from "./platform/openapi.ts";
import type { PayToAccounts } from "./platform/config.ts";
import { site } from "./platform/site.ts";
import { webServer, type WebServerOptions } from "./platform/web-server.ts";
import { recordKinds } from "./record-kinds.ts";

/** What the API needs; all but the pools and the doorkeeper have the defaults of a small installation. */
interface AppParts {
  readonly pools: Pools;
  readonly doorkeeper: Doorkeeper;
  readonly settings: AppConfig;
  readonly ingest: Ingest;
  readonly live: Live;
  readonly files: FileStore;
  readonly firmware: FirmwareSettings;
  /** Keeps files that wait to be imported. */
  readonly imports: FileStore;
  /** What of several plants has one cause in their region. */
  readonly regionRule?: RegionRule;
  /** Keeps documents that the product makes. */
  readonly documents: FileStore;
  /** Bank accounts that fees are paid to; none when left out. */
  readonly payTo?: PayToAccounts;
  /** How mails go out. */
  readonly mail: MailSettings;
  readonly guards?: Guards;
  /** What an account may have; generous when left out. */
  readonly accountLimits?: AccountLimits;
  /** How people sign in beside the password. */
  readonly signIn?: SignInWays;
  /** Folder of the built web app; without it only the API is served. */
  readonly siteFolder?: URL;
  /** So long a call waits for a report, ms; left out: as the contract has it. */
  readonly reportWaitMs?: number;
  readonly web?: WebServerOptions;
}

/** Returns the server with every call of the product on it; it does not listen yet. */
export async function build(parts: AppParts): Promise<FastifyInstance> {
  const app = await webServer(parts.web ?? {});
  const serve = server(app, parts.doorkeeper, parts.guards);
  identityRoutes(serve, parts.pools.db, parts.settings, parts.signIn);
  fleetRoutes(serve, parts.pools.db, parts.accountLimits, parts.settings);
  fileRoutes(serve, parts.pools.db, parts.files);
  firmwareRoutes(serve, parts.pools.db, parts.firmware);
  ticketRoutes(serve, parts.pools.db);
  kpiRoutes(serve, parts.pools.db);
  monitoringRoutes(serve, parts.pools.db);
  controlRoutes(serve, parts.pools.db);
  complianceRoutes(serve, parts.pools.db, parts.documents, Date.now);
  noticesRoutes(serve, parts.pools.db, {
    outboundAllow: parts.signIn?.outboundAllow ?? [],
    records: [...registrySources, ...settlementSources],
    ...(parts.regionRule === undefined ? {} : { rule: parts.regionRule }),
  });
  reportsRoutes(serve, parts.pools.db, parts.documents, Date.now, parts.reportWaitMs);
  mailRoutes(serve, parts.pools.db, parts.mail);
  webhookRoutes(serve, parts.pools.db, {
    allow: parts.signIn?.outboundAllow ?? [],
    product: parts.settings.product_name,
  });
  registryRoutes(serve, parts.pools.db, parts.documents, {
    allow: parts.signIn?.outboundAllow ?? [],
    waiting: settlementWaiting,
  });
  settlementRoutes(serve, parts.pools.db, parts.documents, parts.payTo);
  adminRoutes(serve, parts.pools.db);
  partiesRoutes(serve, parts.pools.db, parts.documents, recordKinds);
  gatewayMessageRoutes(serve, parts.ingest);
  arrivalRoutes(serve, parts.pools.db);
  liveRoutes(serve, parts.pools.db, parts.live);
  importRoutes(serve, parts.pools.db, parts.imports);
  documentation(app, parts.settings.product_name);
  await site(app, parts.siteFolder);
  return app;
}

/** The OpenAPI document and a page that shows it. */
function documentation(app: FastifyInstance, title: string): void {
  const document = openApi(title, apiByDomain);
  const page = apiDocs(document);
  app.get("/api/openapi.json", async () => document);
  app.get("/api/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(API_DOCS_STYLE),
  );
}

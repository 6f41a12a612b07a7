// Which parts of the product run for which role.
import { join, resolve } from "node:path";
import type { AppConfig } from "@heliograph/contract";
import { DEMO_FIRMWARE_KEYS, DEMO_SUPPORT } from "../seeds/demo.ts";
import { build } from "./app.ts";
import { doorkeeperGateway, type FirmwareSettings } from "./domains/fleet/index.ts";
import { doorkeeperSession, type SignInWays } from "./domains/identity/index.ts";
import type { MailSettings, RegionRule } from "./domains/notices/index.ts";
import { refreshSummaries } from "./domains/kpi/index.ts";
import {
  hearLookedUp,
  startBroker,
  startExternalBroker,
  startIngest,
  startLive,
  type Ingest,
} from "./domains/telemetry/index.ts";
import { startCommandWatch } from "./domains/control/index.ts";
import { startLedger } from "./domains/energy/index.ts";
import { startSealer } from "./domains/registry/index.ts";
import type { Config, ServerRole } from "./platform/config.ts";
import { watchDatabase } from "./platform/postgres/database-watch.ts";
import type { Pools } from "./platform/db.ts";
import { timeStampAuthority } from "./platform/documents/time-stamp-authority.ts";
import { fileStore } from "./platform/files.ts";
import type { Installation, Startup } from "./platform/installation.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { callLimits } from "./platform/limits/call-limits.ts";
import { startListener, type Listener } from "./platform/listener.ts";
import { site } from "./platform/site.ts";
import { listen, webServer, type ReadyChecks, type WebServerOptions } from "./platform/web-server.ts";
import { headPlaces, ledgerFolder, lookAtLedger } from "./ledger-start.ts";
import { work } from "./work.ts";

/** Where the parts of a running server are reached. */
export interface Reached {
  readonly port: number;
  /** Null: this process runs no broker. */
  readonly mqttPort: number | null;
}

/**
 * Starts the parts of the roles asked for; what has to be stopped is added to `start.ending`. The web server comes
 * last, so that a server that answers is ready.
 */
export async function startRoles(
  start: Startup,
  installation: Installation,
  siteFolder: URL,
): Promise<Reached> {
  const { config, log, ending } = start;
  const { url } = installation;
  const does = (role: ServerRole) => config.ROLES.includes(role);
  const watch = watchDatabase(url, (answers) =>
    answers ? log.warn("the database answers again") : log.error("the database does not answer"),
  );
  ending.add("watch of the database", watch.stop);
  const listener = startListener(url);
  ending.add("listener", listener.stop);
  await lookAtLedger(start, installation);
  if (does("worker")) await startWork(start, installation, listener);
  const ingest = startIngest({ pools: installation.ingest, url, log });
  ending.add("ingest", ingest.stop);
  await hearLookedUp(listener, ingest);
  const mqttPort = does("ingest")
    ? await openBroker(start, { pools: installation.ingest, ingest, listener })
    : null;
  const live = await startLive({ db: installation.api.db, listener, log });
  ending.add("live values", live.stop);
  const web = webOptions(start, { database: watch.answers });
  const app = does("api")
    ? await build({
        pools: installation.api,
        doorkeeper: {
          session: doorkeeperSession(installation.api.db),
          gateway: doorkeeperGateway(installation.api.db),
        },
        guards: {
          whileDatabaseAnswers: watch.whileItAnswers,
          calls: callLimits({ perAccount: config.CALLS_PER_ACCOUNT, perAddress: config.CALLS_PER_ADDRESS }),
        },
        accountLimits: { projects: config.PROJECTS_PER_ACCOUNT, gateways: config.GATEWAYS_PER_ACCOUNT },
        settings: settingsOf(config, mqttPort ?? config.MQTT_PORT),
        ingest,
        live,
        files: projectFiles(config),
        imports: importStore(config),
        documents: documentStore(config),
        payTo: config.PAYMENT_ACCOUNTS,
        mail: mailOf(config),
        firmware: firmwareOf(config),
        regionRule: regionRuleOf(config),
        signIn: signInWays(config),
        siteFolder,
        web,
      })
    : await withoutApi(web);
  ending.add("web server", () => app.close());
  return { port: await listen(app, config.HOST, config.PORT), mqttPort };
}

/** A web server that only says how the process is. */
async function withoutApi(web: WebServerOptions) {
  const app = await webServer(web);
  await site(app, undefined);
  return app;
}

/** Returns the port of the broker; null when the operator's own is used instead. */
async function openBroker(
  { config, log, ending, say }: Startup,
  parts: { pools: Pools; ingest: Ingest; listener: Listener },
): Promise<number | null> {
  if (config.MQTT_URL !== undefined) {
    const external = await startExternalBroker({ ...parts, url: config.MQTT_URL, log });
    ending.add("broker", external.stop);
    return null;
  }
  const proxies = config.MQTT_TRUST_PROXY ?? [];
  const broker = await startBroker({ ...parts, port: config.MQTT_PORT, host: config.HOST, proxies, log });
  ending.add("broker", broker.stop);
  if (broker.port !== config.MQTT_PORT) {
    say(`Port ${config.MQTT_PORT} is in use: the broker took ${broker.port}`);
  }
  return broker.port;
}

/** What of alarms has one cause in a region. */
const regionRuleOf = (config: Config): RegionRule => ({
  projects: config.ALARM_REGION_PROJECTS,
  km: config.ALARM_REGION_KM,
  minutes: config.ALARM_REGION_MINUTES,
});

/** Files of projects: the API takes them in, and the worker erases those of projects that are kept no longer. */
const projectFiles = ({ DATA_DIR }: Config) => fileStore(join(resolve(DATA_DIR), "files"));

/** Versions of firmware: the API takes them in and gives them out. A demonstration trusts the maker of its gateways. */
const firmwareOf = ({ DATA_DIR, DEMO, FIRMWARE_KEYS, PUBLIC_URL }: Config): FirmwareSettings => ({
  store: fileStore(join(resolve(DATA_DIR), "firmware")),
  keys: { ...(DEMO === "false" ? {} : DEMO_FIRMWARE_KEYS), ...FIRMWARE_KEYS },
  origin: PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin,
});

/** How mails go out. Without an address to write from, that of nobody at the portal's host. */
const mailOf = (config: Config): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from:
    config.MAIL_FROM ??
    `${config.PRODUCT_NAME.replace(/[<>",;:@\\]/g, " ")} <no-reply@${new URL(config.PUBLIC_URL ?? "http://localhost").hostname}>`,
  outbox: join(resolve(config.DATA_DIR), "outbox"),
  documents: documentStore(config),
});

/** Documents that the product makes: the worker writes them, and the API gives them out. */
const documentStore = ({ DATA_DIR }: Config) => fileStore(join(resolve(DATA_DIR), "documents"));

/** Files that wait to be imported: the API takes them in, and the worker reads them. */
const importStore = ({ DATA_DIR }: Config) => fileStore(join(resolve(DATA_DIR), "imports"));

async function startWork(
  { config, log, ending }: Startup,
  installation: Installation,
  listener: Listener,
): Promise<void> {
  const failed = (what: string, error: unknown) => log.warn({ err: error }, what);
  const rollups = startLedger(installation.worker, {
    afterPass: async (tx, projects) => void (await refreshSummaries(tx, projects)),
    failed,
  });
  ending.add("roll-ups", rollups.stop);
  const commands = await startCommandWatch({ db: installation.worker.db, listener, failed });
  ending.add("watch of commands", commands.stop);
  const sealer = startSealer({
    db: installation.worker.db,
    folder: ledgerFolder(config),
    failed,
  });
  ending.add("sealer of the certificate ledger", sealer.stop);
  const stores = {
    files: projectFiles(config),
    imports: importStore(config),
    documents: documentStore(config),
  };
  const rollOuts = {
    origin: firmwareOf(config).origin,
    silent_ms: config.FIRMWARE_SILENT_S * 1000,
    clean_ms: config.FIRMWARE_CLEAN_S * 1000,
  };
  const push = { contact: pushContact(config), allow: config.OUTBOUND_ALLOW };
  const settings = {
    rollOuts,
    product: config.PRODUCT_NAME,
    mail: mailOf(config),
    push,
    webhooks: { allow: config.OUTBOUND_ALLOW, product: config.PRODUCT_NAME },
    ledger: ledgerFolder(config),
    heads: headPlaces(config),
    authority: config.TIMESTAMP_URL === undefined ? null : timeStampAuthority(config.TIMESTAMP_URL),
    demo: config.DEMO === "true",
    notices: {
      region: regionRuleOf(config),
      ended_after_ms: config.ALARM_ENDED_AFTER_S * 1000,
      records_every_ms: config.RECORD_NOTICES_EVERY_S * 1000,
    },
  };
  const jobs = startJobs(installation.worker, work(stores, settings), (what, error) =>
    log.warn({ err: error }, what),
  );
  ending.add("jobs", jobs.stop);
}

/** Whom push services may turn to (RFC 8292 section 2.1): the operator's address, else the portal's. */
const pushContact = ({ SUPPORT_EMAIL: email, PUBLIC_URL: url }: Config): string =>
  email === undefined
    ? url?.startsWith("https:") === true
      ? new URL(url).origin
      : "mailto:postmaster@localhost"
    : `mailto:${email}`;

function webOptions({ config, log }: Startup, readyChecks: ReadyChecks): WebServerOptions {
  return {
    log,
    ...(config.TRUST_PROXY === undefined ? {} : { trustProxy: config.TRUST_PROXY }),
    https: config.PUBLIC_URL?.startsWith("https:") ?? false,
    ...(config.MAP_TILES_URL === undefined ? {} : { imageOrigin: new URL(config.MAP_TILES_URL).origin }),
    readyChecks,
  };
}

/** How people sign in beside the password. */
function signInWays(config: Config): SignInWays {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  return {
    sso: { issuer: config.SSO_ISSUER, audience: config.SSO_AUDIENCE, jwksUrl: config.SSO_JWKS_URL },
    publicUrl: config.PUBLIC_URL,
    outboundAllow: config.OUTBOUND_ALLOW,
    provider:
      issuer === undefined || clientId === undefined || clientSecret === undefined
        ? undefined
        : {
            issuer,
            clientId,
            clientSecret,
            name: providerName(issuer, config),
            trustsEmail: config.OIDC_TRUST_EMAIL,
          },
  };
}

/** What the button of the provider says: as the installation says, else the provider's host. */
const providerName = (issuer: string, { OIDC_NAME }: Config): string => OIDC_NAME ?? new URL(issuer).hostname;

/** What clients may know of the configuration. */
function settingsOf(config: Config, mqttPort: number): AppConfig {
  const support = config.DEMO === "false" ? null : DEMO_SUPPORT;
  return {
    product_name: config.PRODUCT_NAME,
    hotline: config.HOTLINE ?? support?.hotline ?? null,
    support_email: config.SUPPORT_EMAIL ?? support?.support_email ?? null,
    support_hours: config.SUPPORT_HOURS ?? support?.support_hours ?? null,
    password_min: config.PASSWORD_MIN,
    registration_open: config.REGISTRATION_OPEN,
    sign_in_provider: config.OIDC_ISSUER === undefined ? null : providerName(config.OIDC_ISSUER, config),
    list_refresh_s: config.LIST_REFRESH_S,
    chart_refresh_s: config.CHART_REFRESH_S,
    map_tiles: tilesOf(config),
    gateway_mqtt: mqttOf(config, mqttPort),
    gateway_http: config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin,
    app_store_url: config.APP_STORE_URL ?? null,
    google_play_url: config.GOOGLE_PLAY_URL ?? null,
    video_guides: config.VIDEO_GUIDES,
    demo: config.DEMO !== "false",
  };
}

/** Where gateways reach the broker: as the installation says, else the host of the page at the port that the broker took. */
function mqttOf({ GATEWAY_MQTT_URL: url }: Config, port: number): AppConfig["gateway_mqtt"] {
  if (url === undefined) return { host: null, port, tls: false };
  const { hostname, port: stated, protocol } = new URL(url);
  const tls = protocol === "mqtts:";
  return { host: hostname, port: stated === "" ? (tls ? 8883 : 1883) : Number(stated), tls };
}

function tilesOf({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: Config): AppConfig["map_tiles"] {
  return url === undefined ? null : { url, attribution: attribution ?? new URL(url).host };
}

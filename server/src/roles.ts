// Which parts of the product run for which role.
import type { AppConfig } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import { build } from "./app.ts";
import { doorkeeperGateway } from "./domains/fleet/index.ts";
import { doorkeeperSession } from "./domains/identity/index.ts";
import type { Config } from "./platform/config.ts";
import { databaseAnswers } from "./platform/installation.sql.ts";
import type { Installation, Start } from "./platform/installation.ts";
import { listen, webServer, type ReadyChecks, type WebServerOptions } from "./platform/web-server.ts";

/** Where the parts of a running server are reached. */
export interface Reached {
  readonly port: number;
  readonly mqttUrl: string | undefined;
}

/** Starts the parts of the roles asked for; what has to be stopped is added to `start.ending`. */
export async function startRoles(
  start: Start,
  installation: Installation,
  siteFolder: URL,
): Promise<Reached> {
  const { config, ending } = start;
  const checks = { database: () => databaseAnswers(installation.api.db) };
  const web = webOptions(start, checks);
  const app = config.ROLES.includes("api")
    ? await api(installation, config, siteFolder, web)
    : await webServer(web);
  ending.add("web server", () => app.close());
  const port = await listen(app, config.HOST, config.PORT);
  return { port, mqttUrl: undefined };
}

function webOptions({ config, log }: Start, readyChecks: ReadyChecks): WebServerOptions {
  return {
    log,
    ...(config.TRUST_PROXY === undefined ? {} : { trustProxy: config.TRUST_PROXY }),
    https: config.PUBLIC_URL?.startsWith("https:") ?? false,
    readyChecks,
  };
}

function api(
  at: Installation,
  config: Config,
  siteFolder: URL,
  web: WebServerOptions,
): Promise<FastifyInstance> {
  const doorkeeper = { session: doorkeeperSession(at.api.db), gateway: doorkeeperGateway(at.api.db) };
  return build({ pools: at.api, doorkeeper, settings: settingsOf(config), siteFolder, web });
}

/** What clients may know of the configuration. */
function settingsOf(config: Config): AppConfig {
  return {
    product_name: config.PRODUCT_NAME,
    hotline: config.HOTLINE ?? null,
    password_min: config.PASSWORD_MIN,
    registration_open: config.REGISTRATION_OPEN,
    list_refresh_s: config.LIST_REFRESH_S,
    chart_refresh_s: config.CHART_REFRESH_S,
    app_store_url: config.APP_STORE_URL ?? null,
    google_play_url: config.GOOGLE_PLAY_URL ?? null,
    demo: config.DEMO !== "false",
  };
}

// Everything an installation can set, read once at start and passed down. The README lists the same entries.
import { isIP } from "node:net";
import { BANK_CURRENCIES, bankAccountFaults, type PayTo } from "@heliograph/contract";
import { z } from "zod";

/** A whole number from `from` to `to`, as text. */
function whole(from: number, to: number) {
  const rule = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .refine((value) => value >= from && value <= to, rule);
}

/** A URL of one of the schemes ("postgres:"), as text; never echoed back, since it may hold a password. */
function url(...schemes: string[]) {
  const rule = `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`;
  return z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), rule);
}

const hasNoPassword = (value: string) => !URL.canParse(value) || new URL(value).username === "";

/** The address of a tile, in which {z}, {x} and {y} stand for its zoom and place; no other braces. */
const tiles = z.string().refine((value) => {
  const names = (value.match(/\{[^}]*\}/g) ?? []).toSorted().join("");
  return names === "{x}{y}{z}" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}, "must be a URL of http:// or https:// with {z}, {x} and {y}, and no other braces");

/** The issuer of an OpenID provider; without TLS on this machine alone, where nobody listens in between. */
const issuer = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname))
  );
}, "must be a URL that begins with https://, or http:// on this machine");

const yesOrNo = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

const ROLES = ["api", "ingest", "worker"] as const;
export type ServerRole = (typeof ROLES)[number];

const roles = z
  .string()
  .transform((text) => text.split(",").map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES, `must be one or more of ${ROLES.join(", ")}, separated by commas`)));

/** Names and Ed25519 keys: "Maker A=…,Maker B=…", each key its 32 bytes as base64url. */
const publicKeys = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().split("=", 2)))
  .refine(
    (parts) => parts.every(([name = "", key = ""]) => /^.{1,80}$/.test(name) && /^[\w-]{43}$/.test(key)),
    "must be names and keys like Maker=base64url, separated by commas, each key 32 bytes",
  )
  .transform((parts) => Object.fromEntries(parts.map(([name = "", key = ""]) => [name, key])));

/** Addresses and networks, as the `trustProxy` of Fastify takes them. */
const networks = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => isIP(part.split("/")[0] ?? "") > 0 && /^[^/]+(\/\d{1,3})?$/.test(part)),
    "must be IP addresses or networks like 10.0.0.0/8, separated by commas",
  );

/** Hosts and ports as a URL has them: "localhost:9000,[::1]:9000". */
const hostsAndPorts = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
  .refine(
    (parts) => parts.every((part) => /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(part)),
    "must be hosts and ports like localhost:9000, separated by commas",
  );

/** Films by title and address, as `Begin|https://films.example.com/1;Issue|https://films.example.com/2`, at most 50. */
const videos = z
  .string()
  .transform((text) =>
    text
      .split(";")
      .filter((one) => one.trim() !== "")
      .map((one) => {
        const [title = "", address = ""] = one.split("|");
        return { title: title.trim(), url: address.trim() };
      }),
  )
  .refine(
    (all) =>
      all.length <= 50 &&
      all.every((film) => film.title !== "" && film.title.length <= 200 && /^https:\/\/\S+$/.test(film.url)),
    "must be at most 50 of title|https address, separated by ;",
  );

/** Where transfers go, by currency. */
export type PayToAccounts = Readonly<Record<string, PayTo>>;

const accountRule = `must be currency|bank|holder|IBAN or number|SWIFT code, one account for each of ${BANK_CURRENCIES.join(", ")}, separated by ;`;

/** "EUR|Bank of the Delta|Heliograph Ltd|DE89 3704 0044 0532 0130 00|COBADEFFXXX;USD|…". */
const payToAccounts = z.string().transform((text, context): PayToAccounts => {
  const accounts = text.split(";").filter((one) => one.trim() !== "");
  const read = accounts.map((one) => accountOf(one.split("|").map((part) => part.trim())));
  const byCurrency = new Map(read.flatMap((one) => (one === null ? [] : [one])));
  if (byCurrency.size !== accounts.length) context.addIssue({ code: "custom", message: accountRule });
  return Object.fromEntries(byCurrency);
});

/** The account by its currency; null: it is none, or its numbers are wrong. */
function accountOf(parts: readonly string[]): [string, PayTo] | null {
  const [currency = "", bank_name = "", account_name = ""] = parts;
  const [account_number = "", swift_code = ""] = parts
    .slice(3)
    .map((part) => part.replaceAll(/[\s-]/g, "").toUpperCase());
  const account = { bank_name, account_name, account_number, swift_code };
  const isKnown = BANK_CURRENCIES.some((one) => one === currency);
  const isWhole = parts.length === 5 && parts.every((part) => part !== "" && part.length <= 200);
  const holder = { company_name: account_name, english_name: account_name };
  const isRight = /^[A-Z0-9]{4,34}$/.test(account_number) && bankAccountFaults(account, holder).length === 0;
  return isKnown && isWhole && isRight ? [currency, account] : null;
}

const entries = z.object({
  /** Port of the portal and its API. In use: the next free one is taken, and the summary says so. */
  PORT: whole(1, 65_535).default(8080),
  /** Address the portal and the broker listen on. Other machines reach them only after a change to 0.0.0.0 or ::. */
  HOST: z
    .string()
    .refine((value) => isIP(value) > 0 || value === "localhost", "must be an IP address")
    .default("127.0.0.1"),
  /** Port of the MQTT broker. In use: the next free one. */
  MQTT_PORT: whole(1, 65_535).default(1883),
  /** Port of the PostgreSQL that comes with the product, on loopback only. In use: the next free one. */
  PG_PORT: whole(1, 65_535).default(54_329),
  /** Folder of the database, its password, uploaded files and what the simulated fleet remembers. */
  DATA_DIR: z.string().default("./data"),
  /** A PostgreSQL of your own, 15 or newer, instead of the one that comes with the product. */
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  /** An MQTT broker of your own instead of the embedded one; it checks who the gateways are. */
  MQTT_URL: url("mqtt:", "mqtts:", "ws:", "wss:").optional(),
  /** What this process does: api (portal and API), ingest (broker and readings), worker (energy and roll-ups). */
  ROLES: roles.default([...ROLES]),
  /** Address under which browsers reach the portal, for links and HTTPS headers; by default that of HOST and PORT. */
  PUBLIC_URL: url("http:", "https:").optional(),
  /** Where gateways reach the broker, as the portal shows it to those who add one: mqtt:// or mqtts://, host and port. */
  GATEWAY_MQTT_URL: url("mqtt:", "mqtts:").optional(),
  /** Proxies whose X-Forwarded headers are believed. */
  TRUST_PROXY: networks.optional(),
  /** Proxies in front of the broker; they must send the header of the PROXY protocol, version 1 or 2. */
  MQTT_TRUST_PROXY: networks.optional(),
  /** Name shown to users. */
  PRODUCT_NAME: z.string().max(60, "must be at most 60 characters").default("Heliograph"),
  /** Phone number shown to those who forgot their password; none by default. */
  HOTLINE: z.string().max(40, "must be at most 40 characters").optional(),
  /** E-mail of support; none by default. */
  SUPPORT_EMAIL: z.email("must be an e-mail address").optional(),
  /** When support answers, in words; none by default. */
  SUPPORT_HOURS: z.string().max(100, "must be at most 100 characters").optional(),
  /** Whether anyone who reaches the portal may make an account: true or false. */
  REGISTRATION_OPEN: yesOrNo.default(true),
  /** Least length of a password. */
  PASSWORD_MIN: whole(5, 64).default(5),
  /** Calls of the API that an account may make in a minute, over all its sessions. */
  CALLS_PER_ACCOUNT: whole(1, 10_000_000).default(3000),
  /** Calls of the API that may come from one address in a minute; those of gateways do not count. */
  CALLS_PER_ADDRESS: whole(1, 10_000_000).default(12_000),
  /** Projects that an account may own. */
  PROJECTS_PER_ACCOUNT: whole(1, 1_000_000).default(20_000),
  /** Gateways of all the projects that an account owns. */
  GATEWAYS_PER_ACCOUNT: whole(1, 1_000_000).default(50_000),
  /** Who signs the tokens by which administrators sign on: their claim `iss`. */
  SSO_ISSUER: z.string().max(200, "must be at most 200 characters").default("heliograph-sso"),
  /** Whom the tokens are for: their claim `aud`. Whoever gets one is an administrator: use it for nothing else. */
  SSO_AUDIENCE: z.string().max(200, "must be at most 200 characters").default("heliograph-admin"),
  /** Keys of the identity provider, a JSON Web Key Set; by default a key of this installation signs. */
  SSO_JWKS_URL: url("https:", "http:").optional(),
  /** Makers whose signatures under firmware are trusted: names and their Ed25519 keys, "Maker=base64url", separated by commas. */
  FIRMWARE_KEYS: publicKeys.optional(),
  /** OpenID provider that people sign in at; https://, or http:// on this machine. With it goes a client's id and secret. */
  OIDC_ISSUER: issuer.optional(),
  /** The portal's name at the provider. */
  OIDC_CLIENT_ID: z.string().max(200, "must be at most 200 characters").optional(),
  /** The portal's secret at the provider. */
  OIDC_CLIENT_SECRET: z.string().max(500, "must be at most 500 characters").optional(),
  /** What the button on the login page says; by default the provider's host. */
  OIDC_NAME: z.string().max(40, "must be at most 40 characters").optional(),
  /** Whether an e-mail that the provider calls verified opens the account of that e-mail: true or false. */
  OIDC_TRUST_EMAIL: yesOrNo.default(false),
  /** Seconds after its restart from which a gateway that does not report its new version counts as lost, which stops a roll-out in waves. */
  FIRMWARE_SILENT_S: whole(1, 86_400).default(900),
  /** Seconds after a wave of a roll-out that went well until the next one begins by itself. */
  FIRMWARE_CLEAN_S: whole(1, 604_800).default(3600),
  /** Server that takes mails: smtp://name:password@host:587 or smtps://…; without it mails lie in the folder outbox of the data folder. */
  SMTP_URL: url("smtp:", "smtps:").optional(),
  /** Who mails are from: an address, or a name and an address in angle brackets. */
  MAIL_FROM: z
    .string()
    .max(200, "must be at most 200 characters")
    .regex(
      /^(?:[^<>\p{Cc}]* ?<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      "must be an address, or like Heliograph <no-reply@example.com>",
    )
    .optional(),
  /** Inner addresses that the server may ask all the same (webhooks, push, sign-in): hosts and ports, separated by commas. None: none. */
  OUTBOUND_ALLOW: hostsAndPorts.default([]),
  /** File that the head of the certificate log of each day is added to, for instance on a disk that only grows; by default heads.jsonl beside the log's key. */
  HEADS_FILE: z.string().max(500, "must be at most 500 characters").optional(),
  /** Who else is handed the head of the certificate log of each day, by POST as JSON: somebody that the operator does not control. */
  HEADS_WEBHOOK: url("https:", "http:").optional(),
  /** Authority that stamps signed PDFs with the time (RFC 3161); without it they have no time stamp. */
  TIMESTAMP_URL: url("https:", "http:")
    .refine(hasNoPassword, "must have no name or password in it")
    .optional(),
  /** So many projects of an account, lost so near to each other and within so many minutes, are one alarm: their region was lost. */
  ALARM_REGION_PROJECTS: whole(2, 10_000).default(5),
  ALARM_REGION_KM: whole(1, 1000).default(25),
  ALARM_REGION_MINUTES: whole(1, 1440).default(10),
  /** Seconds that the end of an alarm has to hold before push, mail and webhooks tell it: what comes and goes is not told each time. */
  ALARM_ENDED_AFTER_S: whole(1, 86_400).default(300),
  /** Seconds between two mails, or pushes, to one person about records of the certificate workspace: what happens meanwhile goes together. */
  RECORD_NOTICES_EVERY_S: whole(1, 86_400).default(3600),
  /** Demo at first start: true (accounts and a simulated fleet), accounts (accounts only) or false. */
  DEMO: z.enum(["true", "accounts", "false"], "must be true, accounts or false").default("true"),
  /** Seconds between live readings of a simulated gateway. */
  SIMULATOR_INTERVAL_S: whole(1, 3600).default(10),
  /** Days of history that the simulated fleet sends after its first start. */
  SIMULATOR_BACKFILL_DAYS: whole(0, 730).default(100),
  /** Seconds after which open project lists ask again. */
  LIST_REFRESH_S: whole(5, 3600).default(60),
  /** Seconds after which open charts ask again. */
  CHART_REFRESH_S: whole(5, 3600).default(60),
  /** Tiles of maps, like https://tiles.example.com/{z}/{x}/{y}.png; none: the outlines that come with the product. */
  MAP_TILES_URL: tiles.optional(),
  /** Whom maps must name for the tiles, as their licence says; by default the host they come from. */
  MAP_TILES_ATTRIBUTION: z.string().max(200, "must be at most 200 characters").optional(),
  /** Pages of a mobile app, linked from the sign-in page; none by default. */
  APP_STORE_URL: url("https:").optional(),
  GOOGLE_PLAY_URL: url("https:").optional(),
  /** Films of the video guide: `title|https address`, several separated by `;`; none by default. */
  VIDEO_GUIDES: videos.default([]),
  /** Bank accounts of the platform that fees of certificates are paid to, one for each currency; none by default. */
  PAYMENT_ACCOUNTS: payToAccounts.default({}),
  /** Least severity that is logged, to standard error. */
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "must be fatal, error, warn, info, debug or silent",
    )
    .default("warn"),
});

/** Entries that mean something together only. */
const TOGETHER: readonly string[] = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];

/** The settings of one run, by the names of the environment. */
export type Config = z.output<typeof entries>;

/** Names of all entries, in the order of the README. */
export const CONFIG_KEYS: readonly string[] = Object.keys(entries.shape);

/** Flags of `npm start -- …` and what they set. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = { "--no-demo": { DEMO: "false" } };

/**
 * Returns the settings that the environment and the command-line flags state (flags win; an empty entry counts as
 * not set), or every fault at once, each a sentence that names the entry. Secrets are never repeated in a fault.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
): { config: Config } | { faults: string[] } {
  const known = Object.keys(FLAGS).join(", ");
  const faults = flags
    .filter((flag) => !(flag in FLAGS))
    .map((flag) => `${flag} is no flag; there is: ${known}`);
  const stated: Record<string, string> = {};
  for (const key of CONFIG_KEYS) {
    const value = environment[key]?.trim();
    if (value !== undefined && value !== "") stated[key] = value;
  }
  const missing = TOGETHER.filter((key) => stated[key] === undefined);
  if (missing.length > 0 && missing.length < TOGETHER.length) {
    faults.push(`${missing.join(" and ")} must be set too: ${TOGETHER.join(", ")} go together`);
  }
  const result = entries.safeParse(Object.assign(stated, ...flags.map((flag) => FLAGS[flag] ?? {})));
  if (result.success) return faults.length === 0 ? { config: result.data } : { faults };
  const reported = new Set<string>();
  for (const { path, message } of result.error.issues) {
    const key = String(path[0]);
    if (reported.has(key)) continue;
    reported.add(key);
    faults.push(
      /_(URL|SECRET|ISSUER|WEBHOOK)$/.test(key)
        ? `${key} ${message}`
        : `${key} is "${stated[key]}" but ${message}`,
    );
  }
  return { faults };
}

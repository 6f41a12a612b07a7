import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIG_KEYS, readConfig } from "./config.ts";

function faultsOf(environment: Record<string, string>, flags: string[] = []): string[] {
  const read = readConfig(environment, flags);
  return "faults" in read ? read.faults : [];
}

function configOf(environment: Record<string, string>, flags: string[] = []) {
  const read = readConfig(environment, flags);
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  return read.config;
}

test("an empty environment is a complete configuration", () => {
  expect(configOf({})).toMatchObject({
    PORT: 8080,
    HOST: "127.0.0.1",
    MQTT_PORT: 1883,
    PG_PORT: 54_329,
    DATA_DIR: "./data",
    ROLES: ["api", "ingest", "worker"],
    PASSWORD_MIN: 5,
    DEMO: "true",
    SIMULATOR_INTERVAL_S: 10,
  });
});

test("every fault is listed at once, in words that name the entry", () => {
  const faults = faultsOf(
    { PORT: "eighty", ROLES: "api,wrker", PASSWORD_MIN: "4", DEMO: "maybe", PUBLIC_URL: "portal.example" },
    ["--no-demo", "--verbose"],
  );
  expect(faults).toHaveLength(5);
  expect(faults.join("\n")).toMatchInlineSnapshot(`
    "--verbose is no flag; there is: --no-demo
    PORT is "eighty" but must be a whole number from 1 to 65535
    ROLES is "api,wrker" but must be one or more of api, ingest, worker, separated by commas
    PUBLIC_URL must be a URL that begins with http:// or https://
    PASSWORD_MIN is "4" but must be a whole number from 5 to 64"
  `);
});

test("R43: the authority of time stamps is an address of http or https without a password, and there is none by default", () => {
  expect(configOf({}).TIMESTAMP_URL).toBeUndefined();
  for (const TIMESTAMP_URL of ["http://tsa.example/stamp", "https://tsa.example:8443/"]) {
    expect(configOf({ TIMESTAMP_URL })).toMatchObject({ TIMESTAMP_URL });
  }
  for (const wrong of ["tsa.example", "ftp://tsa.example", "https://name:secret@tsa.example/"]) {
    const [fault = "", ...more] = faultsOf({ TIMESTAMP_URL: wrong });
    expect([fault.startsWith("TIMESTAMP_URL must "), fault.includes("secret"), more]).toEqual([
      true,
      false,
      [],
    ]);
  }
});

test("films of the video guide are titles with https addresses, at most 50, in the order given", () => {
  expect(
    configOf({ VIDEO_GUIDES: "Begin|https://films.example/1; Issue | https://films.example/2;" }),
  ).toMatchObject({
    VIDEO_GUIDES: [
      { title: "Begin", url: "https://films.example/1" },
      { title: "Issue", url: "https://films.example/2" },
    ],
  });
  const many = Array.from({ length: 51 }, (_, nth) => `Film ${nth}|https://films.example/${nth}`).join(";");
  for (const wrong of ["Begin", "Begin|http://films.example", "|https://films.example/1", many]) {
    expect(faultsOf({ VIDEO_GUIDES: wrong })).toHaveLength(1);
  }
});

test("bank accounts of the platform are one for each currency, with numbers that can be right", () => {
  const euro = "EUR|Bank of the Delta|Heliograph Ltd|DE89 3704 0044 0532 0130 00|COBADEFFXXX";
  const dollar = "USD|Bank of the Delta|Heliograph Ltd|0071000123000|BFTVVNVX";
  expect(configOf({}).PAYMENT_ACCOUNTS).toEqual({});
  expect(configOf({ PAYMENT_ACCOUNTS: `${euro}; ${dollar};` }).PAYMENT_ACCOUNTS).toEqual({
    EUR: {
      bank_name: "Bank of the Delta",
      account_name: "Heliograph Ltd",
      account_number: "DE89370400440532013000",
      swift_code: "COBADEFFXXX",
    },
    USD: {
      bank_name: "Bank of the Delta",
      account_name: "Heliograph Ltd",
      account_number: "0071000123000",
      swift_code: "BFTVVNVX",
    },
  });
  for (const wrong of [
    "EUR|Bank of the Delta",
    euro.replace("EUR", "GBP"),
    euro.replace("DE89", "DE88"),
    euro.replace("COBADEFFXXX", "COBA"),
    euro.replace("Heliograph Ltd", ""),
    `${euro};${euro}`,
  ]) {
    expect(faultsOf({ PAYMENT_ACCOUNTS: wrong }), wrong).toEqual([expect.stringContaining("IBAN or number")]);
  }
});

test("a fault never repeats the password in a connection string", () => {
  const faults = faultsOf({ DATABASE_URL: "mysql://root:hunter2@db", PUBLIC_URL: "ftp://u:hunter2@portal" });
  expect(faults).toHaveLength(2);
  expect(faults.join("\n")).not.toContain("hunter2");
});

test("an entry that is set to nothing counts as not set", () => {
  expect(configOf({ PORT: "", DATABASE_URL: "  ", HOTLINE: "" })).toEqual(configOf({}));
});

test("a flag wins over the environment", () => {
  expect(configOf({ DEMO: "true" }, ["--no-demo"]).DEMO).toBe("false");
});

test("ports beyond what a machine has are refused, not cut", () => {
  expect(faultsOf({ PORT: "65536", MQTT_PORT: "0", PG_PORT: "-1" })).toHaveLength(3);
});

test("trusted proxies are addresses or networks", () => {
  expect(configOf({ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,::1" }).TRUST_PROXY).toEqual([
    "127.0.0.1",
    "10.0.0.0/8",
    "::1",
  ]);
  expect(faultsOf({ TRUST_PROXY: "true" })).toHaveLength(1);
});

test("tiles of maps have a zoom and a place, and no part that only some servers know", () => {
  const url = "https://tiles.example.com/{z}/{x}/{y}.png?key=k";
  expect(configOf({ MAP_TILES_URL: url }).MAP_TILES_URL).toBe(url);
  for (const wrong of [
    "https://tiles.example.com/1.png",
    "https://{s}.tiles.example.com/{z}/{x}/{y}.png",
    "https://tiles.example.com/{z}/{x}/{y}{r}.png",
    "javascript:alert({x}{y}{z})",
    "/tiles/{z}/{x}/{y}.png",
  ]) {
    expect(faultsOf({ MAP_TILES_URL: wrong })).toHaveLength(1);
  }
});

const root = new URL("../../../", import.meta.url);

test(".env.example and the README list every entry, and no other, in the same order", () => {
  const example = readFileSync(new URL(".env.example", root), "utf8");
  const inExample = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, key]) => key);
  expect(inExample).toEqual(CONFIG_KEYS);
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const inReadme = [...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, key]) => key);
  expect(inReadme).toEqual(CONFIG_KEYS);
});

test("the defaults in .env.example are those of the product", () => {
  const example = readFileSync(new URL(".env.example", root), "utf8");
  const stated = Object.fromEntries(
    [...example.matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
  );
  expect(configOf(stated as Record<string, string>)).toEqual(configOf({})); // both groups match in every hit
});

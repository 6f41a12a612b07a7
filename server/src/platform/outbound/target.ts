// Where a request that leaves the server may go.
import dns from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./addresses.ts";

/** Hosts and ports ("localhost:9000", "[::1]:9000") that the operator vouches for: the rules of addresses and ports do not hold there. */
export type OutboundAllow = readonly string[];

/**
 * Why a request may not go there. `url`: it is none · `scheme`: neither http nor https · `credentials`: a name or password stands in it ·
 * `port`: one of a system service · `address`: an address that is not of the public Internet.
 */
export type OutboundRefusal = "url" | "scheme" | "credentials" | "port" | "address";

/** Ports of the web; below 1024 all others belong to services that speak something else. */
const WEB_PORTS = [80, 443];
const FIRST_FREE_PORT = 1024;

/** Host and port of the URL, as `OutboundAllow` names them: in lower case, the scheme's own port where none is named. */
export const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;

/**
 * What is wrong with the URL before its name is resolved; null: nothing. An address that is written out is judged here already, however it
 * is written (`URL` reads 0x7f000001 and 2130706433 as 127.0.0.1).
 */
export function outboundRefusal(given: string, allow: OutboundAllow): OutboundRefusal | null {
  if (!URL.canParse(given)) return "url";
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  const at = hostAndPort(url);
  if (allow.includes(at)) return null;
  const port = Number(at.slice(at.lastIndexOf(":") + 1));
  if (!WEB_PORTS.includes(port) && port < FIRST_FREE_PORT) return "port";
  const host = bare(url.hostname);
  if (isIP(host) > 0) return isPublicAddress(host) ? null : "address";
  return isInnerName(host) ? "address" : null;
}

/** An address to connect to. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * The addresses of the URL's host, asked for once: whoever connects uses these and asks no more. "address" when one of them is not of the
 * public Internet; throws the error of the resolver where the name has none. The URL has passed `outboundRefusal`.
 */
export async function resolveOnce(url: URL, allow: OutboundAllow): Promise<PinnedAddress[] | "address"> {
  const host = bare(url.hostname);
  const family = isIP(host);
  const found = family > 0 ? [{ address: host, family }] : await dns.lookup(host, { all: true });
  const isGood = allow.includes(hostAndPort(url)) || found.every(({ address }) => isPublicAddress(address));
  return isGood ? found : "address";
}

/** Without the brackets of an address of version 6. */
const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");

/** Names that mean this machine or this network wherever they are asked for (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const isInnerName = (host: string) =>
  /(^|\.)(localhost|local|internal|home\.arpa|localdomain)\.?$/.test(host) || !/[^.]\.[^.]/.test(host);

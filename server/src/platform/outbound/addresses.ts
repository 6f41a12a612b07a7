// Which addresses of the Internet protocol lie outside: the registries of special addresses of IANA (RFC 6890 and what followed it).
import { BlockList, isIP } from "node:net";

/** Addresses of version 4 that are not of the public Internet. */
const INNER_V4 = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // behind a carrier's translator
  ["127.0.0.0", 8], // this machine
  ["169.254.0.0", 16], // this link; the metadata of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocols
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // many at once
  ["240.0.0.0", 4], // reserved, and the broadcast
] as const;

/** All that is given out to the public Internet (RFC 4291, 2.4): what carries an address of version 4 lies outside of it. */
const PUBLIC_V6 = ["2000::", 3] as const;
/** And what is taken out of that. */
const INNER_V6 = [
  ["2001::", 23], // protocols; tunnels of Teredo, which carry an address of version 4
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an address of version 4
  ["3fff::", 20], // documentation
] as const;

const inner = new BlockList();
for (const [network, bits] of INNER_V4) inner.addSubnet(network, bits, "ipv4");
for (const [network, bits] of INNER_V6) inner.addSubnet(network, bits, "ipv6");
const given = new BlockList();
given.addSubnet(...PUBLIC_V6, "ipv6");

/**
 * True for an address of the public Internet. False for this machine, its link, private and reserved networks, groups, addresses of
 * version 6 that stand for one of version 4, and for what is no address or names an interface ("fe80::1%eth0").
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false;
  const version = isIP(address);
  if (version === 4) return !inner.check(address, "ipv4");
  return version === 6 && given.check(address, "ipv6") && !inner.check(address, "ipv6");
}

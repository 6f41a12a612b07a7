/**
 * What sign-ins are counted by: an IPv4 address as it is, of an IPv6 address its /64, because one line is given
 * that many addresses (RFC 6177). IPv4 written as IPv6 counts as IPv4; what is no address counts as itself.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const plain = address.replace(/%.*$/, "");
  if (!plain.includes(":")) return address;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  const network = [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * Maximum length of a client name in characters. Longer names are truncated, because clients or proxies choose them and the service stores
 * them.
 */
const MOST_TEXT = 64;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns the network that counts as one client: an IPv4 address, or the 64-bit network of an IPv6 address, because one customer usually
 * has that whole network. Text that is not an IP address is returned unchanged, because a proxy may identify clients in another way.
 */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!/^[0-9a-f:]*:[0-9a-f:.]*$/.test(plain)) return plain.slice(0, MOST_TEXT);
  const [before = '', after] = plain.split('::');
  const head = groupsOf(before);
  const tail = groupsOf(after ?? '');
  const zeros = after === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** Splits a part of an IPv6 address into groups; an IPv4 address at its end counts as two groups. */
function groupsOf(part: string): string[] {
  return part.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]));
}

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 networks (address and prefix length) that are not part of the public internet or have a special use, from IANA's registry of
 * special-purpose addresses.
 */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The link-local network. It contains the metadata services of cloud providers, to which this service must not send requests that
  // strangers have chosen.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // A public address that the cloud provider Azure uses for services to its own virtual machines.
  ['168.63.129.16', 32],
  ['224.0.0.0', 3],
];
/** Special-purpose IPv6 networks within 2000::/3. Networks whose addresses contain an IPv4 address (6to4, Teredo) are included. */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const specialV4 = new BlockList();
for (const [network, bits] of SPECIAL_V4) specialV4.addSubnet(network, bits, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, bits] of SPECIAL_V6) specialV6.addSubnet(network, bits, 'ipv6');

/**
 * Whether a text is an IP address of the public internet. False for private, loopback, link-local, multicast and reserved addresses, for
 * IPv6 addresses that contain an IPv4 address, and for text that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

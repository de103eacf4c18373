import { expect, test } from 'bun:test';
import { isPublicAddress } from '../../../../src/platform/net/is-public-address.ts';

test('addresses of the public internet are public', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '2606:4700:4700::1111', '2a00:1450::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('private, local, reserved and embedded addresses are not', () => {
  const v4 = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.170', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ];
  const v6 = [
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
    ...['2001::1', '2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::', '3fff::1', '4000::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
    ...['fe80::1%eth0', '2606:4700:4700::1111%1', 'fec0::1', 'ff02::1'],
  ];
  for (const address of [...v4, ...v6, '', 'localhost', '127.1', '2130706433', '0x7f000001'])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

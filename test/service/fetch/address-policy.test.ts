import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressPolicy } from '../../../src/service/fetch/address-policy.js';

const closed = addressPolicy({ allowPrivateNetworks: false });
const open = addressPolicy({ allowPrivateNetworks: true });

describe('addressPolicy', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])(
    'allows %s',
    (ip) => {
      expect(closed(ip)).toBeNull();
      expect(open(ip)).toBeNull();
    },
  );

  it.each([
    ['127.0.0.1', 'a loopback address'],
    ['127.8.8.8', 'a loopback address'],
    ['::1', 'a loopback address'],
    ['10.1.2.3', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['192.168.1.1', 'a private address'],
    ['100.64.0.1', 'a private address'],
    ['fc00::1', 'a private address'],
    ['::ffff:10.0.0.1', 'a private address'],
    ['::ffff:0:127.0.0.1', 'a loopback address'],
    ['64:ff9b::7f00:1', 'a loopback address'],
    ['64:ff9b:1::a00:1', 'a private address'],
    ['2002:7f00:1::', 'a loopback address'],
    ['2002:c0a8:101::1', 'a private address'],
    // Teredo carries the client's address inverted: 80ff:fefe is 127.0.1.1.
    ['2001:0:4136:e378:8000:63bf:80ff:fefe', 'a loopback address'],
  ])('refuses %s unless private networks are allowed', (ip, reason) => {
    expect(closed(ip)).toBe(reason);
    expect(open(ip)).toBeNull();
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:100.100.100.200',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('refuses the metadata address %s whatever is allowed', (ip) => {
    expect(closed(ip)).toMatch(/metadata/);
    expect(open(ip)).toMatch(/metadata/);
  });

  it.each([
    '0.0.0.0',
    '::',
    '169.254.1.1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '2001:db8::1',
    '100::1',
    '2001:20::1',
    '5f00::1',
    // IPv4-compatible and unassigned space, which ipaddr.js calls unicast.
    '::7f00:1',
    '::a00:1',
    '4000::1',
    'localhost',
    '',
  ])('refuses %s whatever is allowed', (ip) => {
    expect(closed(ip)).not.toBeNull();
    expect(open(ip)).not.toBeNull();
  });

  it('reads any IPv4 address the same through every form that carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const inverse = [a, b, c, d].map((byte) => byte ^ 0xff);
        const [ia = 0, ib = 0, ic = 0, id = 0] = inverse;
        const teredo = `${((ia << 8) | ib).toString(16)}:${((ic << 8) | id).toString(16)}`;
        for (const form of [
          `::ffff:${ip}`,
          `64:ff9b::${ip}`,
          `2002:${high}:${low}::1`,
          `2001:0:1:2:3:4:${teredo}`,
        ]) {
          expect(closed(form)).toBe(closed(ip));
          expect(open(form)).toBe(open(ip));
        }
      }),
    );
  });
});

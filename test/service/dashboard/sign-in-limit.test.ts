import { expect, it } from 'vitest';
import { SignInLimit } from '../../../src/service/dashboard/pages/sign-in.js';
import { ManualClock } from '../../support/clock.js';

it.each([
  ['a network of IPv6, where one client has many addresses', '2001:db8:1:2::', '2001:db8:1:3::1'],
  ['an address of IPv4', '192.0.2.7', '192.0.2.8'],
  ['an address of IPv4 in IPv6', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
])('the wrong keys from %s are counted together', (_, client, other) => {
  const limit = new SignInLimit(new ManualClock());
  const address = (at: number) => (client.endsWith('::') ? `${client}${at.toString(16)}` : client);
  for (let at = 1; at <= 10; at += 1) limit.noteFailure(address(at));
  expect(() => limit.noteFailure(address(11))).toThrow('Too many wrong keys');
  expect(() => limit.noteFailure(other)).not.toThrow();
});

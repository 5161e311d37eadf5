import { expect, it } from 'vitest';
import { usedFrom } from '../../../src/service/http/used-from.js';

it.each([
  ['feedctl/0.1.0', '192.0.2.77', 'feedctl 0.1.0 from 192.0.2.x'],
  ['curl/8.5.0', '::ffff:10.1.2.3', 'curl 8.5.0 from 10.1.2.x'],
  ['Mozilla/5.0 (X11; Linux x86_64)', '2001:db8:12:34::5', 'a browser from 2001:db8:12::/48'],
  ['reader', '::1', 'reader on this machine'],
  ['reader', '', 'reader on this machine'],
  ['<script>', 'nonsense', 'a program from an unknown address'],
  [undefined, '127.0.0.1', 'a program on this machine'],
])('shows the program of %s and the network of %s only', (userAgent, address, words) => {
  expect(usedFrom(userAgent, address)).toBe(words);
});

import { DAY, HOUR } from '../../../src/service/core/durations.js';
import type { Manners } from './publisher.js';

const day = (count: number) => count * DAY;
const FOREVER = day(1000);

/** Everything that publishers do, good and bad; the simulated web is made of these in turns. */
export const MANNERS: readonly Manners[] = [
  { name: 'plain', every: 20 * HOUR },
  { name: 'often', every: 5 * HOUR, window: 12 },
  { name: 'etag', every: 30 * HOUR, validators: 'etag' },
  { name: 'etag, silent', every: 45 * DAY, validators: 'etag' },
  { name: 'last-modified', every: 28 * HOUR, validators: 'last-modified' },
  { name: 'silent', every: 45 * DAY },
  { name: 'edited', every: 18 * HOUR, editsEvery: 3 },
  { name: 'edited, with etag', every: 26 * HOUR, editsEvery: 2, validators: 'etag' },
  { name: 'restless', every: 22 * HOUR, isRestless: true },
  { name: 'flapping replicas', every: 21 * HOUR, flaps: true },
  { name: 'oldest first', every: 19 * HOUR, listsOldestFirst: true },
  { name: 'wrong charset', every: 24 * HOUR, charset: 'iso-8859-1' },
  { name: 'wrong wide charset', every: 25 * HOUR, charset: 'utf-16' },
  { name: 'guids change', every: 20 * HOUR, guidsChangeAt: day(12) },
  { name: 'guids repeat, one in fifty', every: 12 * HOUR, window: 50, guidRepeatsEvery: 50 },
  { name: 'guids repeat, one in three', every: 20 * HOUR, guidRepeatsEvery: 3 },
  { name: 'moves', every: 24 * HOUR, movesAt: day(9) },
  { name: 'moves, with etag', every: 32 * HOUR, movesAt: day(14), validators: 'etag' },
  { name: 'ttl', every: 6 * HOUR, ttlMinutes: 60 * 60 },
  { name: 'max-age', every: 8 * HOUR, maxAgeSeconds: 72 * 3600 },
  { name: 'skip hours', every: 10 * HOUR, skipHours: [0, 1, 2, 3, 4, 5, 22, 23] },
  {
    name: '404 for three days',
    every: 20 * HOUR,
    troubles: [{ from: day(5), to: day(8), answer: { status: 404 } }],
  },
  {
    name: '404 for good',
    every: 20 * HOUR,
    troubles: [{ from: day(0.5), to: FOREVER, answer: { status: 404 } }],
  },
  {
    name: '410 for good',
    every: 24 * HOUR,
    troubles: [{ from: day(7), to: FOREVER, answer: { status: 410 } }],
  },
  {
    name: '410, and back',
    every: 24 * HOUR,
    troubles: [{ from: day(4), to: day(13), answer: { status: 410 } }],
  },
  {
    name: 'asks for patience',
    every: 20 * HOUR,
    troubles: [
      { from: day(6), to: day(9), answer: { status: 429, retryAfterSeconds: 7200 } },
      { from: day(16), to: day(18), answer: { status: 429, retryAfterSeconds: 86_400 } },
    ],
  },
  {
    name: 'overloaded',
    every: 20 * HOUR,
    troubles: [{ from: day(10), to: day(11), answer: { status: 503 } }],
  },
  {
    name: 'faulty',
    every: 22 * HOUR,
    validators: 'etag',
    troubles: [
      { from: day(3), to: day(4), answer: { status: 500 } },
      { from: day(20), to: day(26), answer: { status: 502 } },
    ],
  },
  {
    name: 'hangs',
    every: 24 * HOUR,
    troubles: [{ from: day(8), to: day(11), answer: 'hang', times: 2 }],
  },
];

import { expect, it } from 'vitest';
import { ACCOUNT_FIELDS, KEY_FIELDS, LIMIT_FIELDS } from '../../src/resources/account.js';
import { BUNDLE_FIELDS } from '../../src/resources/bundle.js';
import { FEED_FIELDS } from '../../src/resources/feed.js';
import { having } from '../../src/resources/field.js';
import {
  FORMATS,
  isMessageFormat,
  MAX_TEMPLATE_LENGTH,
  MESSAGE_FORMATS,
} from '../../src/resources/message-formats.js';
import {
  describeSetting,
  SERVE_SETTINGS,
  SERVICE_SETTINGS,
  writtenSetting,
} from '../../src/resources/operator.js';
import { sampleOf } from '../../src/resources/shown.js';
import { ATTEMPT_FIELDS, DELIVERY_FIELDS, WEBHOOK_FIELDS } from '../../src/resources/webhook.js';

/** What is true of fields, and their numbers: the names that have each, such as `own: interval`. */
function factsOf(tables: readonly Readonly<Record<string, object>>[]): string[] {
  const names = new Map<string, string[]>();
  const note = (fact: string, name: string) => names.set(fact, [...(names.get(fact) ?? []), name]);
  for (const [name, row] of tables.flatMap((table) => Object.entries(table))) {
    for (const [fact, value] of Object.entries(row as Readonly<Record<string, unknown>>)) {
      if (fact === 'sample') continue;
      if (typeof value === 'boolean') note(`${fact} ${value}`, name);
      if (typeof value === 'number' || Array.isArray(value)) note(fact, `${name} ${value}`);
    }
  }
  return [...names].map(([fact, all]) => `${fact}: ${all.join(', ')}`).sort();
}

it('fields of feeds and bundles', () => {
  expect(factsOf([FEED_FIELDS, BUNDLE_FIELDS])).toMatchInlineSnapshot(`
    [
      "none false: full_text",
      "none: steps ",
      "own true: interval, quiet_hours, full_text, max_age, filters, mode, from, selectors, render, steps, access, filters",
      "published true: customAuthor, max_age",
    ]
  `);
});

it('fields of accounts, keys and webhooks', () => {
  const tables = [LIMIT_FIELDS, ACCOUNT_FIELDS, KEY_FIELDS];
  expect(
    factsOf([...tables, WEBHOOK_FIELDS, DELIVERY_FIELDS, ATTEMPT_FIELDS]),
  ).toMatchInlineSnapshot(`
    [
      "hidden true: listens_until, last_attempt_at, test, request",
      "optional true: template, headers, kind, max_items, listens_until",
      "range: requests_per_minute 1,100000, burst 1,100000, feeds 0,10000000, concurrent_creations 1,1000",
      "rank: requests_per_minute 6, feeds 5, id 1, name 2, enabled 3, feeds 4, created_at 7, id 1, name 2, read_only 7, created_at 4, last_used_at 3, last_used_from 6, expires_at 8, revoked_at 5, id 1, name 3, url 2, format 5, scope 4, enabled 3, failing_since 6, last_success_at 7, id 2, created_at 1, status 3, attempts 6, feed_title 3.5, webhook_name 3.6, last_status 5, last_duration_ms 7, last_error 4, next_attempt_at 8",
    ]
  `);
});

it('limits and defaults of the settings of the operator', () => {
  expect(factsOf([SERVE_SETTINGS, SERVICE_SETTINGS])).toMatchInlineSnapshot(`
    [
      "choices: role all,api,worker",
      "default: port 7410, databasePool 10, databaseStatementTimeoutMs 30000, hostIntervalMs 1000, hostConcurrency 2, globalConcurrency 160, maxBodyBytes 10000000, refreshSlots 128, refreshFloorMs 300000, refreshCeilingMs 3600000, requestsPerDay 36, cacheBytes 67108864, keepItems 500, keepDeliveriesMs 2592000000, keepHistoryMs 7776000000",
      "least: leaseMs 1000, maxBodyBytes 1048576",
      "most: databasePool 1000, leaseMs 3600000, globalConcurrency 1000, maxBodyBytes 268435456, refreshSlots 1000, refreshCeilingMs 604800000, requestsPerDay 1440, cacheBytes 68719476736, keepItems 5000, defaultRequestsPerMinute 100000, defaultFeeds 10000000, defaultConcurrentCreations 1000",
    ]
  `);
});

it('formats of messages, with how many an update becomes and how fast they are sent', () => {
  expect(MESSAGE_FORMATS).toEqual(Object.keys(FORMATS).filter((name) => name !== 'standard'));
  expect([isMessageFormat('slack'), isMessageFormat('standard'), isMessageFormat('x')]).toEqual([
    ...[true, false, false],
  ]);
  expect(FORMATS.template).toMatchObject({ limits: { messages: 1 } });
  expect(MAX_TEMPLATE_LENGTH).toBe(16_384);
});

it('fields that have some facts, and a sample of those that have one', () => {
  const fields = {
    a: { ...FEED_FIELDS.title, own: true },
    b: FEED_FIELDS.title,
    c: { ...FEED_FIELDS.title, own: true, published: true },
  } as const;
  expect(having(fields, { own: true })).toEqual(['a', 'c']);
  expect(having(fields, { own: true, published: true })).toEqual(['c']);
  expect(sampleOf({ a: { kind: 'text', sample: null }, b: { kind: 'text' } })).toEqual({ a: null });
});

it.each([
  ['duration', 90_000, '90s'],
  ['age', 86_400_000, '1d'],
  ['count', 5, '5'],
  ['size', 0, '0'],
  ['size', 1024 ** 3, '1GB'],
  ['size', 64 * 1024 ** 2, '64MB'],
  ['size', 2_000_000, '2MB'],
  ['text', 'as it is', 'as it is'],
] as const)('a value of the kind %s, %s, is written %s', (kind, value, written) => {
  expect(writtenSetting({ kind }, value)).toBe(written);
  const setting = { name: 'FEEDCTL_X', kind, doc: 'what', group: 'New accounts' } as const;
  expect(describeSetting(setting)).toBe('what');
  expect(describeSetting({ ...setting, default: value })).toBe(`what; default ${written}`);
});

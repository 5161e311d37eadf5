import { expect, it } from 'vitest';
import {
  describeSetting,
  OPERATOR_SETTINGS,
  type OperatorSetting,
  writtenSetting,
} from '../../src/resources/operator.js';

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

it('has the defaults and limits that operators rely on', () => {
  const says = (setting: OperatorSetting, fact: 'default' | 'least' | 'most') => {
    const value = setting[fact];
    return value === undefined ? [] : [`${fact} ${writtenSetting(setting, value)}`];
  };
  const lines = OPERATOR_SETTINGS.flatMap((setting) => {
    const facts = (['default', 'least', 'most'] as const).flatMap((fact) => says(setting, fact));
    return facts.length === 0 ? [] : [[setting.name.replace('FEEDCTL_', ''), facts.join(', ')]];
  });
  expect(Object.fromEntries(lines)).toMatchInlineSnapshot(`
    {
      "CACHE_BYTES": "default 64MB, most 64GB",
      "CONCURRENT_REQUESTS": "default 160, most 1000",
      "DATABASE_POOL": "default 10, most 1000",
      "DATABASE_STATEMENT_TIMEOUT": "default 30s",
      "DEFAULT_CONCURRENT_CREATIONS": "most 1000",
      "DEFAULT_FEEDS": "most 10000000",
      "DEFAULT_REQUESTS_PER_MINUTE": "most 100000",
      "HOST": "default 127.0.0.1",
      "HOST_CONCURRENCY": "default 2",
      "HOST_INTERVAL": "default 1s",
      "KEEP_DELIVERIES": "default 30d",
      "KEEP_HISTORY": "default 90d",
      "KEEP_ITEMS": "default 500, most 5000",
      "LEASE": "least 1s, most 1h",
      "MAX_BODY": "default 10MB, least 1MB, most 256MB",
      "PORT": "default 7410",
      "REFRESH_CEILING": "default 1h, most 7d",
      "REFRESH_FLOOR": "default 5m",
      "REFRESH_SLOTS": "default 128, most 1000",
      "REQUESTS_PER_DAY": "default 36, most 1440",
      "ROLE": "default all",
    }
  `);
});

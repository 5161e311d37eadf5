import { expect, it } from 'vitest';
import { FEED_FIELDS } from '../../src/resources/feed.js';
import { having } from '../../src/resources/field.js';
import {
  FORMATS,
  isMessageFormat,
  MAX_TEMPLATE_LENGTH,
  MESSAGE_FORMATS,
} from '../../src/resources/message-formats.js';
import { describeSetting, writtenSetting } from '../../src/resources/operator.js';
import { sampleOf } from '../../src/resources/shown.js';

it('formats of messages: all but the standard one', () => {
  expect(MESSAGE_FORMATS).toEqual(Object.keys(FORMATS).filter((name) => name !== 'standard'));
  const names = ['slack', 'standard', 'x'];
  expect(names.filter((name) => isMessageFormat(name))).toEqual(['slack']);
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

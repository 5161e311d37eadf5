import { expect, it } from 'vitest';
import { redact } from '../../../src/service/webhooks/redact.js';
import { OVERLAP_MS, secretsAt } from '../../../src/service/webhooks/secrets.js';

const slack = {
  url: 'https://hooks.slack.com/services/T0TEAM/B0BOT/abcdef?key=query1',
  format: 'slack',
  headers: null,
} as const;
const plain = { url: 'https://a.test/hooks/secret', format: null, headers: null };

it.each([
  [
    'the address of a chat',
    slack,
    `POST ${slack.url} failed`,
    'POST https://hooks.slack.com/••• failed',
  ],
  ['its parts', slack, 'no abcdef, no query1', 'no •••, no •••'],
  ['no parts that all have', slack, 'services, Services', 'services, Services'],
  ['no parts of five letters', slack, 'B0BOT', 'B0BOT'],
  ['parts of six letters', slack, 'T0TEAM', '•••'],
  ['no address of a program', plain, plain.url, plain.url],
  ['a chat without its format', { ...slack, format: null }, 'abcdef', '•••'],
])('%s', (_, webhook, text, expected) => {
  expect(redact(text, webhook).replaceAll(/\*+|•+/g, '•••')).toBe(expected);
});

it('the address as it is requested', () => {
  const webhook = { ...slack, url: 'https://HOOKS.slack.com/services/T0TEAM/B0BOT/abcdef' };
  const shown = redact('https://hooks.slack.com/services/T0TEAM/B0BOT/abcdef', webhook);
  expect(shown).not.toContain('B0BOT');
});

it('values of headers, whole and in words of six letters, the longest first', () => {
  const headers = JSON.stringify({ authorization: 'Bearer abcdef', x: 'abcdefgh', y: 'short' });
  const masked = redact('Bearer abcdef; abcdefgh; Bearer; short', { ...plain, headers });
  expect(masked.replaceAll(/\*+|•+/g, '•••')).toBe('•••; •••; •••; short');
});

it('a delivery is signed with the secret before for a day', () => {
  expect(OVERLAP_MS).toBe(86_400_000);
  const rotated = { secret: 'new', previous_secret: 'old', previous_secret_until: 5 };
  expect(secretsAt(rotated, 4)).toEqual(['new', 'old']);
  expect(secretsAt(rotated, 5)).toEqual(['new']);
  expect(secretsAt({ ...rotated, previous_secret: null }, 4)).toEqual(['new']);
  expect(secretsAt({ ...rotated, previous_secret_until: null }, 0)).toEqual(['new']);
});

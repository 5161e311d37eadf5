import { expect, it } from 'vitest';
import {
  FORMATS,
  isMessageFormat,
  MAX_TEMPLATE_LENGTH,
  MESSAGE_FORMATS,
  WEBHOOK_FORMATS,
} from '../../src/resources/message-formats.js';

it('formats of messages: all but the standard one', () => {
  expect(MESSAGE_FORMATS).toEqual(Object.keys(FORMATS).filter((name) => name !== 'standard'));
  const names = ['slack', 'standard', 'x'];
  expect(names.filter((name) => isMessageFormat(name))).toEqual(['slack']);
  expect(MAX_TEMPLATE_LENGTH).toBe(16_384);
});

it('messages of one update, and the milliseconds between two, by format', () => {
  const limits = WEBHOOK_FORMATS.map((name) => [name, Object.values(FORMATS[name].limits)]);
  expect(Object.fromEntries(limits)).toEqual({
    standard: [1, 0],
    apprise: [5, 1000],
    discord: [5, 2000],
    googlechat: [5, 1000],
    ntfy: [5, 1000],
    slack: [5, 1000],
    teams: [5, 1000],
    telegram: [5, 3000],
    template: [1, 0],
  });
});

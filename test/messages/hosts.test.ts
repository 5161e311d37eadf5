import { expect, it } from 'vitest';
import { chatFormat, recognisedServices } from '../../src/messages/hosts.js';

it.each([
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://discord.com/api/webhooks/1/t', 'discord'],
  ['https://discord.com/api/webhooks/1/t/slack', 'slack'],
  ['https://chat.example.com/hooks/slack', null],
])('%s takes messages of %s', (address, format) => {
  expect(chatFormat(new URL(address))).toBe(format);
});

it('names the services whose addresses tell the format', () => {
  expect(recognisedServices()).toMatch(/^\w[\w ]*(?:, \w[\w ]*)+ and \w[\w ]*$/);
  for (const name of ['Slack', 'Discord', 'ntfy', 'Telegram']) {
    expect(recognisedServices().split(/, | and /)).toContain(name);
  }
});

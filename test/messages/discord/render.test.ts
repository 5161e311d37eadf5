import { expect, it } from 'vitest';
import { testAnswers, testSizes } from '../chat-tests.js';
import { addressProblem, expectParts, first } from '../updates.js';
import { answers } from './answers.js';

testAnswers('discord', answers);

testSizes('discord', {
  parts: {
    content: 427,
    embeds: 1,
    title: 255,
    url: 21,
    description: 466,
    timestamp: 24,
    name: 100,
    parse: 0,
  },
  long: [8717, 8717, 8717, 8717, 8730],
  short: [985, 985, 985, 985, 999],
  limits: { messages: 5, intervalMs: 2000 },
});

it('shows what an item has, and nothing that it lacks', () => {
  expectParts('discord', {
    whole: {
      embeds: [
        {
          title: 'Two \\* \\<b\\> \\(changed\\)',
          url: 'https://example.com/1',
          description: 'A text\\.',
          timestamp: '2026-01-15T12:00:00.000Z',
          author: { name: 'Ann, Bo' },
          thumbnail: { url: 'https://example.com/1.png' },
        },
      ],
    },
    bare: { embeds: [{ title: 'Bare' }] },
  });
});

it('posts to the current version of the interface', () => {
  expect(first('discord', 'https://discord.com/api/webhooks/1/t?thread_id=2')?.url).toBe(
    'https://discord.com/api/v10/webhooks/1/t?thread_id=2&wait=true',
  );
  expect(first('discord', 'https://discord.com/api/v9/webhooks/1/t')?.url).toBe(
    'https://discord.com/api/v9/webhooks/1/t?wait=true',
  );
});

it('refuses an address that is no webhook', () => {
  expect(addressProblem('discord', 'https://discord.com/channels/1/2')).toMatch(/Copy Webhook URL/);
});

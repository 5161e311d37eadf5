import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Item, sampleEvent } from '../../src/contract/index.js';
import { otherFormat } from '../../src/messages/hosts.js';
import { headline, makeUpdate, updateOf } from '../../src/messages/update.js';
import { FORMATS } from '../../src/resources/message-formats.js';
import { CHAT_NAMES, type ChatName, messageProblem } from '../fakes/chats.js';
import { anyText } from '../support/any-text.js';
import { runs } from '../support/property-runs.js';
import { webAddress } from '../support/web-address.js';
import { addressProblem, bodies, FEED, item, update } from './updates.js';

it('shows the words that differ in a change of a page, a line each', () => {
  const url = 'https://example.com/#feedctl-change-1';
  const description_html =
    '<p><strong>Lamp</strong></p><p><del>20</del><ins>25</ins> EUR</p><p><ins>Only\tthis  week</ins></p>';
  const [shown] = update([item({ url, description_html })]).items;
  expect(shown?.text).toBe('Lamp: [20 → 25] EUR\n+ Only this week');
});

function numbered(count: number, fields: (number: number) => Partial<Item> = () => ({})): Item[] {
  return Array.from({ length: count }, (_, index) =>
    item({
      url: `https://example.com/${index + 1}`,
      title: `Title ${index + 1}.`,
      ...fields(index + 1),
    }),
  );
}

const HOSTILE = [
  '<!channel> <@U123> <https://evil.example|click>',
  '@everyone <@&1> ||spoiler|| ```code``` [x](https://evil.example) \\',
  '<b>bold</b> <script>alert(1)</script> &amp; &lt; "quotes" \'single\'',
  '‮desrever​ \u0000\u0007\u001b[31m red\r\n\ttab',
  '{{#items}}{{{title}}}{{/items}}',
  '𝕌nicode 👩‍👩‍👧‍👦 \ud800 lone',
];

/** Texts as hostile feeds have them, of any length. */
const text = fc.oneof(
  anyText({ maxLength: 400 }),
  fc.constantFrom(...HOSTILE),
  fc.constantFrom(...HOSTILE).map((one) => one.repeat(100)),
  fc.constantFrom('&'.repeat(3000), '*'.repeat(3000), 'ü'.repeat(5000), '<'.repeat(600)),
);
const url = fc.oneof(
  webAddress(),
  fc.constantFrom(
    '',
    'javascript:alert(1)',
    'https://example.com/a|b>c<d"e\'f(g)h*i_j~k`l\\m',
    `https://example.com/?${'&'.repeat(1400)}`,
    `https://example.com/${'x'.repeat(5000)}`,
    'https://example.com/ä ö?q=ü',
  ),
);
const anyItem = fc.record({
  url,
  title: text,
  description_text: text,
  description_html: fc.constant(''),
  thumbnail: fc.option(url),
  date_published: fc.constantFrom(null, '2026-01-15T12:00:00.000Z', 'not a date'),
  authors: fc.array(fc.record({ name: text }), { maxLength: 3 }),
});

describe.each(CHAT_NAMES)('messages for %s', (chat) => {
  it('keep the documented limits, whatever is in the items', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1, maxLength: 30 }),
        fc.array(anyItem, { maxLength: 5 }),
        text,
        (added, changed, title) => {
          const of = makeUpdate('evt_1', { ...FEED, title }, { added, changed });
          const messages = bodies(chat, of);
          expect(messages.length).toBeLessThanOrEqual(FORMATS[chat].limits.messages);
          expect(messages.map((body) => messageProblem(chat, body))).toEqual(
            messages.map(() => null),
          );
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('show every item, or count it at the end', () => {
    for (const count of [1, 2, 9, 30, 49, 100]) {
      const long = numbered(count, () => ({ description_text: 'word '.repeat(200) }));
      const messages = bodies(chat, update(long));
      const all = messages.map((body) => JSON.stringify(body));
      const shown = long.filter(({ url: address }) =>
        all.some((one) => new RegExp(`${address.replaceAll('/', '\\\\?/')}(?!\\d)`).test(one)),
      );
      const more = Number(/and (\d+) more/.exec(all.at(-1) ?? '')?.[1] ?? 0);
      expect(shown.length + more).toBe(count);
      expect(all.slice(0, -1).join('')).not.toContain('and ');
    }
  });

  it('are the same every time, so that a retry continues where it stopped', () => {
    const of = update(numbered(100, () => ({ description_text: 'x'.repeat(500) })));
    expect(bodies(chat, of)).toEqual(bodies(chat, of));
    expect(bodies(chat, of).length).toBeGreaterThan(1);
  });

  it('say what changed, and name the feed', () => {
    const text = JSON.stringify(bodies(chat, update([item()], [item({ title: 'Old' })])));
    expect(text).toMatch(/Example/);
    expect(text).toMatch(/1 new, 1 changed/);
    expect(text).toMatch(/Old.{0,40}\(changed/);
  });

  it('are one message without links for an item that has only a text', () => {
    const bare = item({ url: 'javascript:alert(1)', title: '', description_text: 'Only a text' });
    const messages = bodies(chat, update([bare]));
    expect(messages).toHaveLength(1);
    expect(JSON.stringify(messages)).toContain('Only a text');
    expect(JSON.stringify(messages)).not.toContain('javascript:');
  });
});

it('says how many items are new and how many changed, and else the feed', () => {
  const says = (added: Item[], changed: Item[]) => headline(update(added, changed));
  expect(says([item()], [])).toBe(`${FEED.title}: 1 new`);
  expect(says([], [item(), item()])).toBe(`${FEED.title}: 2 changed`);
  expect(says([], [])).toBe(FEED.title);
});

describe('an item', () => {
  it.each<[string, Partial<Item>, object]>([
    ['its text', { title: '', description_text: 'Only this' }, { title: 'Only this', text: '' }],
    [
      'the start of its text',
      { title: '', description_text: 'long '.repeat(60) },
      { title: `${'long '.repeat(24).trim().slice(0, 119)}…`, text: '' },
    ],
    ['its address', { title: '', description_text: '' }, { title: 'https://example.com/1' }],
    ['nothing', { title: '', description_text: '', url: '' }, { title: 'Untitled', url: '' }],
    [
      'its title',
      { description_text: 'Title and more', date_published: null },
      { title: 'Title', text: 'Title and more', date: '', image: '' },
    ],
    [
      'its title, with a date and an image',
      { date_published: '2026-01-15T12:00:00.000Z', thumbnail: 'https://example.com/i.png' },
      { date: '2026-01-15T12:00:00.000Z', image: 'https://example.com/i.png' },
    ],
  ])('is called by %s', (_, fields, shown) => {
    expect(update([item(fields)]).items[0]).toMatchObject(shown);
  });

  it('has an address up to 1500 characters, and five authors', () => {
    const url = `https://example.com/${'x'.repeat(1480)}`;
    const authors = 'abcdef'.split('').map((name) => ({ name }));
    expect(update([item({ url, authors })]).items).toMatchObject([
      { url, author: 'a, b, c, d, e' },
    ]);
    expect(update([item({ url: `${url}x` }), item({ url: 'https://' })]).items).toMatchObject([
      { url: '' },
      { url: '' },
    ]);
  });
});

describe('recipients', () => {
  it('have an example that is right, and is of no other service', () => {
    for (const name of CHAT_NAMES) {
      expect(addressProblem(name, FORMATS[name].example) ?? null).toBeNull();
      expect(otherFormat(name, new URL(FORMATS[name].example))).toBeNull();
    }
  });

  it('of another service are recognised', () => {
    const other = (chat: ChatName, address: string) => otherFormat(chat, new URL(address));
    expect(other('slack', 'https://discord.com/api/webhooks/1/t')).toBe('discord');
    expect(other('slack', 'https://discord.com/api/webhooks/1/t/slack')).toBeNull();
    expect(other('discord', 'https://hooks.slack.com/services/T/B/x')).toBe('slack');
    expect(other('ntfy', 'https://api.telegram.org/bot1:T/sendMessage')).toBe('telegram');
    expect(other('slack', 'https://chat.example.com/hooks/x')).toBeNull();
    expect(otherFormat('template', new URL('https://hooks.slack.com/services/T/B/x'))).toBeNull();
  });
});

describe('a list that is lost or found again', () => {
  it.each([
    ['list_lost', 'the page changed, and its list is lost'],
    ['list_found', 'the list of the page is found again'],
  ] as const)('is a line in every chat: %s', (type, says) => {
    for (const chat of CHAT_NAMES) {
      const [body, ...others] = bodies(chat, updateOf(sampleEvent('evt_1', type)));
      expect(others).toEqual([]);
      expect(JSON.stringify(body)).toContain(`Sample feed: ${says}`);
      expect(messageProblem(chat, body)).toBeNull();
    }
  });
});

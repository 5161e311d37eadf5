import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedSummary, type Item, sampleEvent } from '../../src/contract/index.js';
import { otherFormat } from '../../src/messages/hosts.js';
import { RENDERERS } from '../../src/messages/renderers.js';
import { makeUpdate, type Update, updateOf } from '../../src/messages/update.js';
import { FORMATS } from '../../src/resources/message-formats.js';
import { type ChatName, MESSAGE_SCHEMAS, messageProblem } from '../fakes/chats/limits.js';
import { anyText } from '../support/any-text.js';
import { runs } from '../support/property-runs.js';
import { webAddress } from '../support/web-address.js';

const CHATS = Object.keys(MESSAGE_SCHEMAS) as ChatName[];

const FEED: FeedSummary = {
  id: 'a1B2c3D4e5F6g7H8',
  title: 'Example <News> & *more*',
  description: '',
  icon: '',
  source_url: 'https://example.com/news',
  rss_feed_url: 'https://feeds.example.com/feeds/a1B2c3D4e5F6g7H8.xml',
  is_active: true,
};

function item(fields: Partial<Item> = {}): Item {
  return {
    url: 'https://example.com/1',
    title: 'Title',
    description_text: 'Text of the item.',
    description_html: '',
    thumbnail: null,
    date_published: '2026-01-15T12:00:00.000Z',
    authors: [],
    ...fields,
  };
}

function update(added: Item[], changed: Item[] = []): Update {
  return makeUpdate('evt_1', FEED, { added, changed });
}

it('shows the changed lines of a page, a line each', () => {
  const description_text = 'Lamp:\nRemoved: 20 EUR\nAdded: 25 EUR\nAdded: Only\tthis  week';
  const [shown] = update([item({ description_text })]).items;
  expect(shown?.text).toBe('Lamp:\nRemoved: 20 EUR\nAdded: 25 EUR\nAdded: Only this week');
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

function bodies(chat: ChatName, of: Update): object[] {
  return RENDERERS[chat].render(of, { url: null }).map(({ body }) => body);
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

describe.each(CHATS)('messages for %s', (chat) => {
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

describe('an item', () => {
  const whole = item({
    title: 'Two * <b>',
    description_text: 'A text.',
    thumbnail: 'https://example.com/1.png',
    authors: [{ name: 'Ann' }, { name: 'Bo' }],
  });
  const bare = item({ url: '', title: 'Bare', description_text: '', date_published: null });
  const parts: [ChatName, object, object][] = [
    [
      'discord',
      {
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
      { embeds: [{ title: 'Bare' }] },
    ],
    [
      'telegram',
      {
        text: expect.stringMatching(
          /\n\n<a href="https:\/\/example.com\/1">Two \* &lt;b&gt;<\/a> \(changed\) · Ann, Bo\nA text\.$/,
        ),
        link_preview_options: { is_disabled: false },
      },
      { text: expect.stringMatching(/\n\nBare$/) },
    ],
    [
      'ntfy',
      {
        message: 'Two * <b> (changed)\nA text.\nhttps://example.com/1',
        click: 'https://example.com/1',
      },
      { message: 'Bare' },
    ],
    ['apprise', { body: 'Two * <b> (changed)\nA text.\nhttps://example.com/1' }, { body: 'Bare' }],
    [
      'slack',
      {
        text: 'Example &lt;News&gt; &amp; *more*: Two * &lt;b&gt;',
        blocks: [
          expect.anything(),
          richText(
            { type: 'link', url: 'https://example.com/1', text: 'Two * <b>' },
            { type: 'text', text: ' (changed) · Ann, Bo\nA text.' },
          ),
        ],
      },
      { blocks: [expect.anything(), richText({ type: 'text', text: 'Bare' })] },
    ],
    [
      'teams',
      card(
        { text: '[Two \\* \\<b\\> \\(changed\\)](https://example.com/1)' },
        { text: 'Ann, Bo · A text\\.', isSubtle: true },
      ),
      card({ text: 'Bare' }),
    ],
  ];
  it.each(parts)('for %s has what it has, and nothing that it lacks', (chat, full, empty) => {
    expect(bodies(chat, update([], [whole]))).toMatchObject([full]);
    const [body] = bodies(chat, update([bare]));
    expect(body).toMatchObject(empty);
    expect(JSON.stringify(body)).not.toMatch(
      /"(?:description|author|thumbnail|timestamp)"|Bare\\n|· /,
    );
  });

  it('alone is where ntfy leads to; of several, the feed', () => {
    expect(bodies('ntfy', update([bare]))[0]).not.toHaveProperty('click');
    expect(bodies('ntfy', update([item(), item()]))[0]).toHaveProperty('click', FEED.source_url);
    expect(bodies('telegram', update([item(), item()]))[0]).toMatchObject({
      link_preview_options: { is_disabled: true },
    });
    expect(bodies('slack', update([item(), item()]))[0]).toHaveProperty(
      'text',
      'Example &lt;News&gt; &amp; *more*: 2 new',
    );
  });

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
      { description_text: 'Title and more' },
      { title: 'Title', text: 'Title and more' },
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

function richText(...elements: object[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** A card of Teams with these blocks below its headline. */
function card(...blocks: object[]) {
  return { attachments: [{ content: { body: [expect.anything(), ...blocks] } }] };
}

describe('recipients', () => {
  const of = update([item()]);
  const first = (chat: ChatName, address: string) =>
    RENDERERS[chat].render(of, { url: address })[0];

  it('of Telegram and ntfy are in the body, not in the address', () => {
    expect(
      first(
        'telegram',
        'https://api.telegram.org/bot1:T/sendMessage?chat_id=-100&message_thread_id=3',
      ),
    ).toMatchObject({
      url: 'https://api.telegram.org/bot1:T/sendMessage',
      body: { chat_id: '-100', message_thread_id: '3' },
    });
    expect(first('ntfy', 'https://ntfy.example.com/alerts')).toMatchObject({
      url: 'https://ntfy.example.com/',
      body: { topic: 'alerts' },
    });
    expect(first('apprise', 'http://apprise/notify?urls=mailto://a')).toMatchObject({
      url: 'http://apprise/notify',
      body: { urls: 'mailto://a' },
    });
  });

  it('at Discord get the current version of the interface', () => {
    expect(first('discord', 'https://discord.com/api/webhooks/1/t?thread_id=2')?.url).toBe(
      'https://discord.com/api/v10/webhooks/1/t?thread_id=2&wait=true',
    );
    expect(first('discord', 'https://discord.com/api/v9/webhooks/1/t')?.url).toBe(
      'https://discord.com/api/v9/webhooks/1/t?wait=true',
    );
  });

  it('that cannot be right are refused', () => {
    const problem = (chat: ChatName, address: string) =>
      RENDERERS[chat].addressProblem?.(new URL(address));
    expect(problem('telegram', 'https://api.telegram.org/bot1:T/sendMessage')).toMatch(/chat_id/);
    expect(problem('telegram', 'https://api.telegram.org/')).toMatch(/sendMessage/);
    expect(problem('ntfy', 'https://ntfy.sh/')).toMatch(/topic/);
    expect(problem('discord', 'https://discord.com/channels/1/2')).toMatch(/Copy Webhook URL/);
    expect(problem('apprise', 'https://apprise.example.com/')).toMatch(/notify/);
    for (const name of CHATS) expect(problem(name, FORMATS[name].example) ?? null).toBeNull();
  });

  it('of Slack have no markup that a source could write', () => {
    const hostile = '*b* _i_ `c` ~s~ https://evil.example <!channel> a & b';
    const [message] = bodies('slack', update([item({ title: hostile })]));
    expect(message).toMatchObject({
      mrkdwn: false,
      blocks: [
        {},
        {
          type: 'rich_text',
          elements: [
            {
              elements: [
                { type: 'link', url: 'https://example.com/1', text: hostile },
                { type: 'text', text: '\nText of the item.' },
              ],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(message)).not.toContain('"type":"mrkdwn"');
  });

  it('of another service are recognised', () => {
    const other = (chat: ChatName, address: string) => otherFormat(chat, new URL(address));
    expect(other('slack', 'https://discord.com/api/webhooks/1/t')).toBe('discord');
    expect(other('slack', 'https://discord.com/api/webhooks/1/t/slack')).toBeNull();
    expect(other('discord', 'https://hooks.slack.com/services/T/B/x')).toBe('slack');
    expect(other('ntfy', 'https://api.telegram.org/bot1:T/sendMessage')).toBe('telegram');
    expect(other('slack', 'https://chat.example.com/hooks/x')).toBeNull();
    expect(otherFormat('template', new URL('https://hooks.slack.com/services/T/B/x'))).toBeNull();
    for (const name of CHATS) expect(other(name, FORMATS[name].example)).toBeNull();
  });
});

describe('a list that is lost or found again', () => {
  it.each([
    ['list_lost', 'the page changed, and its list is lost'],
    ['list_found', 'the list of the page is found again'],
  ] as const)('is a line in every chat: %s', (type, says) => {
    for (const chat of CHATS) {
      const [body, ...others] = bodies(chat, updateOf(sampleEvent('evt_1', type)));
      expect(others).toEqual([]);
      expect(JSON.stringify(body)).toContain(`Sample feed: ${says}`);
      expect(messageProblem(chat, body)).toBeNull();
    }
  });
});

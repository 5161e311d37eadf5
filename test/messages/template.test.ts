import { describe, expect, it } from 'vitest';
import { template, templateProblem } from '../../src/messages/template.js';
import { makeUpdate } from '../../src/messages/update.js';

const FEED = {
  id: 'a1B2c3D4e5F6g7H8',
  title: 'News',
  source_url: 'https://example.com/',
  rss_feed_url: 'https://feeds.example.com/a.xml',
};

function update(count: number, title = 'Title', text = 'Text') {
  const added = Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/${index}`,
    title: `${title} ${index}`,
    description_text: text,
    description_html: '',
    thumbnail: null,
    date_published: null,
    authors: [],
  }));
  return makeUpdate('evt_1', FEED, { added, changed: [] });
}

function rendered(source: string, of = update(2)): unknown {
  return template.render(of, { url: null, template: source })[0]?.body;
}

const LIST =
  '{"text":"{{headline}}","items":[{{#items}}{"t":"{{title}}","new":{{is_new}}}{{^last}},{{/last}}{{/items}}],"more":{{more}}}';

describe('a template', () => {
  it('makes JSON of an update', () => {
    expect(templateProblem(LIST)).toBeNull();
    expect(rendered(LIST)).toEqual({
      text: 'News: 2 new',
      items: [
        { t: 'Title 0', new: true },
        { t: 'Title 1', new: true },
      ],
      more: 0,
    });
  });

  it('has all fields of the feed and of each list', () => {
    const { items, ...one } = update(3);
    const mixed = {
      ...one,
      items: items.map((item, index) =>
        index === 2 ? { ...item, change: 'changed' as const } : item,
      ),
      ...{ newItems: 2, changedItems: 1 },
    };
    const each =
      '{{title}}{{#first}}<{{/first}}{{#last}}>{{/last}}{{#is_new}}N{{/is_new}}{{#is_changed}}C{{/is_changed}} ';
    const lists = ['items', 'items_new', 'items_changed'].map(
      (name) => `"${name}":"{{#${name}}}${each}{{/${name}}}"`,
    );
    const facts =
      '{{id}} {{feed.id}} {{feed.title}} {{feed.url}} {{feed.rss_url}} {{count}} {{count_new}} {{count_changed}}';
    expect(rendered(`{"facts":"${facts}",${lists.join(',')}}`, mixed)).toEqual({
      facts: `evt_1 ${FEED.id} News ${FEED.source_url} ${FEED.rss_feed_url} 3 2 1`,
      items: 'Title 0<N Title 1N Title 2>C ',
      items_new: 'Title 0<N Title 1>N ',
      items_changed: 'Title 2<>C ',
    });
  });

  it('cannot be left by a remote text', () => {
    const hostile = '"}],"admin":true,"x":[{"y":"\\ {{title}} {{{title}}} </script>';
    expect(rendered(LIST, update(1, hostile))).toEqual({
      text: 'News: 1 new',
      items: [{ t: `${hostile} 0`, new: true }],
      more: 0,
    });
  });

  it('has a bounded output: items that do not fit are counted', () => {
    const wide = `{"items":[{{#items}}"${'{{text}}'.repeat(50)}"{{^last}},{{/last}}{{/items}}],"more":{{more}}}`;
    const body = rendered(wide, update(100, 'T', 'x'.repeat(5000)));
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(64 * 1024);
    const { items, more } = body as { items: string[]; more: number };
    expect(items.length).toBe(1);
    expect(more).toBe(99);
  });

  it('makes up to 65536 characters', () => {
    const source = (length: number) => `{"text":"${'x'.repeat(length - 12)}{{more}}"}`;
    expect(JSON.stringify(rendered(source(65_536)))).toHaveLength(65_536);
    expect(() => rendered(source(65_537))).toThrow('more than 65536 characters without any item');
  });

  it('shows the start of what is no JSON', () => {
    const text = (length: number) => 'x'.repeat(length);
    expect(() => rendered(text(120))).toThrow(`object: ${text(120)} (between`);
    expect(() => rendered(text(121))).toThrow(`object: ${text(120)}… (between`);
    expect(() => template.render(update(1), { url: null })).toThrow('JSON object');
  });

  it('may have 16384 characters, and a field of the feed inside a list', () => {
    const source = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect([source(16_384).length, templateProblem(source(16_384))]).toEqual([16_384, null]);
    expect(templateProblem('{"a":[{{^items}}1{{/items}}{{#more}}2{{/more}}]}')).toBeNull();
    expect(templateProblem('{"a":[{{#more}}"{{title}}"{{/more}}]}')).toMatch(/unknown field/);
  });

  const problems: [string, RegExp][] = [
    ['', /is empty/],
    [
      '{"text":"{{titel}}"}',
      /unknown field \{\{titel\}\}.*Fields: id, headline, .*inside a list also title/,
    ],
    ['{"text":"{{title}}"}', /unknown field \{\{title\}\}.*use it inside \{\{#items\}\}/],
    ['{"text":"{{constructor}}"}', /unknown field/],
    ['{"text":"{{feed.secret}}"}', /unknown field/],
    ['{"text":"{{{headline}}}"}', /escaped for JSON/],
    ['{"text":"{{&headline}}"}', /escaped for JSON/],
    ['{"text":"{{>other}}"}', /partials/],
    ['{{=<% %>=}}{"text":"<%headline%>"}', /partials and other delimiters/],
    ['{"text":"{{headline}"}', /cannot be parsed/],
    ['{"text":"{{#items}}{{title}}"}', /cannot be parsed/],
    ['{"a":[{{#items}}{{#items}}1{{/items}}{{/items}}]}', /inside/],
    ['{"a":"{{items}}"}', /which is a list/],
    ['{"a":[{{#items}}"{{title}}",{{/items}}]}', /JSON object.*\{\{\^last\}\}/],
    ['just text {{headline}}', /JSON object/],
    ['"{{headline}}"', /JSON object/],
    [`{"a":"${'x'.repeat(20_000)}"}`, /16384 characters/],
  ];
  it.each(problems)('is refused: %s', (source, problem) => {
    expect(templateProblem(source)).toMatch(problem);
  });
});

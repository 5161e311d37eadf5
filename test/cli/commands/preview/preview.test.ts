import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preview } from '../../../../src/cli/commands/preview/preview.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { refusal } from '../../../support/api-error.js';
import { doubtfulPage } from '../../../support/doubtful-page.js';
import { type LoopbackServer, startServer } from '../../../support/loopback-server.js';
import { Sandbox } from '../../../support/sandbox.js';

const STORIES = [
  'Rain over the harbour',
  'New bridge opened',
  'Library stays open',
  'Fair returns',
];
const LIST = `<main><ul>${STORIES.map(
  (title, n) =>
    `<li class="story"><h2><a href="/news/2026/story-${n}">${title}</a></h2>
     <time datetime="2026-03-0${n + 1}">March</time><p class="more">About ${n}.</p></li>`,
).join('')}</ul></main>`;
const PAGE = `<!doctype html><title>The Harbour News</title>${LIST}`;
const FEED = `<rss version="2.0"><channel><title>By feed</title>
  <item><title>One</title><link>https://example.com/1</link></item></channel></rss>`;
const ALTERNATE = '<link rel="alternate" type="application/rss+xml" href="/both/feed.xml">';

const TOPICS = `<div class="side box"><ul id="it's">${[1, 2, 3, 4, 5]
  .map((n) => `<li><a href="/topic/${n}">Topic of the week ${n}</a></li>`)
  .join('')}</ul></div>`;

/** The words of a command as a shell reads them. */
function shellWords(command: string): string[] {
  const output = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

let site: LoopbackServer;
beforeAll(async () => {
  const documents: Readonly<Record<string, string>> = {
    '/news': PAGE,
    '/two-lists': `${PAGE}${TOPICS}`,
    '/both': `${ALTERNATE}${PAGE}`,
    '/both/feed.xml': FEED,
    '/places': `<title>Town</title><main><ul>${['Town library', 'Old mill', 'The harbour']
      .map((name, n) => `<li><h3><a href="/places/p-${n}">${name}</a></h3><p>Of the town.</p></li>`)
      .join('')}</ul></main>`,
    '/doubtful': doubtfulPage('Rain \u001b[31mgardens'),
    '/article': `<title>One story</title><article><h1>One</h1>${'<p>Words. '.repeat(80)}</article>`,
  };
  site = await startServer((request, response) => {
    const document = documents[request.url ?? ''];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.writeHead(document === undefined ? 404 : 200).end(document);
  });
});
afterAll(() => site.close());

interface Shown {
  title: string;
  url: string;
  date_published: string | null;
}

describe('feedctl preview', () => {
  it('warns of a list that is not certain, as the creation of a feed does', async () => {
    const sandbox = new Sandbox();
    const url = `${site.origin}/places`;
    const { stderr } = await sandbox.run(['preview', url]);
    const [warning = ''] = /confidence [1-4]\d %\)\. .*$/m.exec(stderr) ?? [];
    expect(warning).toContain(`To choose another list: feedctl preview ${url} --pick`);
    expect((await sandbox.run(['feeds', 'create', '--url', url])).stderr).toContain(warning);
    const certain = await sandbox.run(['feeds', 'create', '--url', `${site.origin}/news`]);
    expect(certain.stderr).not.toContain('--pick');
  });

  it('shows the items of a page, and stores nothing', async () => {
    const sandbox = new Sandbox();
    const { code, stdout, stderr } = await sandbox.run([
      'preview',
      `${site.origin}/news`,
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(
      STORIES.map((title, n) => ({
        title,
        url: `${site.origin}/news/2026/story-${n}`,
        date_published: `2026-03-0${n + 1}T00:00:00.000Z`,
      })),
    );
    expect(stderr).toBe(
      '4 items of "The Harbour News", from the page.\n' +
        `To create this feed: feedctl feeds create --url ${site.origin}/news\n`,
    );
    expect(sandbox.hasDatabase()).toBe(false);
  });

  it.each([
    ['jsonl', /^\{"url":"http.*\}\n\{/],
    ['csv', /^url,title,.*\r?\n/],
    ['id', /^http:\/\/127.0.0.1:\d+\/news\/2026\/story-0\nhttp/],
    ['table', /^PUBLISHED\tTITLE\t/],
  ])('prints %s', async (format, expected) => {
    const { stdout } = await new Sandbox().run(['preview', `${site.origin}/news`, '-o', format]);
    expect(stdout).toMatch(expected);
  });

  it('reads the feed of a page, or the page when that is asked for', async () => {
    const sandbox = new Sandbox();
    const { stderr } = await sandbox.run(['preview', `${site.origin}/both`]);
    expect(stderr).toContain(`1 item of "By feed", from the feed ${site.origin}/both/feed.xml.\n`);
    const page = await sandbox.json('preview', `${site.origin}/both`, '--from', 'html');
    expect((page as Shown[]).map(({ title }) => title)).toEqual(STORIES);
    const refused = await sandbox.run(['preview', `${site.origin}/news`, '--from', 'feed']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('is a page that leads to no feed');
  });

  it('reads a file and standard input without any request', async () => {
    const sandbox = new Sandbox();
    const file = join(sandbox.home, 'page.html');
    writeFileSync(file, `${ALTERNATE}${PAGE}`);
    const before = site.requests.length;
    const address = ['--page-url', `${site.origin}/sub/page`];
    const items = (await sandbox.json('preview', file, ...address)) as Shown[];
    expect(items.map(({ url }) => url)).toContain(`${site.origin}/news/2026/story-0`);
    const piped = await sandbox.run(['preview', '-', '--json'], { input: FEED });
    expect(JSON.parse(piped.stdout)).toMatchObject([{ title: 'One' }]);
    expect(site.requests.length).toBe(before);
    const bare = await sandbox.run(['preview', '-', '-o', 'id'], { input: PAGE });
    expect(bare.stdout).toContain('https://page.invalid/news/2026/story-0\n');
    expect(bare.stderr).toContain('Relative addresses were resolved against');
  });

  it('explains in JSON', async () => {
    const shown = await new Sandbox().json('preview', `${site.origin}/news`, '--explain');
    expect(shown).toMatchObject({
      title: 'The Harbour News',
      from: 'page',
      rendered: false,
      items: STORIES.map((title) => ({ title })),
      explanation: {
        strategy: 'records',
        confidence: expect.any(Number),
        evidence: [
          expect.stringMatching(/^4 records at /),
          expect.stringMatching(/^titles by the rules: "Rain over .*; second best: >li: /),
          'dates at time',
        ],
        runners_up: expect.any(Array),
        considered: expect.arrayContaining([
          expect.objectContaining({ score: expect.any(Number), parts: expect.any(Object) }),
        ]),
        rejected: expect.any(Array),
        rule: { version: 1, strategy: 'records' },
      },
    });
  });

  it('explains to a person, a page without a list too', async () => {
    const sandbox = new Sandbox();
    const found = await sandbox.output('preview', `${site.origin}/news`, '--explain');
    expect(found).toMatch(/strategy\trecords\n/);
    expect(found).toMatch(/Sets of records in the page\nSCORE\tRECORDS/);
    expect(found).toMatch(/\b(?:links?|records?|words|items|addresses)\b[^\n]* -?\d\.\d\d/);
    const none = await sandbox.run(['preview', `${site.origin}/article`, '--explain']);
    expect(none.code).toBe(5);
    expect(none.stdout).toMatch(/strategy\tnone\n/);
    expect(none.stderr).toMatch(/looks like a list of items/);
    const hint = await sandbox.run(['preview', `${site.origin}/article`]);
    expect(hint.stderr).toContain(`feedctl preview ${site.origin}/article --explain`);
  });

  it('names the list of a page that it did not take, and the command that takes it', async () => {
    const sandbox = new Sandbox();
    for (const words of [['preview'], ['feeds', 'create']]) {
      const refused = await sandbox.run([...words, `${site.origin}/doubtful`]);
      expect(refused.code).toBe(5);
      expect(refused.stderr).toContain(
        'Its most likely list has 4 items: "Rain gardens", "Roof terraces in the city", "Paths through old parks", …',
      );
      const command = /To take this list: (feedctl .*)/.exec(refused.stderr)?.[1] ?? '';
      const [, ...again] = shellWords(command);
      expect(again).toEqual([...words, `${site.origin}/doubtful`, '--select', 'items=li.project']);
      const taken = await sandbox.run([...again, '--json']);
      expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining('Roof terraces')]);
    }
    const other = new Sandbox();
    const refused = await other.run(['feeds', 'create', `${site.origin}/doubtful`, '--json']);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: {
        errors: [{ list: { items: 4, selectors: { items: 'li.project' } } }],
        hint: expect.stringContaining('--select items=li.project'),
      },
    });
  });

  it('lists the lists of a page to choose from', async () => {
    const address = `${site.origin}/two-lists`;
    const lists = await new Sandbox().json('preview', address, '--pick');
    expect(lists).toMatchObject([
      { list: 'winner', items: 4, titles: STORIES.slice(0, 3) },
      { list: 'runner-up', items: 5, titles: [1, 2, 3].map((n) => `Topic of the week ${n}`) },
    ]);
    const refused = await new Sandbox().run(['preview', address, '--pick']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`feedctl preview ${address} --pick --json`);
    const both = await new Sandbox().run(['preview', address, '--pick', '--select', 'items=li']);
    expect(both.code).toBe(2);
  });

  it('ends an explanation with commands that give the lists again', async () => {
    const sandbox = new Sandbox();
    const address = `${site.origin}/two-lists`;
    const shown = await sandbox.json('preview', address, '--explain');
    const { items, next_steps } = shown as {
      items: Shown[];
      next_steps: { lists: { list: string; items: number; preview: string; create: string }[] };
    };
    const { lists } = next_steps;
    expect(lists.map(({ list }) => list)).toEqual(['winner', 'runner-up']);
    const titles: string[][] = [];
    for (const { preview, create, items: count } of lists) {
      const [, ...words] = shellWords(preview);
      const again = (await sandbox.json(...words)) as Shown[];
      expect(again).toHaveLength(count);
      titles.push(again.map(({ url }) => url));
      const account = new Sandbox();
      const feed = (await account.json(...shellWords(create).slice(1))) as { items: Shown[] };
      expect(feed.items.map(({ url }) => url)).toEqual(titles.at(-1));
    }
    expect(titles[0]).toEqual(items.map(({ url }) => url));
    expect(titles[1]).toEqual([1, 2, 3, 4, 5].map((n) => `${site.origin}/topic/${n}`));

    const text = await sandbox.output('preview', address, '--explain');
    for (const { preview, create } of lists) {
      expect(text).toContain(`\n${preview}\n${create}\n`);
    }
  });

  it('takes the address of a feed: link', async () => {
    const sandbox = new Sandbox();
    const shown = await sandbox.json('preview', `feed:${site.origin}/news`);
    expect(shown).toEqual(await sandbox.json('preview', `${site.origin}/news`));
  });

  it('takes the same --select as feeds create, which keeps to it', async () => {
    const sandbox = new Sandbox();
    const select = ['--select', 'items=li.story', '--select', 'title=p.more'];
    const shown = (await sandbox.json('preview', `${site.origin}/news`, ...select)) as Shown[];
    expect(shown.map(({ title }) => title)).toEqual(STORIES.map((_, n) => `About ${n}.`));
    const made = await sandbox.json('feeds', 'create', '--url', `${site.origin}/news`, ...select);
    expect(made).toMatchObject({ items: shown.map(({ title, url }) => ({ title, url })) });
  });

  it('and feeds create refuse CSS that is none, and store nothing', async () => {
    const sandbox = new Sandbox();
    const args = ['feeds', 'create', '--url', `${site.origin}/news`, '--select', 'items=li['];
    const { code, stderr } = await sandbox.run(args);
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringContaining('selectors.items is not a CSS selector'),
    });
    expect(await sandbox.json('feeds', 'list')).toEqual([]);
  });

  it.each([
    [['preview', 'no/such/file.html'], 2, /File not found: no\/such\/file\.html/],
    [['preview', '.'], 2, /it is a directory/],
    [['preview', 'https://x.test', '--page-url', 'https://y.test'], 2, /not with an address/],
    [
      ['preview', '-', '--page-url', 'ftp://y.test'],
      2,
      /"ftp:\/\/y\.test" is not an http or https address/,
    ],
    [['preview', '-', '--explain', '-o', 'csv'], 2, /--explain prints a table or JSON, not csv/],
    [['preview', '-', '--select', 'items=li['], 5, /selectors\.items is not a CSS selector/],
    [['preview', 'http://127.0.0.1:2/'], 5, /127\.0\.0\.1:2 refused the connection/],
  ])('%j ends with %i', async (args, code, message) => {
    const run = await new Sandbox().run(args, { input: PAGE });
    expect(run.stderr).toMatch(message);
    expect(run.code).toBe(code);
    expect(run.stdout).toBe('');
  });
});

/** What is shown of the answer to a preview, and noted of it. */
async function shown(
  facts: object | Error,
  typed: object = {},
  { source = 'a.example', format = 'table', fields = undefined as string | undefined } = {},
) {
  const [out, notes, doing]: [unknown[], string[], string[]] = [[], [], []];
  const say = async (...values: unknown[]) => void out.push(values[0]);
  const answer = {
    ...{ title: 'T', description: '', icon: '', from: 'page', poll_url: 'https://a.example/' },
    ...{ rendered: false, items: [{ url: 'https://a.example/1' }], failure: null, note: null },
    ...{ explanation: null, confidence: null, ...facts },
  };
  const ask = async () => (facts instanceof Error ? Promise.reject(facts) : answer);
  const context = {
    globals: { fields },
    output: { format, rows: say, say, record: say, value: say },
    notes: { note: async (text: string) => void notes.push(text) },
    streams: { stdin: { isTerminal: false, readBytes: async () => Buffer.from('DOC') } },
    client: async () => ({ preview: ask, detectService: async () => ({ version: '1' }) }),
    during(label: string, work: () => unknown) {
      doing.push(label);
      return work();
    },
  } as unknown as Context;
  const options = { pageUrl: undefined, explain: false, pick: false, ...typed };
  await preview.run(context, { source }, options);
  return { out, notes, doing };
}

const CREATE = 'To create this feed: feedctl feeds create --url https://a.example';

describe('a preview at a terminal', () => {
  const source = 'https://a.example';

  it.each([
    [{}, `1 item of "T", from the page.`],
    [{ rendered: true }, '1 item of "T", from the page, opened in a browser.'],
    [{ from: 'feed' }, '1 item of "T", from the feed https://a.example/.'],
    [{ items: [], dropped: [] }, '0 items (0 dropped by the filters) of "T", from the page.'],
    [{ note: 'By the way.' }, '1 item of "T", from the page.', 'By the way.'],
  ])('with %j says %s', async (facts, ...notes) => {
    expect((await shown(facts, {}, { source })).notes).toEqual([...notes, CREATE]);
  });

  it('shows what filters hide after the other items', async () => {
    const items = [{ url: 'https://a.example/1' }];
    const dropped = [{ url: 'https://a.example/2' }];
    expect((await shown({ items, dropped })).out).toEqual([items, '', dropped]);
    expect((await shown({ items, dropped: [] })).out).toEqual([items]);
    expect((await shown({ items, dropped }, {}, { format: 'json' })).out).toEqual([
      [...items, ...dropped],
    ]);
  });

  it('says that it looks for a feed only where it does', async () => {
    const label = async (typed: object, from = source) =>
      (await shown({}, typed, { source: from })).doing;
    const [plain, searched] = [`Reading ${source}`, `Reading ${source} and looking for its feed`];
    expect(await label({})).toEqual([searched]);
    expect(await label({ from: 'auto' })).toEqual([searched]);
    expect(await label({ from: 'html' })).toEqual([plain]);
    expect(await label({ select: { items: 'li' } })).toEqual([plain]);
    expect(await label({}, '-')).toEqual(['Reading -']);
  });

  it('names --page-url for relative addresses, and passes it on', async () => {
    const items = [{ url: 'https://page.invalid/1' }];
    expect((await shown({ items }, {}, { source: '-' })).notes.at(-1)).toContain('--page-url');
    const pageUrl = 'https://b.example/';
    const { notes } = await shown({ confidence: 0.1 }, { pageUrl }, { source: '-' });
    expect(notes).toEqual([
      expect.stringContaining('1 item'),
      expect.stringContaining(`feedctl preview - --page-url ${pageUrl} --pick`),
      `To create this feed: feedctl feeds create --url ${pageUrl}`,
    ]);
  });

  it('explains with the items above, where there are any', async () => {
    const explain = { explain: true };
    const found = await shown({}, explain, { source });
    expect(found.out.slice(0, 2)).toEqual([[{ url: 'https://a.example/1' }], '']);
    const nothing = await shown({ items: [] }, explain, { source });
    expect(nothing.out[0]).toMatchObject({ title: 'T' });
    const json = await shown({}, explain, { source, format: 'json' });
    expect(json.out).toMatchObject([{ title: 'T', next_steps: { lists: [] } }]);
    const fields = shown({}, explain, { fields: 'title' });
    await expect(fields).rejects.toThrow('--explain cannot be combined with --fields.');
  });
});

describe('a preview without items', () => {
  const hint = 'To see what was considered: feedctl preview a.example --explain';
  const failure = { code: 'NO_ITEMS_FOUND', message: 'None.' };

  it('ends with 5, and leads to the explanation unless that is there', async () => {
    const error = { code: 'NO_ITEMS_FOUND', message: 'None.', exitCode: 5 };
    await expect(shown({ failure })).rejects.toMatchObject({ ...error, hint });
    const explained = shown({ failure }, { explain: true });
    await expect(explained).rejects.toMatchObject({ ...error, hint: undefined });
  });

  it.each(['NO_ITEMS_FOUND', 'NEEDS_JAVASCRIPT'])('says so for the answer %s', async (code) => {
    const refused = shown(refusal({ status: 422, codes: [code] }));
    await expect(refused).rejects.toMatchObject({ code, exitCode: 5, hint });
  });

  it('passes on what is of another kind, or has a list to take', async () => {
    const other = refusal({ status: 422, codes: ['OTHER'] });
    await expect(shown(other)).rejects.toBe(other);
    const broken = new TypeError('x');
    await expect(shown(broken)).rejects.toBe(broken);
    const list = { items: 4, titles: [], selectors: { items: 'li' } };
    const errors = [{ title: 'None.', code: 'NO_ITEMS_FOUND', list }];
    const errorBody = { message: 'None.', statusCode: 422, errors };
    const doubtful = refusal({ status: 422, codes: ['NO_ITEMS_FOUND'], errorBody });
    await expect(shown(doubtful)).rejects.toBe(doubtful);
  });
});

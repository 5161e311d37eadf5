import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, noSandbox } from '../support/chromium.js';
import { doubtfulPage } from '../support/doubtful-page.js';
import { type LoopbackServer, startServer } from '../support/loopback-server.js';
import { Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const STORIES = [
  'Rain over the harbour',
  'New bridge opened',
  'Library stays open',
  'Fair returns',
];
const LIST = `<main><ul>${STORIES.map(
  (title, n) =>
    `<li><h2><a href="/news/2026/story-${n}">${title}</a></h2>
     <time datetime="2026-03-0${n + 1}">March</time><p class="more">About ${n}.</p></li>`,
).join('')}</ul></main>`;
const TOPICS = `<ul id="topics">${[1, 2, 3, 4, 5]
  .map((n) => `<li><a href="/topic/${n}">Topic of the week ${n}</a></li>`)
  .join('')}</ul>`;

/** The words of a command as a shell reads them. */
function shellWords(command: string): string[] {
  const output = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

let site: LoopbackServer;
beforeAll(async () => {
  const documents: Readonly<Record<string, string>> = {
    '/two-lists': `<!doctype html><title>The Harbour News</title>${LIST}${TOPICS}`,
    '/doubtful': doubtfulPage('Rain \u001b[31mgardens'),
    '/shell': `<title>App</title><div id="root"></div><script>
      fetch('/list').then((r) => r.text()).then((t) => { root.innerHTML = t; });</script>`,
    '/list': LIST,
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
}

describe('feedctl preview', () => {
  it('asks on a terminal whether to take that list', async () => {
    const sandbox = new Sandbox();
    const address = `${site.origin}/doubtful`;
    const declined = new Terminal(sandbox, ['feeds', 'create', address], { columns: 200 });
    await declined.shows(/4 items: "Rain gardens", "Roof terraces in the city"/);
    await declined.shows(/Take this list\?/);
    declined.type('n\r');
    await declined.shows(/Follow the changes of its text instead/);
    declined.type('n\r');
    expect(await declined.ended).toBe(5);
    expect(declined.text()).toMatch(/To take this list: feedctl feeds create http\S+ --select/);
    expect(declined.screen).not.toContain('\u001b[31mgardens');

    const taken = new Terminal(sandbox, ['feeds', 'create', address], { columns: 200 });
    await taken.shows(/Take this list\?/);
    taken.type('y\r');
    expect(await taken.ended).toBe(0);
    const feeds = await sandbox.json('feeds', 'list');
    expect(feeds).toMatchObject([{ selectors: { items: 'li.project' } }]);
  });

  it('prints the command for the list that is chosen on a terminal', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['preview', `${site.origin}/two-lists`, '--pick'], {
      columns: 200,
    });
    await terminal.shows(/Topic of the week 2/);
    terminal.type('\u001b[B\r');
    expect(await terminal.ended).toBe(0);
    const command = /feedctl feeds create .*/.exec(terminal.text())?.[0] ?? '';
    const [, ...words] = shellWords(command);
    const created = await sandbox.run([...words, '--json']);
    expect(created.code).toBe(0);
    expect(JSON.parse(created.stdout).items.map(({ title }: Shown) => title)).toContain(
      'Topic of the week 5',
    );
  });

  it('opens a page in a browser when it is empty without, and says how when there is none', async () => {
    const url = `${site.origin}/shell`;
    const without = await new Sandbox().run(['preview', url]);
    expect(without.stderr).toMatch(/Set FEEDCTL_BROWSER to the path of a Chromium/);
    const sandbox = new Sandbox({
      FEEDCTL_BROWSER: await chromiumPath(),
      ...(noSandbox && { FEEDCTL_BROWSER_NO_SANDBOX: '1' }),
    });
    const { code, stdout, stderr } = await sandbox.run(['preview', url, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Shown[]).map(({ title }) => title)).toEqual(STORIES);
    expect(stderr).toContain('4 items of "App", from the page, opened in a browser.\n');

    const made = (await sandbox.json('feeds', 'create', '--url', url)) as { id: string };
    expect(made).toMatchObject({ items: STORIES.map((title) => ({ title })) });
    expect(await sandbox.json('refresh', made.id)).toMatchObject([{ outcome: 'unchanged' }]);
  });
});

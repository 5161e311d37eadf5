import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostedDialect } from '../fakes/hosted-dialect.js';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const ENTER = '\r';
const DOWN = '\u001b[B';
const UP = '\u001b[A';

let sources: SourceServer;
let news: string;

beforeAll(async () => {
  sources = await startSourceServer();
  news = sources.publish('/news.xml', { title: 'News', items: numberedItems(7) });
});
afterAll(() => sources.close());

/** Waits until every question is drawn before it is answered: keys typed earlier may be lost. */
async function answer(terminal: Terminal, question: string | RegExp, keys: string): Promise<void> {
  await terminal.shows(question);
  terminal.type(keys);
}

describe('feeds create at a terminal, without a source', () => {
  it('asks, shows the first items, and says which command would have done the same', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['feeds', 'create'], { columns: 120 });
    await answer(terminal, 'What is the source of the feed?', ENTER);
    await answer(terminal, 'Address:', `example${ENTER}`);
    await answer(terminal, '"example" is not an address.', `\u0015${news}${ENTER}`);
    await terminal.shows('  - item number 0');
    await terminal.shows('  … and 2 more');
    await answer(terminal, 'Put it in a bundle (--bundle)?', `${UP}${ENTER}`);
    await answer(terminal, 'Name of the bundle:', `My mornings${ENTER}`);
    expect(await terminal.ended).toBe(0);
    const command = `feedctl feeds create --url ${news} --bundle 'My mornings'`;
    expect(terminal.text()).toContain(`The same command without questions: ${command}`);
    expect(await sandbox.json('feeds', 'list')).toMatchObject([{ title: 'News' }]);
    const bundles = await sandbox.json('bundles', 'list');
    expect(bundles).toMatchObject([{ name: 'My mornings', feeds: { length: 1 } }]);

    // And it does: nothing new is made by it.
    const again = await sandbox.run(['feeds', 'create', '--url', news, '--bundle', 'My mornings']);
    expect(again.code).toBe(0);
    expect(await sandbox.json('bundles', 'list')).toEqual(bundles);
  });

  it('asks again for an address nothing can be made of', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['feeds', 'create', '--bundle', 'All'], {
      columns: 120,
    });
    await answer(terminal, 'What is the source of the feed?', ENTER);
    await answer(terminal, 'Address:', `${sources.origin}/nothing${ENTER}`);
    await terminal.shows('Warning:');
    await answer(terminal, /Warning:.*What is the source of the feed\?/s, ENTER);
    await answer(terminal, /Warning:.*Address:/s, `${news}${ENTER}`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).not.toContain('Put it in a bundle');
    expect(await sandbox.json('bundles', 'list')).toMatchObject([{ name: 'All' }]);
  });

  it('finds an edition by the name of its country, for a service elsewhere', async () => {
    const hosted = await startHostedDialect();
    try {
      const bundle = hosted.state().addBundle({ name: 'Mornings' });
      const sandbox = new Sandbox(hosted.variables);
      const terminal = new Terminal(sandbox, ['feeds', 'create'], { columns: 120 });
      await answer(terminal, 'What is the source of the feed?', `${DOWN}${ENTER}`);
      await answer(terminal, 'Words:', `solar sails${ENTER}`);
      await answer(terminal, 'US:en  United States', 'austria');
      await answer(terminal, 'AT:de  Austria', ENTER);
      await answer(terminal, 'Put it in a bundle', `${DOWN}${ENTER}`);
      expect(await terminal.ended).toBe(0);
      expect(terminal.text()).toContain(
        `feedctl feeds create --keyword 'solar sails' --region AT:de --bundle ${bundle.id}`,
      );
      const posted = hosted.requests.find(({ method }) => method === 'POST');
      expect(posted?.body).toMatchObject({ keyword: 'solar sails', region: 'AT:de' });
      expect(bundle.members).toHaveLength(1);
    } finally {
      await hosted.close();
    }
  });

  it('asks nobody who is not there', async () => {
    const sandbox = new Sandbox();
    expect(await sandbox.run(['feeds', 'create'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No source given'),
    });
    const terminals = ['stdin', 'stdout', 'stderr'] as const;
    const silent = await sandbox.run(['feeds', 'create', '--no-input'], { terminals });
    expect(silent.code).toBe(2);
    const ended = new Terminal(sandbox, ['feeds', 'create']);
    await answer(ended, 'What is the source of the feed?', '\u0003');
    expect(await ended.ended).toBe(130);
    expect(sandbox.hasDatabase()).toBe(false);
  });
});

describe('what is missing', () => {
  it('is asked for, with the list to choose from', async () => {
    const sandbox = new Sandbox();
    for (const name of ['Mornings', 'Evenings']) {
      await sandbox.output('bundles', 'create', '--name', name);
    }
    const terminal = new Terminal(sandbox, ['bundles', 'get'], { columns: 120 });
    await terminal.shows('Which bundle?');
    await terminal.shows('Mornings');
    terminal.type(ENTER);
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).toContain('rss_feed_url');
  });
});

describe('a question before something is lost', () => {
  it('is cancelled by a no, which is no error', async () => {
    const sandbox = new Sandbox();
    await sandbox.output('bundles', 'create', '--name', 'Kept');
    const id = (await sandbox.output('bundles', 'list', '-o', 'id')).trim();
    const terminal = new Terminal(sandbox, ['bundles', 'delete', id], { columns: 120 });
    await answer(terminal, 'permanently?', ENTER);
    expect(await terminal.ended).toBe(1);
    expect(terminal.text()).toContain('Cancelled. Nothing was deleted.');
    expect(terminal.text()).not.toContain('Error');
    expect(await sandbox.json('bundles', 'list')).toHaveLength(1);
  });

  it('comes before leaving the embedded service, with the way back', async () => {
    const sandbox = new Sandbox();
    await sandbox.output('bundles', 'create', '--name', 'Kept');
    const terminal = new Terminal(sandbox, ['auth', 'logout'], { columns: 200 });
    await answer(terminal, /exit with 4 until you run "feedctl auth login"/, ENTER);
    expect(await terminal.ended).toBe(1);
    expect(terminal.text()).toContain('Cancelled. You are still logged in.');
    expect(await sandbox.json('bundles', 'list')).toHaveLength(1);
  });
});

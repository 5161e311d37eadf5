import { expect, it, onTestFinished } from 'vitest';
import { fileOf, Sandbox } from '../../../support/sandbox.js';
import { startSourceServer } from '../../../support/source-server.js';

it.each([
  ['feeds.yaml', [], 8, []],
  ['feeds.yaml', ['--keep-failing'], 0, ['failing']],
  ['feeds.opml', [], 0, ['failing']],
])(
  'import of a source that answers 404, from %s %j, ends with %i',
  async (name, flags, exitCode, kept) => {
    const web = await startSourceServer();
    onTestFinished(() => web.close());
    const sandbox = new Sandbox();
    const url = web.publish('/a.xml', { title: 'A', items: [] }).replace('a.xml', 'gone.xml');
    const outline = `<outline type="rss" text="x" xmlUrl="${url}"/>`;
    const opml = `<opml version="2.0"><body>${outline}</body></opml>`;
    const file = fileOf(
      sandbox,
      name,
      name.endsWith('opml') ? opml : `feeds: [{ url: '${url}' }]\n`,
    );
    const { code, stderr } = await sandbox.run(['import', file, ...flags]);
    expect([code, stderr.includes('1 feed cannot be read now')]).toEqual([
      exitCode,
      exitCode === 0,
    ]);
    const feeds = (await sandbox.json('feeds', 'list')) as { health: string }[];
    expect(feeds.map(({ health }) => health)).toEqual(kept);
  },
);

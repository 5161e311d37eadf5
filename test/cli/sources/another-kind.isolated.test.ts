import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sourceFiles } from '../../../scripts/import-graph.js';
import { KEYWORD_MODES, MODE_LABELS } from '../../../src/contract/keyword-mode.js';
import { startSourceServer } from '../../support/source-server.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

// Three rows, as somebody would write them into the source, before anything else is loaded.
Reflect.apply(Array.prototype.push, KEYWORD_MODES, ['topic']);
Object.assign(MODE_LABELS, { topic: { name: 'Topic', choice: 'A topic' } });
const { NEWS_SEARCHES } = await import('../../../src/service/sources/news/searches.js');
Object.assign(NEWS_SEARCHES, {
  topic: {
    query: (words: string) => `topic:${words}`,
    isMatch: (_: string, title: string) => !title.includes('Advertisement'),
  },
});
const { SEARCH_KINDS } = await import('../../../src/cli/sources/search-kinds.js');
Object.assign(SEARCH_KINDS, {
  topic: {
    placeholder: 'NAME',
    help: 'follow a topic',
    field: 'A topic of the news',
    noun: 'topic',
    choice: 'A topic (--topic)',
    question: 'Topic:',
  },
});
const { run } = await import('../../support/cli-host.js');

describe('another kind of source', () => {
  async function machine() {
    const [sources, home] = [await startSourceServer(), temporaryDirectory()];
    onTestFinished(() => sources.close());
    sources.publish('/search', {
      title: 'Results',
      items: ['Solar sails unfold', 'Advertisement', 'A sail was seen'].map((title, index) => ({
        title,
        link: `https://example.com/${index}`,
        guid: `${index}`,
      })),
    });
    const env = {
      HOME: home,
      FEEDCTL_CONFIG_DIR: join(home, 'config'),
      FEEDCTL_DATA_DIR: join(home, 'data'),
      FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
      FEEDCTL_NEWS_URL: `${sources.origin}/search?q={query}&hl={language}&gl={country}`,
    };
    const feedctl = (...argv: string[]) => run(argv, { env });
    return { home, feedctl, sources };
  }

  it('has a flag, is created, and its own search and filter are used', async () => {
    const { feedctl, sources } = await machine();
    expect((await feedctl('help', 'feeds', 'create')).stdout).toMatch(
      /--topic <NAME>\s+follow a topic/,
    );
    const twice = await feedctl('feeds', 'create', '--topic', 'a', '--keyword', 'b');
    expect(twice).toMatchObject({ code: 2 });
    expect(twice.stderr).toContain('--keyword and --topic');
    const none = await feedctl('feeds', 'create');
    expect(none.stderr).toContain('a URL, --keyword, --headline or --topic');

    const made = await feedctl('feeds', 'create', '--topic', 'solar sails', '--json');
    expect(made).toMatchObject({ code: 0 });
    const feed = JSON.parse(made.stdout);
    expect(feed).toMatchObject({ mode: 'topic', keyword: 'solar sails', region: 'US:en' });
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual([
      'Solar sails unfold',
      'A sail was seen',
    ]);
    expect(sources.hits('/search?q=topic%3Asolar%20sails&hl=en&gl=US')).toBe(1);
  });

  it.each(['yaml', 'json', 'csv', 'opml'])(
    'is in %s files, which change nothing',
    async (format) => {
      const { feedctl, home } = await machine();
      await feedctl('feeds', 'create', '--topic', 'solar sails', '--region', 'GB:en');
      const exported = await feedctl('export', '--format', format);
      expect(exported).toMatchObject({ code: 0 });
      expect(exported.stdout).toContain('topic');
      const file = join(home, `feeds.${format}`);
      writeFileSync(file, exported.stdout);

      const planned = await feedctl('plan', file, '--json');
      expect(planned).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(planned.stdout)).toMatchObject({ changes: [], unchanged: { feeds: 1 } });
    },
  );

  it('is read from lists, and asked for by its name', async () => {
    const { feedctl, home } = await machine();
    const file = join(home, 'sources.csv');
    writeFileSync(file, 'topic,region\nsolar sails,GB:en\n');
    const made = await feedctl('feeds', 'create', '--from-file', file, '--json');
    expect(made).toMatchObject({ code: 0 });
    const { stdout } = await feedctl('feeds', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ mode: 'topic', keyword: 'solar sails' }]);
  });

  it('takes three files: names of kinds stand nowhere else', () => {
    const naming = sourceFiles().filter(
      (file) =>
        !file.startsWith('generator/') && // a property of schema.org
        !file.startsWith('messages/') && // a field of message templates
        /'headline'|^\s*headline:/m.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(naming).toEqual([
      'cli/commands/feeds/create.ts', // the flags that its short help shows
      'cli/sources/search-kinds.ts',
      'client/resources.ts', // generated
      'contract/keyword-mode.ts',
      'service/sources/news/searches.ts',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../src/cli/manifest/read/read-manifest.js';

async function skipping(file: string, text: string) {
  const { feeds, bundles, skipped } = await readManifest(Buffer.from(text), file, {
    skipUnusable: true,
  });
  return {
    feeds: feeds.map(({ source, at }) => [at.line, 'url' in source ? source.url : source.text]),
    bundles: Object.fromEntries(bundles.map(({ name, feeds: members }) => [name, members?.length])),
    skipped: skipped.map(({ kind, title, value, problems }) => {
      const [problem] = problems;
      return [problem?.at.line, kind, title, value, problem?.message];
    }),
  };
}

const NO_ADDRESS = '"url" must be an address such as https://example.com/news';

describe('a file with unusable entries, read without them', () => {
  it('in OPML', async () => {
    const read = await skipping(
      'f.opml',
      [
        '<opml version="2.0"><body><outline text="News">',
        '<outline text="Letters" xmlUrl="newsletter:letters.42@mail.example"/>',
        '<outline text="Bare" xmlUrl="example.com/feed"/>',
        '<outline text="None" type="rss" xmlUrl=""/>',
        '<outline text="Cast" xmlUrl="itpc://example.com/cast"/>',
        '<outline text="Good" xmlUrl="https://example.com/good"/>',
        '</outline></body></opml>',
      ].join('\n'),
    );
    expect(read).toEqual({
      feeds: [
        [3, 'https://example.com/feed'],
        [6, 'https://example.com/good'],
      ],
      bundles: { News: 2 },
      skipped: [
        [2, 'feed', 'Letters', 'newsletter:letters.42@mail.example', NO_ADDRESS],
        [4, 'feed', 'None', '', NO_ADDRESS],
        [5, 'feed', 'Cast', 'itpc://example.com/cast', NO_ADDRESS],
      ],
    });
  });

  it('in CSV', async () => {
    const read = await skipping(
      'f.csv',
      'url,title,bundles\nexample.com/a,A,News\nnowhere,B,News\nhttps://example.com/a,Again,Tech\nc.example,C,,more\n',
    );
    expect(read).toEqual({
      feeds: [[2, 'https://example.com/a']],
      bundles: { News: 1, Tech: 1 },
      skipped: [
        [3, 'feed', 'B', 'nowhere', NO_ADDRESS],
        [4, 'feed', 'Again', 'https://example.com/a', expect.stringContaining('in line 2')],
        [5, 'feed', 'C', 'c.example', 'this row has 4 cells, but there are 3 columns'],
      ],
    });
  });

  it('in YAML, with the members of its bundles', async () => {
    const read = await skipping(
      'f.yaml',
      [
        'feeds:',
        '  - { url: nowhere, title: A }',
        '  - url: example.com',
        '  - { url: https://x.example/, titel: X }',
        '  - just text',
        'bundles:',
        '  - name: News',
        '    feeds: [example.com, nowhere, 7, https://x.example/, https://stray.example/]',
        '  - feeds: []',
      ].join('\n'),
    );
    expect(read).toEqual({
      feeds: [[3, 'https://example.com']],
      bundles: { News: 1 },
      skipped: [
        [2, 'feed', 'A', 'nowhere', NO_ADDRESS],
        [4, 'feed', '', 'https://x.example/', expect.stringContaining('did you mean "title"')],
        [5, 'feed', '', 'just text', expect.stringContaining('keys and values')],
        [8, 'member', 'News', 'nowhere', expect.stringContaining('must be an address')],
        [8, 'member', 'News', '7', expect.stringContaining('must be the url')],
        [8, 'member', 'News', 'https://stray.example/', expect.stringContaining('not among')],
        [9, 'bundle', '', '', '"name" is missing'],
      ],
    });
  });

  it('is refused still when it is no such file at all', async () => {
    await expect(skipping('f.yaml', 'feeds: none\n')).rejects.toMatchObject({ exitCode: 2 });
    await expect(skipping('f.csv', 'titel\nx\n')).rejects.toMatchObject({ exitCode: 2 });
    await expect(skipping('f.opml', '<opml><body>')).rejects.toMatchObject({ exitCode: 2 });
  });
});

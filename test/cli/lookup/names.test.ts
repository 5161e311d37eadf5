import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeBundle,
  type FakeFeed,
  type HostedDialect,
  startHostedDialect,
} from '../../fakes/hosted-dialect.js';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

let hosted: HostedDialect;
let news: FakeFeed;
let other: FakeFeed;
let bundle: FakeBundle;

beforeEach(async () => {
  hosted = await startHostedDialect();
  const state = hosted.state();
  news = state.addFeed({
    id: 'newsAAAAAAAAAAAA',
    source_url: 'https://www.example.com/news/',
    title: 'Example News',
  });
  other = state.addFeed({
    id: 'newsBBBBBBBBBBBB',
    source_url: 'https://other.example/',
    title: 'Other',
  });
  bundle = state.addBundle({ id: '_mornAAAAAAAAAAAA', name: 'Mornings', members: [news.id] });
});
afterEach(() => hosted.close());

function feedctl(...argv: string[]) {
  const env = {
    HOME: temporaryDirectory(),
    ...hosted.variables,
  };
  return run(argv, { env });
}

function requests(): string[] {
  return hosted.requests.map(({ method, path }) => `${method} ${path}`);
}

async function json(...argv: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await feedctl(...argv, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('wherever an id is taken', () => {
  it('costs an id in full no request of its own', async () => {
    await json('feeds', 'get', news.id);
    expect(requests()).toEqual([`GET /v1/feeds/${news.id}`]);
  });

  it('takes a title, a source and the beginning of an id', async () => {
    for (const name of ['Example News', 'https://example.com/news', 'newsA']) {
      expect(await json('feeds', 'get', name)).toMatchObject({ id: news.id });
    }
    expect(await json('feeds', 'update', 'Other', '--title', 'Mine')).toMatchObject({
      id: other.id,
      title: 'Mine',
    });
    expect(await json('settings', 'set', 'newsA', '--custom-author', 'Me')).toEqual({
      customAuthor: 'Me',
    });
    expect(await json('settings', 'get', 'Example News')).toEqual({ customAuthor: 'Me' });
    expect(await json('bundles', 'add', 'Mornings', 'Mine')).toMatchObject({ id: bundle.id });
    expect(bundle.members).toEqual([news.id, other.id]);
    await json('bundles', 'remove', '_morn', 'https://other.example');
    expect(bundle.members).toEqual([news.id]);
    expect(await json('bundles', 'update', 'Mornings', '--name', 'All')).toMatchObject({
      name: 'All',
    });
    expect(await json('bundles', 'create', '--name', 'New', '--feed', 'newsB')).toMatchObject({
      feeds: [{ id: other.id }],
    });
  });

  it('takes a bundle where either makes sense', async () => {
    for (const name of ['Mornings', '_morn', bundle.id]) {
      expect(await json('items', name)).toEqual([]);
      expect(await json('feeds', 'get', name)).toMatchObject({ id: bundle.id });
      expect(await json('bundles', 'get', name)).toMatchObject({ id: bundle.id });
    }
  });

  it('refuses what could be several, and lists them', async () => {
    const { code, stderr } = await feedctl('feeds', 'get', 'news');
    expect(code).toBe(2);
    expect(stderr).toBe(
      [
        'Error: "news" is ambiguous: it matches 2.',
        `  ${other.id}  Other  https://other.example/`,
        `  ${news.id}  Example News  https://www.example.com/news/`,
        'Hint: Pass the id of one of them.',
        '',
      ].join('\n'),
    );
  });

  it('says what there is when nothing is called that', async () => {
    const { code, stderr } = await feedctl('feeds', 'get', 'example news!');
    expect(code).toBe(3);
    expect(stderr).toContain('There is no feed or bundle "example news!".');
    const similar = await feedctl('settings', 'set', 'example news', '--custom-author', 'Me');
    expect(similar.code).toBe(3);
    expect(similar.stderr).toContain(`Similar:\n  ${news.id}  Example News`);
  });

  it('takes another case and the unique beginning of a title, where nothing is changed', async () => {
    for (const name of ['example news', 'EXAMPLE', 'Exam', 'example.com/news']) {
      expect(await json('feeds', 'get', name)).toMatchObject({ id: news.id });
    }
    expect(await json('bundles', 'get', 'morn')).toMatchObject({ id: bundle.id });
    expect(await json('settings', 'get', 'exam')).toEqual({ customAuthor: null });
    hosted
      .state()
      .addFeed({ id: 'moreCCCCCCCCCCCC', source_url: 'https://c.example', title: 'Exams' });
    expect((await feedctl('feeds', 'get', 'exam')).stderr).toContain(
      '"exam" is ambiguous: it matches 2.',
    );
  });

  it('suggests similar titles where something is changed, also for a word', async () => {
    for (const [name, similar] of [
      ['Morning', `${bundle.id}  Mornings`],
      ['mornigns', `${bundle.id}  Mornings`],
    ] as const) {
      const { code, stderr } = await feedctl('bundles', 'add', name, 'Other');
      expect(code).toBe(3);
      expect(stderr).toContain(`There is no bundle "${name}".`);
      expect(stderr).toContain(`Similar:\n  ${similar}`);
    }
    const member = await feedctl('bundles', 'add', 'Mornings', 'othr');
    expect(member.stderr).toContain(`Similar:\n  ${other.id}  Other`);
    expect(bundle.members).toEqual([news.id]);
    expect((await feedctl('feeds', 'update', 'Oth', '--title', 'x')).code).toBe(3);
    expect(other.title).toBe('Other');
  });

  it.each(['12345', 'Phone', 'Phone list'])(
    'says of %s in one way that it is not there',
    async (name) => {
      const { code, stderr } = await feedctl('feeds', 'get', name);
      expect(code).toBe(3);
      expect(stderr).toMatch(new RegExp(`^Error: There is no feed or bundle "${name}"\\.\n`));
    },
  );

  it('refuses ids of the other sort before anything is sent', async () => {
    expect((await feedctl('feeds', 'update', bundle.id, '--title', 'x')).code).toBe(2);
    expect((await feedctl('settings', 'get', '_morn')).code).toBe(2);
    expect((await feedctl('bundles', 'get', news.id)).code).toBe(2);
    expect(requests()).toEqual([]);
  });
});

describe('a command that destroys, with nobody to ask', () => {
  it('sends nothing without --yes', async () => {
    const inFull = await feedctl('feeds', 'delete', news.id);
    expect(inFull.code).toBe(2);
    expect(inFull.stderr).toContain('Not done: this deletes ');
    const named = await feedctl('feeds', 'delete', news.id, 'Example News');
    expect(named.code).toBe(2);
    expect(named.stderr).toContain('"Example News" is not a full id');
    expect(named.stderr).toContain('--yes');
    expect(requests()).toEqual([]);
  });

  it('takes ids in full only', async () => {
    for (const name of ['Example News', 'newsA', 'https://example.com/news']) {
      const { code, stderr } = await feedctl('feeds', 'delete', name, '--yes');
      expect(code).toBe(2);
      expect(stderr).toContain(`"${name}" is not a full id`);
      expect(stderr).toContain(`feedctl feeds delete ${news.id} --yes`);
    }
    expect(hosted.state().feeds).toHaveLength(2);
    expect((await feedctl('bundles', 'delete', 'Mornings', '--yes')).code).toBe(2);
    expect(await json('feeds', 'delete', news.id, '--yes')).toEqual([
      { id: news.id, deleted: true },
    ]);
  });

  it('takes the ids of a service that makes others', async () => {
    hosted.state().addFeed({ id: '12345', source_url: 'https://numbers.example' });
    expect((await feedctl('feeds', 'delete', '1234', '--yes')).code).toBe(2);
    expect((await feedctl('feeds', 'delete', '12345', '--yes')).code).toBe(0);
  });
});

import { expect, it } from 'vitest';
import {
  checkSort,
  type NameRequest,
  resolveName,
  resolveNames,
} from '../../../src/cli/lookup/resolve-names.js';
import type { Context } from '../../../src/cli/verbs/context.js';

const ID = 'a1B2c3D4e5F6g7H8';

/** An account of these feeds and a bundle, at a terminal or not. */
function account(titles: readonly string[], { canAsk = false, yes = false } = {}) {
  const asked: string[] = [];
  const feeds = titles.map((title, at) => ({
    ...{ id: `feed${`${at}`.padStart(12, '0')}`, title },
    ...{ source_url: `https://${at}.example/`, rss_feed_url: '' },
  }));
  const client = {
    feeds() {
      asked.push('feeds');
      return feeds.values();
    },
    bundles() {
      asked.push('bundles');
      return [{ id: '_bundle0000000000', name: 'Mornings', rss_feed_url: '' }].values();
    },
  };
  const context = {
    globals: { yes },
    prompts: { canAsk },
    client: async () => client,
    during: (_: string, work: () => unknown) => work(),
  } as unknown as Context;
  return { asked, context };
}

const ofFeeds: NameRequest = { of: 'feeds', verb: 'get' };
const deleting: NameRequest = { of: 'feeds', verb: 'delete', destroys: true };

it.each<[NameRequest['of'], string, string, string]>([
  ['feeds', '_x', 'is the id of a bundle; this command takes feeds.', 'bundles get _x'],
  ['bundles', ID, 'is not the id of a bundle: bundle ids start with "_".', `feeds get ${ID}`],
])('of %s: %s is of the other kind', (of, typed, problem, command) => {
  const kind = of === 'feeds' ? 'bundles' : 'feeds';
  expect(() => checkSort([typed], { of, verb: 'get' })).toThrow(
    expect.objectContaining({
      message: `"${typed}" ${problem}`,
      hint: `For ${kind}: feedctl ${command}`,
    }),
  );
  expect(() => checkSort([typed], { of: 'either', verb: 'get' })).not.toThrow();
});

it.each<[NameRequest['of'], string, string[]]>([
  ['feeds', 'News', ['feeds']],
  ['bundles', 'Mornings', ['bundles']],
  ['either', 'News', ['bundles', 'feeds']],
  ['either', '_bundle', ['bundles']],
])('of %s: for %s it reads the %j of the account', async (of, typed, kinds) => {
  const { asked, context } = account(['News']);
  await resolveNames(context, [typed], { of, verb: 'get' });
  expect(asked).toEqual(kinds);
});

it.each<[NameRequest['of'], string, object]>([
  [
    'feeds',
    'Nothing',
    { code: 'FEED_NOT_FOUND', hint: 'List the feeds: feedctl feeds list --all', detail: undefined },
  ],
  [
    'bundles',
    'Nothing',
    { code: 'BUNDLE_NOT_FOUND', hint: 'List the bundles: feedctl bundles list --all' },
  ],
  ['either', 'Nothing', { message: 'There is no feed or bundle "Nothing".' }],
  ['feeds', 'Sport', { hint: 'Pass the id or the full title.' }],
  [
    'feeds',
    'News',
    {
      detail: `Similar:\n${['A', 'B', 'C'].map((name, at) => `feed00000000000${at}  ${name} news  https://${at}.example/`).join('\n')}`,
      hint: 'List the feeds: feedctl feeds list --all',
    },
  ],
])('of %s: %s is not there', async (of, typed, error) => {
  const { context } = account(['A news', 'B news', 'C news', 'D news', 'The sport']);
  const found = resolveNames(context, [typed], { of, verb: 'get' });
  await expect(found).rejects.toMatchObject({ exitCode: 3, ...error });
});

it('leaves to the service what may be an id, where there are others', async () => {
  const { context } = account(['A news']);
  expect(await resolveNames(context, ['zzzz', ID], ofFeeds)).toEqual([{ id: 'zzzz' }, { id: ID }]);
  await expect(resolveName(context, 'zzzz', ofFeeds)).rejects.toMatchObject({ exitCode: 3 });
  await expect(resolveNames(context, ['news', ID], ofFeeds)).rejects.toThrow('no feed "news"');
});

it('shows the first ten of several', async () => {
  const { context } = account(Array(12).fill('News'));
  const error = await resolveName(context, 'News', ofFeeds).catch((thrown) => thrown);
  expect(error.message).toBe('"News" is ambiguous: it matches 12.');
  expect(error.detail.split('\n')).toHaveLength(11);
  expect(error.detail).toContain('… and 2 more');
});

it('deletes without a terminal by full ids and --yes only', async () => {
  const message =
    '"News" is not a full id. Without a terminal this requires the full id and --yes.';
  const { asked, context } = account(['News']);
  await expect(resolveNames(context, ['News'], deleting)).rejects.toMatchObject({
    message,
    hint: 'The ids: feedctl feeds list --all',
  });
  const bundle = resolveNames(context, ['News'], { ...deleting, of: 'bundles' });
  await expect(bundle).rejects.toMatchObject({ hint: 'The ids: feedctl bundles list --all' });
  expect(await resolveNames(context, [ID], deleting)).toEqual([{ id: ID }]);
  expect(asked).toEqual([]);
  const sure = account(['News'], { yes: true });
  await expect(resolveNames(sure.context, ['News'], deleting)).rejects.toMatchObject({
    message,
    detail: 'feed000000000000  News  https://0.example/',
    hint: 'To use that one: feedctl feeds delete feed000000000000 --yes',
  });
  const either = { ...deleting, of: 'either' } as const;
  await expect(resolveNames(sure.context, ['Mornings'], either)).rejects.toMatchObject({
    hint: 'To use that one: feedctl bundles delete _bundle0000000000 --yes',
  });
});

it('looks up at a terminal what it asks about', async () => {
  const asking = account(['News'], { canAsk: true });
  expect(await resolveNames(asking.context, ['feed000000000000'], deleting)).toMatchObject([
    { title: 'News' },
  ]);
  expect(asking.asked).toEqual(['feeds']);
  const sure = account(['News'], { canAsk: true, yes: true });
  expect(await resolveNames(sure.context, [ID], deleting)).toEqual([{ id: ID }]);
  expect(sure.asked).toEqual([]);
  expect(await resolveNames(sure.context, ['News'], deleting)).toMatchObject([{ title: 'News' }]);
  const reading = account(['News'], { canAsk: true });
  expect(await resolveNames(reading.context, [ID], ofFeeds)).toEqual([{ id: ID }]);
  expect(reading.asked).toEqual([]);
});

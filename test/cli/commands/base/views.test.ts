import { describe, expect, it } from 'vitest';
import { refuseService } from '../../../../src/cli/commands/base/refuse-service.js';
import { requireOwnService } from '../../../../src/cli/commands/base/send-changes.js';
import { showBundle } from '../../../../src/cli/commands/base/show-bundle.js';
import { fieldsOf, listedFields } from '../../../../src/cli/commands/base/shown-views.js';
import {
  BUNDLE_VIEW,
  feedView,
  ITEMS_VIEW,
  withFeed,
  withFilters,
} from '../../../../src/cli/commands/base/views.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient } from '../../../../src/client/index.js';
import { ITEM_PAGE } from '../../../../src/contract/sizes.js';
import type { ShownFields } from '../../../../src/resources/shown.js';

const namesOf = (columns: readonly { field: string }[]) => columns.map(({ field }) => field);

describe('a view', () => {
  it('of items names the feed behind the title, kept as long as the title almost', () => {
    const { columns } = withFeed(ITEMS_VIEW);
    expect(namesOf(columns)).toEqual(['date_published', 'title', 'feed.title', 'authors', 'url']);
    const [feed, url] = [columns[2]?.rank ?? 0, columns[4]?.rank ?? 0];
    expect([feed > 2, feed < url]).toEqual([true, true]);
  });

  it('has filters where there are some', () => {
    expect(withFilters(BUNDLE_VIEW, {})).toBe(BUNDLE_VIEW);
    expect(namesOf(withFilters(BUNDLE_VIEW, { filters: null }).fields).slice(-2)).toEqual([
      'filters.include',
      'filters.exclude',
    ]);
  });

  it.each([
    [{}, []],
    [{ last_error: null, failing_since: null, next_fetch_reason: null }, []],
    [{ last_error: 'x' }, ['last_error']],
    [{ failing_since: 'x' }, ['failing_since']],
    [{ next_fetch_reason: 'retry' }, ['next_fetch_at', 'next_fetch_reason']],
  ])('of a feed with %j has %j', (feed, more) => {
    expect(namesOf(feedView(feed).fields).slice(7)).toEqual(more);
  });
});

it('rows of resources are columns of their kinds', () => {
  const fields = {
    id: { kind: 'id', rank: 1 },
    made_at: { kind: 'time', or: 'id' },
    rules: { kind: 'filters' },
    secret: { kind: 'text', hidden: true, heading: 'The secret', rank: 2 },
    max: { kind: 'limits' },
  } as unknown as ShownFields;
  expect(fieldsOf(fields).slice(0, 4)).toEqual([
    { field: 'id', heading: 'id', kind: 'id', rank: 1 },
    { field: 'made_at', or: 'id', heading: 'made', kind: 'time' },
    { field: 'rules.include', heading: 'include' },
    { field: 'rules.exclude', heading: 'exclude' },
  ]);
  expect(namesOf(fieldsOf(fields).slice(4)).every((name) => name.startsWith('max.'))).toBe(true);
  expect(listedFields(fields).filter(({ field }) => !field.startsWith('max.'))).toEqual([
    { field: 'id', heading: 'id', kind: 'id', rank: 1 },
    { field: 'secret', heading: 'The secret', rank: 2 },
  ]);
});

it.each([
  [{}, null, undefined],
  [{ title: 'a' }, null, undefined],
  [{ interval: '1h' }, '1', undefined],
  [
    { title: 'a', interval: '1h' },
    null,
    '--every requires a feedctl service; this service has no such setting.',
  ],
])('values %j at a service of version %s: %s', async (values, version, message) => {
  const client = { detectService: async () => ({ version }) } as unknown as FeedClient;
  const required = requireOwnService(client, values).catch((error: Error) => error.message);
  expect(await required).toBe(message);
});

it.each([
  [{}, undefined],
  [{ profile: 'p' }, '--profile'],
  [{ baseUrl: 'u' }, '--base-url'],
  [{ profile: 'p', baseUrl: 'u' }, '--profile'],
])('a command that opens a database refuses %j', (globals, flag) => {
  const refuse = () => refuseService(globals as never, 'serve', (given) => `Without ${given}.`);
  if (flag === undefined) return expect(refuse).not.toThrow();
  expect(refuse).toThrow(
    expect.objectContaining({
      message: `serve opens a database directly and does not support ${flag}.`,
      hint: `Without ${flag}.`,
    }),
  );
});

it.each([
  [ITEM_PAGE.max - 1, []],
  [
    ITEM_PAGE.max,
    [`A bundle is shown with its newest ${ITEM_PAGE.max} items. For all: feedctl items _b`],
  ],
])('a bundle with %i items says where all are: %j', async (length, notes) => {
  const said: string[] = [];
  const shown: unknown[] = [];
  const bundle = { id: '_b', items: Array(length).fill({}) };
  const context = {
    client: async () => ({
      async getBundle(...asked: unknown[]) {
        shown.push(asked);
        return bundle;
      },
    }),
    during: (_: string, work: () => unknown) => work(),
    output: { record: async (value: unknown) => void shown.push(value) },
    notes: { note: async (text: string) => void said.push(text) },
  } as unknown as Context;
  await showBundle(context, '_b', 'date');
  expect(shown).toEqual([['_b', { sort: 'date' }], bundle]);
  expect(said).toEqual(notes);
});

import { describe, expect, it } from 'vitest';
import type { Account, AccountFeed } from '../../../../src/cli/manifest/account.js';
import { diff } from '../../../../src/cli/manifest/plan/diff.js';
import {
  guardEmpty,
  guardShare,
  overreach,
} from '../../../../src/cli/manifest/plan/guard-prune.js';
import { planJson } from '../../../../src/cli/manifest/plan/plan-json.js';
import { showPlan } from '../../../../src/cli/manifest/plan/show-plan.js';
import type { Manifest } from '../../../../src/cli/sources/model.js';
import type { DocumentChoice } from '../../../../src/client/index.js';

const at = { line: 1, column: 1 };
const A = 'https://a.example/';
const B = 'https://b.example/';
const C = 'https://c.example/';

function account(over: Partial<Account> = {}): Account {
  const feed = (id: string, url: string) => ({
    id,
    source: { url },
    title: `Title of ${id}`,
    description: '',
    icon: '',
    rssFeedUrl: '',
    hasSettings: true,
  });
  return {
    feeds: [feed('a', A), feed('b', B)],
    bundles: [{ id: '_1', name: 'One', description: '', icon: '', members: ['a', 'b', 'gone'] }],
    tellsModes: true,
    shifted: false,
    ...over,
  };
}

/** The account with these settings of its first feed. */
function accountWith(settings: Partial<AccountFeed>): Account {
  const [first, ...rest] = account().feeds;
  return account({ feeds: [{ ...first, ...settings } as AccountFeed, ...rest] });
}

function manifest(over: Partial<Manifest> = {}): Manifest {
  return { feeds: [], bundles: [], notes: [], skipped: [], ...over };
}

const plain = { prune: false };
const pruning = { prune: true };

describe('a plan', () => {
  it('takes nothing away without prune', () => {
    const plan = diff(manifest(), account(), plain);
    expect(plan.changes).toEqual([]);
    expect(plan.kept).toEqual({ feeds: 2, bundles: 1, members: 0 });
  });

  it('goes feeds first, then bundles, and takes away last', () => {
    const plan = diff(
      manifest({
        feeds: [
          { source: { url: C }, at },
          { source: { url: 'http://www.a.example' }, title: 'New', at },
        ],
        bundles: [{ name: 'Two', feeds: [{ source: { url: C }, at }], at }],
      }),
      account(),
      pruning,
    );
    expect(planJson(plan)).toMatchObject({ create: 2, update: 1, delete: 2 });
    expect(plan.changes.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'create feed',
      'update feed',
      'create bundle',
      'delete bundle',
      'delete feed',
    ]);
    expect(plan.changes[1]).toMatchObject({
      id: 'a',
      fields: { title: { from: 'Title of a', to: 'New' } },
    });
  });

  it('leaves fields alone that the file does not name', () => {
    const feeds = [{ source: { url: A }, at }];
    expect(diff(manifest({ feeds }), account(), plain).changes).toEqual([]);
  });

  it('sets a text to nothing when the file says so', () => {
    const [feed, ...rest] = account().feeds;
    if (feed === undefined) throw new Error('no feed');
    const now = account({ feeds: [{ ...feed, icon: 'https://a.example/i' }, ...rest] });
    const plan = diff(manifest({ feeds: [{ source: { url: A }, icon: '', at }] }), now, plain);
    expect(plan.changes[0]).toMatchObject({
      fields: { icon: { from: 'https://a.example/i', to: '' } },
    });
  });

  it.each([
    ['a name for none', null, 'Desk', { from: null, to: 'Desk' }],
    ['none for a name', 'Desk', null, { from: 'Desk', to: null }],
    ['a name for the same', 'Desk', 'Desk', undefined],
  ])('changes the author: %s', (_, now, customAuthor, expected) => {
    const feeds = [{ source: { url: A }, customAuthor, at }];
    const [change] = diff(manifest({ feeds }), accountWith({ customAuthor: now }), plain).changes;
    expect(change?.fields).toEqual(expected && { customAuthor: expected });
  });

  it.each([
    [undefined, '15m', { from: 'auto', to: '15m' }],
    ['15m', 'auto', { from: '15m', to: 'auto' }],
    ['15m', '15m', undefined],
    [undefined, 'auto', undefined],
  ])('changes the interval from %s to %s', (now, interval, expected) => {
    const feeds = [{ source: { url: A }, interval, at }];
    const [change] = diff(manifest({ feeds }), accountWith({ interval: now }), plain).changes;
    expect(change?.fields).toEqual(expected && { interval: expected });
  });

  describe('for the members of a bundle', () => {
    const feeds = [A, B, C].map((url) => ({ source: { url }, at }));
    const one = (...urls: string[]) => [
      { name: 'One', feeds: urls.map((url) => ({ source: { url }, at })), at },
    ];

    it('adds, and without prune keeps those that are not named', () => {
      const plan = diff(manifest({ feeds, bundles: one(C) }), account(), plain);
      expect(plan.changes[1]).toMatchObject({
        action: 'update',
        id: '_1',
        add: [{ source: { url: C }, feedId: undefined }],
        remove: [],
      });
      expect(plan.kept.members).toBe(2);
    });

    it('removes with prune, but no member that goes with its feed', () => {
      const plan = diff(
        manifest({ feeds: feeds.slice(0, 2), bundles: one(A) }),
        account(),
        pruning,
      );
      expect(plan.changes).toMatchObject([{ action: 'update', remove: [{ feedId: 'b' }] }]);
      const less = diff(
        manifest({ feeds: feeds.slice(0, 1), bundles: one(A) }),
        account(),
        pruning,
      );
      expect(less.changes).toMatchObject([{ action: 'delete', kind: 'feed', id: 'b' }]);
    });

    it('leaves them alone in a bundle of all feeds, which the file may say or unsay', () => {
      const all = { id: '_1', name: 'One', members: ['a', 'b'], all_feeds: true };
      const bundles = (all_feeds?: boolean) =>
        one(A).map((entry) => ({ ...entry, ...(all_feeds !== undefined && { all_feeds }) }));
      const changes = (now: Account, wanted?: boolean) =>
        diff(manifest({ feeds: feeds.slice(0, 2), bundles: bundles(wanted) }), now, pruning)
          .changes;
      const having = account({ bundles: [all] });
      expect(changes(having)).toEqual([]);
      expect(changes(having, true)).toEqual([]);
      expect(changes(having, false)).toMatchObject([
        { values: { all_feeds: false }, remove: [{ feedId: 'b' }] },
      ]);
      expect(changes(account(), true)).toMatchObject([
        { action: 'update', values: { all_feeds: true }, add: [], remove: [] },
      ]);
    });

    it('does nothing for a bundle whose members are not named', () => {
      const bundles = [{ name: 'One', at }];
      expect(diff(manifest({ feeds, bundles }), account(), pruning).changes).toHaveLength(1);
    });
  });

  describe('for several of one source or name', () => {
    const twice = account({
      feeds: [...account().feeds, { ...account().feeds[0], id: 'a2' } as Account['feeds'][number]],
      bundles: [
        { id: '_1', name: 'One', description: '', icon: '', members: ['a2'] },
        { id: '_2', name: 'One', description: '', icon: '', members: [] },
      ],
    });

    it('means the oldest, and takes the others away with prune', () => {
      const file = manifest({
        feeds: [A, B].map((url) => ({ source: { url }, at })),
        bundles: [{ name: 'One', feeds: [{ source: { url: A }, at }], at }],
      });
      expect(diff(file, twice, pruning).changes).toMatchObject([
        { action: 'update', kind: 'bundle', id: '_1', add: [{ feedId: 'a' }], remove: [] },
        { action: 'delete', kind: 'bundle', id: '_2' },
        { action: 'delete', kind: 'feed', id: 'a2' },
      ]);
    });
  });

  it('warns of selectors that cannot be changed', () => {
    const feeds = [{ source: { url: A }, selectors: { items: 'li' }, at }];
    const plan = diff(manifest({ feeds }), account(), plain);
    expect(plan.changes).toEqual([]);
    expect(plan.warnings[0]).toContain('feedctl feeds update a --select');
  });

  describe('a bundle whose name is in another case in the account', () => {
    const named = (...names: string[]) =>
      manifest({ bundles: names.map((name) => ({ name, feeds: [], at })) });

    it('is that bundle', () => {
      const plan = diff(named('ONE'), account(), pruning);
      expect(plan.changes.filter(({ kind }) => kind === 'bundle')).toEqual([]);
      expect(plan.warnings).toEqual([
        'The bundle "ONE" of the file is "One" in the account; it keeps that name. To rename it: feedctl bundles update _1 --name …',
      ]);
    });

    it.each([
      ['the file has it exactly', ['ONE', 'One'], ['ONE']],
      ['it was taken already', ['ONE', 'one'], ['one']],
    ])('is another one when %s', (_, names, created) => {
      const plan = diff(named(...names), account(), plain);
      expect(plan.changes).toMatchObject(
        created.map((name) => ({ action: 'create', kind: 'bundle', name })),
      );
    });
  });

  describe('which document a feed reads', () => {
    const warnings = (wanted: DocumentChoice, feed: Partial<AccountFeed>) => {
      const { feeds, bundles } = account();
      const made = feeds.map((each) => (each.id === 'a' ? { ...each, ...feed } : each));
      const file = manifest({ feeds: [{ source: { url: A }, from: wanted, at }] });
      const plan = diff(file, account({ feeds: made, bundles }), plain);
      expect(plan.changes).toEqual([]);
      return plan.warnings;
    };

    it.each([
      ['html', { from: 'html' }],
      ['html', { document: { kind: 'html', url: '' } }],
      ['auto', { document: { kind: 'feed', url: '' } }],
    ] as const)('is not warned of when it is %s in file and account', (wanted, feed) => {
      expect(warnings(wanted, feed)).toEqual([]);
    });

    it.each([
      ['html', { document: { kind: 'feed', url: '' } }],
      ['feed', { from: 'html', document: { kind: 'html', url: '' } }],
      ['auto', { from: 'html', document: { kind: 'html', url: '' } }],
    ] as const)('is warned of when %s is wanted and another was chosen', (wanted, feed) => {
      expect(warnings(wanted, feed)).toEqual([
        `${A} was created with from: ${'from' in feed ? feed.from : 'auto'}, and the file says ${wanted}. It stays as it is. To change it, delete the feed and apply the file again: feedctl feeds delete a`,
      ]);
    });
  });
});

describe('prune', () => {
  const plan = (left: number, total: number) => {
    const feeds = Array.from({ length: total }, (_, index) => ({
      id: `f${index}`,
      source: { url: `https://a.example/${index}` },
      title: '',
      description: '',
      icon: '',
      rssFeedUrl: '',
      hasSettings: true,
    }));
    const kept = feeds.slice(0, left).map(({ source }) => ({ source, at }));
    return diff(manifest({ feeds: kept }), account({ feeds, bundles: [] }), pruning);
  };

  it('is refused for a file without feeds', () => {
    expect(() => guardEmpty(manifest(), 'f.yaml')).toThrow('f.yaml has no feeds');
  });

  it('may delete a fifth, and more only when told', () => {
    expect(() => guardShare(plan(8, 10))).not.toThrow();
    expect(() => guardShare(plan(79, 100))).toThrow('--prune would delete 21 of 100 feeds, 21 %');
    expect(() => guardShare(plan(79, 100), 21)).not.toThrow();
    expect(() => guardShare(plan(0, 3), 99)).toThrow('100 %');
    expect(() => guardShare(plan(0, 3), 100)).not.toThrow();
    expect(() => guardShare(plan(0, 0))).not.toThrow();
  });

  it('says the share that has to be allowed', () => {
    expect(overreach(plan(8, 10))).toBeNull();
    for (const [left, total] of [
      [79, 100],
      [1, 3],
      [0, 7],
    ] as const) {
      const share = overreach(plan(left, total))?.share;
      expect(overreach(plan(left, total), share)).toBeNull();
      expect(overreach(plan(left, total), (share ?? 0) - 1)).toMatchObject({ share });
    }
  });
});

describe('a plan that is shown', () => {
  const shown = (colour: boolean) =>
    showPlan(
      diff(
        manifest({
          feeds: [
            { source: { url: A }, title: 'New\u001b[31m title', at },
            {
              source: { mode: 'keyword', text: 'sails', region: 'GB:en' },
              customAuthor: 'Desk',
              at,
            },
          ],
          bundles: [{ name: 'Two', feeds: [{ source: { url: A }, at }], at }],
        }),
        account(),
        pruning,
      ),
      { colour },
    );

  it('is a diff', () => {
    expect(shown(false)).toBe(`+ feed keyword "sails" (GB:en)
    customAuthor: Desk

~ feed https://a.example/  a
    title: Title of a → New title

+ bundle Two
    + https://a.example/

- bundle One  _1

- feed https://b.example/  Title of b  b

2 to create, 1 to change, 2 to delete; 0 feeds and 0 bundles unchanged.
`);
  });

  it('is coloured where colours are wanted, and only by us', () => {
    const text = shown(true);
    expect(text).toContain('\u001b[32m+ bundle Two\u001b[39m\n');
    expect(text).toContain('\u001b[31m- bundle One  _1\u001b[39m\n');
    expect(text).not.toContain('\u001b[31m title');
  });

  it('says when there is nothing to do', () => {
    expect(showPlan(diff(manifest(), account(), plain), { colour: false })).toBe(
      `No changes: 0 feeds and 0 bundles already match the file.
Not in the file and kept: 2 feeds, 1 bundle. To delete them: --prune
`,
    );
  });
});

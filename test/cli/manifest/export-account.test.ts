import { describe, expect, it } from 'vitest';
import type { AccountBundle, AccountFeed } from '../../../src/cli/manifest/account.js';
import { exportAccount } from '../../../src/cli/manifest/export-account.js';

function feed(id: string, url: string, rest: Partial<AccountFeed> = {}): AccountFeed {
  return { id, source: { url }, rssFeedUrl: `https://f.example/${id}`, hasSettings: true, ...rest };
}

const [A, B] = [feed('a', 'https://a.example/'), feed('b', 'https://b.example/')];

function exported(feeds: readonly AccountFeed[], bundles: readonly AccountBundle[] = []) {
  const { access, ...rest } = exportAccount({ feeds, bundles });
  return { ...rest, access: Object.fromEntries(access) };
}

describe('the feeds of a file', () => {
  it('have each source once, and bundles the older feed of it', () => {
    const twin = feed('twin', 'https://A.example');
    const { feeds, bundles, warnings } = exported(
      [A, twin, B],
      [{ id: '_1', name: 'News', members: ['twin', 'b', 'a', 'gone'] }],
    );
    expect(feeds).toEqual([A, B]);
    expect(bundles).toEqual([{ name: 'News', members: [A, B] }]);
    expect(warnings).toEqual(['Feed twin was skipped: an older feed has the same source.']);
  });

  it('are those with an address, and searches', () => {
    const news: AccountFeed = {
      ...feed('n', ''),
      source: { mode: 'keyword', text: 'sails', region: 'GB:en' },
    };
    const { feeds, warnings } = exported([feed('x', 'nowhere'), news]);
    expect(feeds).toEqual([news]);
    expect(warnings).toEqual(['Feed x was skipped: its source "nowhere" is not an address.']);
  });
});

describe('the bundles of a file', () => {
  it('have each name once, with the members of all', () => {
    const { bundles, warnings } = exported(
      [A, B],
      [
        { id: '_1', name: 'News', description: 'First', members: ['a'] },
        { id: '_2', name: ' News ', description: 'Second', members: ['b', 'a'] },
      ],
    );
    expect(bundles).toEqual([{ name: 'News', description: 'First', members: [A, B] }]);
    expect(warnings).toEqual([
      'The members of bundle _2 were added to the older bundle named "News".',
    ]);
  });

  it('have a name', () => {
    const { bundles, warnings } = exported([A], [{ id: '_1', name: ' ', members: ['a'] }]);
    expect(bundles).toEqual([]);
    expect(warnings).toEqual(['Bundle _1 was skipped: it has no name.']);
  });
});

it('secrets are named after their site, each once', () => {
  const access = { cookie: '***', user_agent: 'Reader/1', headers: { 'X-Key': '***' } };
  const { access: named } = exported([
    feed('a', 'https://www.a.example/1', { access }),
    feed('b', 'https://a.example/2', { access: { cookie: '***' } }),
    feed('c', 'https://7.example/', { access: { basic_auth: '***' } }),
    feed('d', 'https://d.example/'),
  ]);
  expect(named).toEqual({
    a: {
      headers: { 'X-Key': 'env:FEEDCTL_SECRET_A_EXAMPLE_HEADER_X_KEY' },
      cookie: 'env:FEEDCTL_SECRET_A_EXAMPLE_COOKIE',
      user_agent: 'Reader/1',
    },
    b: { cookie: 'env:FEEDCTL_SECRET_A_EXAMPLE_COOKIE_2' },
    c: { basic_auth: 'env:FEEDCTL_SECRET_7_EXAMPLE_BASIC_AUTH' },
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedRow } from '../../../src/service/site/feed-rows.js';
import { feedReport, refusedReport } from '../../../src/service/site/site-report.js';
import type { SiteFeed } from '../../../src/service/site/site-request.js';
import { channelSummary } from '../../../src/service/site/summary.js';
import { channel, item } from '../../support/channels.js';

const wanted: SiteFeed = { key: 'k', body: { url: 'https://a.test/f?key=1' }, settings: {} };
const row = {
  title: 'Given',
  title_override: null,
  refresh_interval: null,
  is_active: 1,
  failures: 0,
  poll_url: 'https://a.test/f',
  failing_since: null,
  drift: null,
} as FeedRow;
const facts = { slug: 's', summary: null, error: null, fetched: null };

function report(change: Partial<FeedRow>, body: SiteFeed['body'] = wanted.body) {
  const seeded = { wanted: { ...wanted, body }, id: 'f', before: null };
  return feedReport(
    { ...row, ...change },
    { ...seeded, isRestored: false, isAsBefore: false },
    facts,
  );
}

describe('the report of a feed', () => {
  it.each<[string, Partial<FeedRow>]>([
    ['ok', {}],
    ['paused', { refresh_interval: 0, is_active: 0 }],
    ['inactive', { is_active: 0, failures: 5 }],
    ['failing', { failures: 1, poll_url: '' }],
    ['waiting', { poll_url: '' }],
  ])('says that it is %s', (health, change) => {
    expect(report(change)).toMatchObject({ ...facts, health, isDrifted: false });
  });

  it('has the title of its owner, of its source, or the source', () => {
    const titles = [report({ title_override: 'Ours' }), report({}), report({ title: '' })];
    expect(titles.map(({ title }) => title)).toEqual(['Ours', 'Given', 'https://a.test/f']);
    expect(report({ drift: '{}', failing_since: 5 })).toMatchObject({
      isDrifted: true,
      failingSince: 5,
      source: 'https://a.test/f',
    });
    expect(report({}, { keyword: 'cup' }).source).toBe('keyword: cup');
    expect(report({}, { keyword: 'cup', mode: 'headline' }).source).toBe('headline: cup');
  });

  it('that is refused names its source, and that nothing was fetched', () => {
    const error = { code: 'SOURCE_FORBIDDEN', message: 'No.' };
    expect(refusedReport({ wanted, error })).toEqual({
      slug: null,
      title: 'https://a.test/f',
      source: 'https://a.test/f',
      health: 'failing',
      error,
      failingSince: null,
      isDrifted: false,
      fetched: { outcome: 'failed', itemsNew: 0, itemsChanged: 0 },
      summary: null,
    });
    const named = refusedReport({ wanted: { ...wanted, slug: 's', title: 'T' }, error });
    expect(named).toMatchObject({ slug: 's', title: 'T' });
  });
});

it('the summary of a feed has its newest item by its date, else by when it came', () => {
  const early = item({ date_published: '2026-01-01T00:00:00Z', addedAt: Date.UTC(2026, 5, 1) });
  const late = item({ guid: '2', date_published: null, addedAt: Date.UTC(2026, 1, 1) });
  const about = { title: 'T', description: 'D', siteUrl: 'https://a.test/' };
  expect(channelSummary(channel({ ...about, items: [early, late] }))).toEqual({
    ...about,
    items: 2,
    newest: Date.UTC(2026, 1, 1),
  });
  const same = { title: 'T', description: 'T', siteUrl: '', items: [] };
  expect(channelSummary(channel({ ...same, selfUrl: '' }))).toEqual({
    ...{ ...same, description: '', items: 0, newest: null },
  });
});

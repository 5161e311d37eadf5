import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLabels } from '../../bench/generate-labels.js';
import { changesSince, reportOf } from '../../bench/generate-report.js';
import { type PageScore, scorePage } from '../../bench/generate-score.js';

const story = (n: number) =>
  `<article><h2><a href="/story/${n}">The town hall opens floor number ${n}</a></h2><time datetime="2026-03-0${n}">x</time></article>`;
const item = (n: number) => ({
  urls: [`http://a.test/story/${n}`, `https://www.a.test/story/${n}/`],
  title: `The town hall opens floor number ${n}`,
  date: `2026-03-0${n}`,
});
const PAGE = [1, 2, 3, 4, 5].map(story).join('');

let folder = '';
const scores: Record<string, PageScore> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feedctl-labels-'));
  const page = (labels: object) => ({ url: 'https://a.test/', kind: 'news front', ...labels });
  const labels = {
    right: page({ must: [1, 2, 3, 4, 5].map(item), may: [] }),
    more: page({ must: [1, 2, 3].map(item), may: ['https://a.test/story/4'] }),
    other: page({ must: [item(1)], may: [], alts: [[1, 2, 3, 4, 5].map(item)] }),
    rubbish: { url: 'https://a.test/', notList: true },
    excused: { url: 'https://a.test/', notList: true, justified: true },
    none: { url: 'https://a.test/', notList: true },
  };
  for (const name of Object.keys(labels)) {
    const html = name === 'none' ? '<p>Nothing to see on this page yet.</p>' : PAGE;
    writeFileSync(join(folder, `${name}.html`), html);
  }
  writeFileSync(join(folder, 'labels.json'), JSON.stringify(labels));
  const read = readLabels(folder);
  for (const [name, labelled] of Object.entries(read.pages)) {
    scores[name] = await scorePage(folder, name, labelled, '2026-03-15T12:00:00Z');
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the benchmark of the generator', () => {
  it('accepts any address of an item and the day of its date', () => {
    expect(scores['right.html']).toMatchObject({
      f1: 1,
      exact: true,
      front: true,
      titles: { right: 5, of: 5 },
      dates: { right: 5, of: 5 },
    });
  });

  it('leaves out what may be there and counts the rest as wrong', () => {
    expect(scores['more.html']).toMatchObject({ exact: false, recall: 1, precision: 0.75 });
    expect(scores['more.html']?.remarks[0]).toContain('extra https://a.test/story/5');
  });

  it('judges by the reading that fits best', () => {
    expect(scores['other.html']).toMatchObject({ exact: true, f1: 1 });
  });

  it('reports pages without a list that became a feed', () => {
    expect(scores['rubbish.html']).toMatchObject({ rubbish: true, noList: true });
    expect(scores['excused.html']).toMatchObject({ rubbish: false, noList: true });
    expect(scores['none.html']).toMatchObject({ rubbish: false, noList: true, exact: true });
    const { all, front } = reportOf(Object.values(scores));
    expect(all).toMatchObject({ pages: 3, exact: 2, noLists: 3, rubbish: 1 });
    expect(front.pages).toBe(3);
  });

  it('says what changed since an earlier run', () => {
    const [right, more] = [scores['right.html'], scores['more.html']];
    if (right === undefined || more === undefined) throw new Error('no scores');
    const before = reportOf([right, { ...more, name: 'gone.html' }]);
    const now = reportOf([{ ...more, name: 'right.html' }]);
    expect(changesSince(before, before)).toEqual([]);
    expect(changesSince(before, now)).toEqual([
      expect.stringMatching(/^right\.html: F1 1\.000 → 0\.857 WORSE, no longer exact WORSE/),
      'gone.html: only in the earlier run',
    ]);
  });
});

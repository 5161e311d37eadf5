import { describe, expect, it } from 'vitest';
import { readLabels } from '../../bench/generate-labels.js';
import { readReport, reportOf } from '../../bench/generate-report.js';
import { scorePage } from '../../bench/generate-score.js';

const DIRECTORY = 'test/fixtures/pages';
const labels = readLabels(DIRECTORY);
const pages = Object.entries(labels.pages).filter(([, page]) => !page.heldBack);
const baseline = readReport('bench/baselines/generate.json');

describe('the labelled pages', () => {
  it('come out no worse than in the committed baseline', async () => {
    const scores = [];
    for (const [name, page] of pages) {
      scores.push(await scorePage(DIRECTORY, name, page, labels.now));
    }
    const { all } = reportOf(scores);
    expect(all.pages).toBeGreaterThanOrEqual(baseline.all.pages);
    expect(all.f1).toBeGreaterThanOrEqual(baseline.all.f1);
    expect(all.exact).toBeGreaterThanOrEqual(baseline.all.exact);
    expect(all.rubbish).toBe(0);
    for (const field of ['titles', 'dates', 'images', 'authors'] as const) {
      const wrong = all[field].of - all[field].right;
      expect(wrong, field).toBeLessThanOrEqual(baseline.all[field].of - baseline.all[field].right);
    }
  });
});

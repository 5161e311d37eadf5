import { describe, expect, it } from 'vitest';
import { readLabels, scorePage } from '../../../bench/generate-score.js';

const DIRECTORY = 'test/fixtures/pages';
const labels = readLabels(DIRECTORY);
const pages = Object.entries(labels.pages).filter(([, page]) => !page.heldBack);

describe('the labelled pages', () => {
  it('come out at least as well as promised', { timeout: 60_000 }, async () => {
    const scores = [];
    for (const [name, page] of pages) {
      scores.push(await scorePage(DIRECTORY, name, page, labels.now));
    }
    const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length;
    const inexact = scores.filter(({ exact }) => !exact).map(({ name }) => name);
    const dates = scores.map((score) => score.dates);
    const right = dates.reduce((sum, share) => sum + share.right, 0);
    const of = dates.reduce((sum, share) => sum + share.of, 0);
    expect(scores.length).toBeGreaterThanOrEqual(40);
    expect(mean).toBeGreaterThanOrEqual(0.97);
    expect(inexact.length, inexact.join(', ')).toBeLessThanOrEqual(scores.length * 0.1);
    expect(right / of).toBeGreaterThanOrEqual(0.95);
  });
});

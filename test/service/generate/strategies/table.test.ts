import { describe, expect, it, vi } from 'vitest';
import type { Candidate } from '../../../../src/service/generate/candidate.js';
import { choose } from '../../../../src/service/generate/choose.js';
import type { Strategy } from '../../../../src/service/generate/strategies/strategy.js';
import { STRATEGIES } from '../../../../src/service/generate/strategies/table.js';
import { surveyPage } from '../../../../src/service/generate/survey.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const page = (html: string) => surveyPage(html, 'https://a.test/', NOW);
const stories = Array.from(
  { length: 8 },
  (_, n) =>
    `<article><h2><a href="/s/${n}">A story of the town, number ${n}</a></h2><time datetime="2026-03-0${n + 1}">x</time></article>`,
).join('');

/** A strategy as somebody would add it: what a page says in `data-item` attributes. */
function dataItems(): Strategy {
  return {
    name: 'data-items',
    candidate({ page: { nodes, url } }): Candidate | null {
      const items = nodes.flatMap((node) => {
        if (node.kind === 'text') return [];
        const at = node.attributes.indexOf('data-item');
        const address = new URL(node.attributes[at + 1] ?? '', url).href;
        const fields = { date: null, image: null, authors: [], description: '' };
        return at < 0 ? [] : [{ url: address, identity: address, title: node.tag, ...fields }];
      });
      if (items.length === 0) return null;
      const found = { items, confidence: 0.95, evidence: ['data-item'], rule: null, rejected: [] };
      return { strategy: 'data-items', ...found };
    },
  };
}

const marked = '<b data-item="/x/1">1</b><b data-item="/x/2">2</b>';
const winnerOf = (html: string, added: Strategy) =>
  choose(page(html), [...STRATEGIES, added]).winner?.strategy;

describe('the table of strategies', () => {
  it('names every strategy once', () => {
    const names = STRATEGIES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('takes one more: it wins where the page has no other list', () => {
    expect(winnerOf(marked, dataItems())).toBe('data-items');
    expect(choose(page(marked)).winner).toBeNull();
  });

  it('leaves the records of the page to win, and is not asked then', () => {
    const costly = { ...dataItems(), candidate: vi.fn(() => null) };
    expect(winnerOf(stories + marked, dataItems())).toBe('records');
    expect(winnerOf(stories + marked, costly)).toBe('records');
    expect(costly.candidate).not.toHaveBeenCalled();
  });
});

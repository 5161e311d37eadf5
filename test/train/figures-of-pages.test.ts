import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/generator/training.js';
import { largestSiblings } from '../../train/baseline.js';
import { f1Of } from '../../train/dump.js';
import { isForTraining } from '../../train/halves.js';

const item = (...urls: string[]) => ({ urls });

describe('how right a list of addresses is', () => {
  const label = {
    readings: [[item('https://a.test/1', 'https://a.test/one'), item('https://a.test/2')]],
    may: ['https://a.test/3'],
  };

  it('counts any address of an item, and optional ones not at all', () => {
    expect(f1Of(label, ['https://a.test/one', 'http://www.a.test/2/'])).toBe(1);
    expect(f1Of(label, ['https://a.test/1', 'https://a.test/2', 'https://a.test/3'])).toBe(1);
    expect(f1Of(label, ['https://a.test/1', 'https://a.test/4'])).toBe(0.5);
    expect(f1Of(label, [])).toBe(0);
  });

  it('goes by the reading that fits best', () => {
    const readings = [...label.readings, [item('https://a.test/4')]];
    expect(f1Of({ ...label, readings }, ['https://a.test/4'])).toBe(1);
  });
});

it('the baseline takes the longest link of each child of the element with most linked words', () => {
  const row = (n: number) =>
    `<li><a href="/by/${n}">Ann</a> <a href="/s/${n}">A story of some words, number ${n}</a></li>`;
  const html = `<nav><a href="/x">A long menu of many words that are no story at all, really</a></nav>
    <p><a href="/a">Two words</a></p><ul>${[1, 2, 3, 4].map(row).join('')}</ul>`;
  const found = largestSiblings(readPage(html, 'https://a.test/'));
  expect(found).toEqual([1, 2, 3, 4].map((n) => `https://a.test/s/${n}`));
});

it('all pages of a site are in one half, whatever the host', () => {
  const sites = Array.from({ length: 64 }, (_, n) => `site${n}.co.uk`);
  const kept = sites.filter((site) => !isForTraining(`https://${site}/`));
  expect(kept.length).toBeGreaterThan(16);
  expect(kept.length).toBeLessThan(48);
  for (const site of sites)
    expect(isForTraining(`http://news.${site}/a/b`)).toBe(isForTraining(`https://${site}/`));
});

import { expect, it } from 'vitest';
import { messagePages, plainEntry } from '../../src/messages/pages.js';
import { item, update } from './updates.js';

const row = { label: 'A', example: '', limits: { messages: 2, intervalMs: 0 } };

/** The pages of items whose titles are as long as they take room. */
function pages(titles: string[], { entries = 9, size = 9 } = {}) {
  const of = update(titles.map((title) => item({ title })));
  const limits = { entry: ({ title }: { title: string }) => title, entries, size };
  return messagePages(of, row, { ...limits, sizeOf: (entry: string) => entry.length });
}

it.each([
  ['by their number', ['a', 'b', 'c'], { entries: 2 }, [['a', 'b'], ['c']], []],
  ['up to their size', ['aaa', 'bb', 'c'], { size: 5 }, [['aaa', 'bb'], ['c']], []],
  ['each with its own size', ['aa', 'bb', 'cc'], { size: 3 }, [['aa'], ['bb']], ['and 1 more']],
  ['also when one is too large', ['aaaa', 'b'], { size: 3 }, [['aaaa'], ['b']], []],
])('are distributed %s', (_, titles, limits, entries, more) => {
  const made = pages(titles, limits);
  expect(made.map((page) => page.entries)).toEqual(entries);
  expect(made.map((page) => page.more)).toEqual([[], more]);
  expect(made.map(({ title }) => title.slice(-9))).toEqual([' (1 of 2)', ' (2 of 2)']);
});

it('are one page without a number, also without an entry', () => {
  expect(pages(['a'])).toMatchObject([{ title: expect.stringMatching(/: 1 new$/), more: [] }]);
  expect(pages([])).toEqual([{ title: expect.stringMatching(/Example/), entries: [], more: [] }]);
});

it('an entry in plain text has a line for what the item has', () => {
  const [added, changed] = update(
    [item({ title: 'T', url: '', description_text: 'abcdef' })],
    [item({ title: 'U', url: 'https://a.example/', description_text: '' })],
  ).items;
  expect(added && plainEntry(added, 4)).toBe('T\nabc…');
  expect(changed && plainEntry(changed, 4)).toBe('U (changed)\nhttps://a.example/');
});

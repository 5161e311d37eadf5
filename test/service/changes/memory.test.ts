import { expect, it } from 'vitest';
import { compareLines } from '../../../src/service/changes/compare-lines.js';
import { lineOf } from '../../../src/service/changes/lines.js';
import { Memory } from '../../../src/service/changes/memory.js';

const linesOf = (...texts: string[]) => texts.map((text) => lineOf(text, false));
const change = (before: string[], now: string[]) =>
  compareLines(linesOf(...before), linesOf(...now));

const CALM = ['Prices', 'Basic: 10 EUR', 'Contact us'];
const SALE = ['Prices', 'Basic: 8 EUR', 'Contact us'];

it('a change is taken back once, by what undoes all of it', () => {
  const memory = new Memory(null, { now: 0, fetches: 1 });
  memory.noteChange('Sale', change(CALM, SALE));
  expect(memory.takeBack(change(CALM, SALE))).toEqual([]);
  // The price comes back in neither; one half of the change is not all of it.
  expect(memory.takeBack(change(SALE, ['Prices', 'Contact us']))).toEqual([]);
  expect(memory.takeBack(change(['Prices', 'Contact us'], CALM))).toEqual([]);
  expect(memory.takeBack(change(SALE, CALM))).toMatchObject([{ title: 'Sale' }]);
  expect(memory.takeBack(change(SALE, CALM))).toEqual([]);
});

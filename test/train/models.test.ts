import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readData } from '../../train/data.js';
import { MODEL_FILE, tableOf } from '../../train/fit.js';

it('the stored model comes out of the stored data, bit by bit', {
  tags: 'slow',
  timeout: 900_000,
}, () => {
  expect(readFileSync(MODEL_FILE, 'utf8') === tableOf(readData())).toBe(true);
});

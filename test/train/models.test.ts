import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readData } from '../../train/data.js';
import { fileOf, outOfFold, tablesOf } from '../../train/fit.js';

it('the stored models come out of the stored data, bit by bit', {
  tags: 'slow',
  timeout: 900_000,
}, () => {
  const data = readData();
  for (const [name, table] of Object.entries(tablesOf(data, outOfFold(data))))
    expect(readFileSync(fileOf(name), 'utf8') === table, name).toBe(true);
});

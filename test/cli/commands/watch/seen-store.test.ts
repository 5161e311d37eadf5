import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SeenStore } from '../../../../src/cli/commands/watch/seen-store.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const stateFile = () => join(temporaryDirectory(), 'state.json');

it('keeps what was seen of each id, and knows no other', async () => {
  const path = stateFile();
  const store = await SeenStore.open(path);
  expect(store.get('a')).toBeUndefined();
  await store.save('a', new Map([['u', [['t', 'c']]]]));
  await store.save('b', new Map());
  const again = await SeenStore.open(path);
  expect(again.get('a')).toEqual(new Map([['u', [['t', 'c']]]]));
  expect(again.get('b')).toEqual(new Map());
  expect(again.get('constructor')).toBeUndefined();
});

it('reads addresses as earlier releases wrote them', async () => {
  const path = stateFile();
  const watched = {
    a: [
      ['https://example.com/1/', [['t', 'c']]],
      ['a1B2', [['0', '']]],
    ],
  };
  writeFileSync(path, JSON.stringify({ version: 1, watched }));
  expect([...((await SeenStore.open(path)).get('a')?.keys() ?? [])]).toEqual([
    'example.com/1',
    'a1B2',
  ]);
});

it.each([
  [],
  { version: 2, watched: {} },
  { version: 1 },
  { version: 1, watched: { a: {} } },
  { version: 1, watched: { a: [1] } },
  { version: 1, watched: { a: [[1, []]] } },
  { version: 1, watched: { a: [['u', {}]] } },
  { version: 1, watched: { a: [['u', ['version']]] } },
  { version: 1, watched: { a: [['u', [[1, 'c']]]] } },
])('leaves %j alone, which is no state of watch', async (value) => {
  const path = stateFile();
  writeFileSync(path, JSON.stringify(value));
  await expect(SeenStore.open(path)).rejects.toMatchObject({ code: 'STATE_DAMAGED', exitCode: 2 });
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(value));
});

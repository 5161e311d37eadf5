import { expect } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Child } from '../../support/child-process.js';

/** How many of the writer's transactions a file has, each of them with both of its rows. */
export async function wholePairs(file: string): Promise<number> {
  const { db, close } = await openStore(file);
  const ids = (await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);
  await close();
  const halves = (half: string) =>
    ids.filter((id) => id.endsWith(half)).map((id) => id.slice(0, -1));
  expect(halves('a').sort()).toEqual(halves('b').sort());
  return halves('a').length;
}

/** What the writer says in the end. */
export async function lastOf(writer: Child): Promise<unknown> {
  for (;;) {
    const line = await writer.line();
    if (line.startsWith('{')) return JSON.parse(line);
  }
}

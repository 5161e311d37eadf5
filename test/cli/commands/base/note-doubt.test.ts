import { expect, it } from 'vitest';
import { noteDoubt } from '../../../../src/cli/commands/base/note-doubt.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

it.each([
  [null, 0],
  [undefined, 0],
  [0.5, 0],
  [0.494, '(confidence 49 %). To choose another list: feedctl preview a --pick --profile p'],
])('a confidence of %s is doubted: %s', async (confidence, says) => {
  const notes: string[] = [];
  const note = async (text: string) => void notes.push(text);
  const context = { notes: { note }, globals: { profile: 'p' } } as unknown as Context;
  await noteDoubt(context, confidence, 'a');
  expect(notes).toEqual(says === 0 ? [] : [expect.stringContaining(String(says))]);
});

import { describe, expect, it } from 'vitest';
import { confirm } from '../../../../src/cli/commands/base/confirm.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

describe('a confirmation', () => {
  const asking = (answer: boolean, facts: { yes?: boolean; canAsk?: boolean } = {}) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const { yes = false, canAsk = true } = facts;
    const context = { globals: { yes }, prompts: { canAsk, confirm: ask } } as unknown as Context;
    const answered = confirm(context, 'Delete feed x? It is lost.', 'Nothing was deleted.');
    return { asked, answered };
  };

  it('is asked for, unless it was given', async () => {
    const yes = asking(true);
    await yes.answered;
    expect(yes.asked).toEqual(['Delete feed x? It is lost.']);
    await expect(asking(false).answered).rejects.toThrow('Cancelled. Nothing was deleted.');
    const given = asking(false, { yes: true });
    await given.answered;
    expect(given.asked).toEqual([]);
  });

  it.each([
    ['Delete feed x? It is lost.', 'this deletes feed x. It is lost.'],
    ['Replace key c?', 'this replaces key c.'],
    ['Apply it?', 'this applies it.'],
    ['Switch it?', 'this switches it.'],
    ['Destroy it?', 'this destroys it.'],
  ])('%s is refused without a terminal', async (question, statement) => {
    const context = { globals: {}, prompts: { canAsk: false } } as unknown as Context;
    await expect(confirm(context, question, '')).rejects.toThrow(
      `Not done: ${statement} Add --yes.`,
    );
  });
});

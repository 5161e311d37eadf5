import { expect, it } from 'vitest';
import { filtersInputSchema } from '../../../src/contract/filters/schemas.js';

const problem = (rule: string) =>
  filtersInputSchema.safeParse({ exclude: [rule] }).error?.issues[0]?.message;

it('quotes a rule that cannot match, and of one that is too long its start', () => {
  expect(problem('word')).toBeUndefined();
  expect(problem('  ')).toContain('cannot match (  ): ');
  expect(problem('a'.repeat(200))).toBeUndefined();
  const long = `${'abcdefghij'.repeat(20)}k`;
  expect(problem(long)).toContain(`cannot match (${long.slice(0, 40)}…): `);
});

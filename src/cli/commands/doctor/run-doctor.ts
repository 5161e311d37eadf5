import { type Finding, findingLines } from '../../checks/finding.js';
import { checksOf, factsOf } from '../../checks/table.js';
import { describe } from '../../errors/describe.js';
import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { MACHINE_CHECKS } from './machine-checks.js';
import { fail } from './result.js';

/** Runs every check, even after a failure, and prints a line for each. */
export async function runDoctor(context: Context): Promise<ExitCode | undefined> {
  const done: Finding[] = [];
  async function* checks() {
    for (const name of checksOf('machine')) {
      // The same failure twice does not help.
      const needs: readonly string[] = factsOf(name).needs ?? [];
      if (done.some(({ check, status }) => status === 'fail' && needs.includes(check))) continue;
      const results = await context
        .during(`Checking ${name}`, () => MACHINE_CHECKS[name](context))
        .catch((error: unknown) => {
          context.signal.throwIfAborted();
          const { message, detail = '', hint } = describe(error);
          return [fail(`${message} ${detail}`.trim(), hint)];
        });
      const found = results.map((result) => ({ check: name, ...result }));
      done.push(...found);
      yield* found;
    }
  }
  await context.output.rows(checks(), DOCTOR_VIEW);
  return done.some(({ status }) => status === 'fail') ? 9 : undefined;
}

const DOCTOR_VIEW: View = {
  one: 'check',
  many: 'checks',
  columns: columns('check status detail fixes', { status: { kind: 'text' } }),
  line: findingLines,
};

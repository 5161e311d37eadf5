import { type Finding, findingLines } from '../../checks/finding.js';
import { CHECKS, checkFacts, checksOf } from '../../checks/table.js';
import { describe } from '../../errors/describe.js';
import { type ExitCode, flag, optional, text } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { checkDatabase } from './check-database.js';
import { MACHINE_CHECKS } from './machine-checks.js';
import { fail } from './result.js';

const DOCTOR_SAMPLE = [
  {
    check: 'reachability',
    status: 'fail',
    detail: 'Cannot connect to feeds.example.com: connection refused.',
    fixes: ['feedctl auth login --base-url https://feeds.example.com'],
  },
];

const DATABASE_SAMPLE = [
  {
    check: 'dangling',
    status: 'fail',
    detail: 'Rows of items whose feed_id is in no row of feeds',
    rows: 3,
    examples: ['a1B2c3D4e5F6g7H8'],
    fixes: ['Restore a backup: feedctl service restore FILE'],
  },
];

export const doctor = defineVerb({
  name: 'doctor',
  summary: 'Check installation, connection and database',
  description: `Checks this installation and the service in use: ${checksOf('machine')
    .map((name) => CHECKS[name].doc)
    .join(
      '; ',
    )}. status is ok, warn or fail; fixes are the commands that fix the problem. Nothing is changed. Exits with 9 when a check fails.`,
  details: `
    --database checks the whole database instead: damage of the file (SQLite) or of indexes
    (PostgreSQL), texts that are not UTF-8 (SQLite), references to missing rows, and broken
    invariants of times, leases, deliveries and bundles. feedctl serve may keep running. It reads
    everything: a few seconds per gigabyte. Only problems are printed. Without --repair nothing is
    changed. Does not support --profile and --base-url.
  `,
  options: {
    database: optional(
      text(
        'DATABASE',
        'check a whole database: sqlite:FILE, postgres://… or env:NAME (default: the one of this machine)',
      ),
    ),
    repair: flag('with --database: replace bytes that are not UTF-8 in texts'),
  },
  requires: { repair: 'database' },
  examples: {
    'feedctl doctor': 'Find the cause of a problem',
    'feedctl doctor --profile work --json': 'Check another profile, for a bug report',
    'feedctl doctor --database': 'Check after a machine crash, or weekly from cron',
    "feedctl doctor --database --json | jq -r '.[].check'": 'Print only the kinds of findings',
  },
  output: DOCTOR_SAMPLE,
  otherOutput: { when: 'with --database', sample: DATABASE_SAMPLE },
  exitCodes: [3, 7, 9, 130, 143],
  async run(context, _args, { database, repair }) {
    if (database !== undefined) {
      return checkDatabase(context, database, { repair });
    }
    return runDoctor(context);
  },
});

/** Runs every check, even after a failure, and prints a line for each. */
async function runDoctor(context: Context): Promise<ExitCode | undefined> {
  const view: View = {
    one: 'check',
    many: 'checks',
    columns: columns('check status detail fixes', { status: { kind: 'text' } }),
    line: findingLines,
  };
  const done: Finding[] = [];
  async function* checks() {
    for (const name of checksOf('machine')) {
      // A check is skipped if one that it needs failed: it would report the same failure.
      const needs: readonly string[] = checkFacts(name).needs ?? [];
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
  await context.output.rows(checks(), view);
  return done.some(({ status }) => status === 'fail') ? 9 : undefined;
}

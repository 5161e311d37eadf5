import { accountFlags, type ExitCode, shellCommand } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { checkFeeds, type FeedCheck, type FixFacts } from './check-feeds.js';
import { type FeedMemory, judge, type Report } from './episodes.js';
import type { ProblemKind } from './examine.js';
import { HealthState } from './health-state.js';

export interface HealthOptions {
  /** Milliseconds. */
  maxAge: number | undefined;
  state: string | undefined;
  after: number | undefined;
  skipPublished: boolean;
}

/** Checks the feeds, prints reports and returns exit code 9 while there is a problem. */
export async function runHealth(
  context: Context,
  typed: readonly string[],
  options: HealthOptions,
): Promise<ExitCode | undefined> {
  const { state: path } = options;
  const checks = (memory: ReadonlyMap<string, FeedMemory>) =>
    checkFeeds(context, typed, memory, { ...options, maxAgeMs: options.maxAge });
  if (path === undefined) return reportAll(context, await checks(new Map()));
  return withLock(path, async () => {
    const state = await HealthState.open(path);
    return reportChanges(context, state, await checks(state.feeds), {
      after: options.after ?? 1,
      isWhole: typed.length === 0,
    });
  });
}

/** Without stored state: reports every problem. */
async function reportAll(
  context: Context,
  checks: readonly FeedCheck[],
): Promise<ExitCode | undefined> {
  const bad = checks.flatMap(({ found, ...check }) =>
    found === undefined ? [] : [{ check, report: { status: 'problem' as const, ...found } }],
  );
  const rows = bad.map(({ check, report }) => row(context, check, report, null));
  await context.output.rows(rows, HEALTH_VIEW);
  await noteUndated(context, checks);
  if (bad.length > 0) return 9;
  await context.notes.allWell(`No problems found in ${checks.length} feeds.`);
  return undefined;
}

/** With stored state: reports what is new. State is saved only after the reports were printed. */
async function reportChanges(
  context: Context,
  state: HealthState,
  checks: readonly FeedCheck[],
  { after, isWhole }: { after: number; isWhole: boolean },
): Promise<ExitCode | undefined> {
  const now = Date.now();
  const judged = checks.map((check) => ({
    check,
    ...judge(check.memory, check.found, { now, after }),
  }));
  const rows = judged.flatMap(({ check, report }) =>
    report === undefined ? [] : [row(context, check, report, new Date(report.since).toISOString())],
  );
  await context.output.rows(rows, HEALTH_VIEW);
  const seen = judged.map(({ check, memory }) => [check.id, memory] as const);
  // A deleted feed is also removed from the state.
  await state.save(new Map(isWhole ? seen : [...state.feeds, ...seen]));
  return judged.some(({ isBad }) => isBad) ? 9 : undefined;
}

function row(
  { globals }: Context,
  { id, title, fixFacts }: Pick<FeedCheck, 'id' | 'title' | 'fixFacts'>,
  { status, problem, detail, failingSince }: Omit<Report, 'since'>,
  since: string | null,
): object {
  const commands = status === 'recovered' ? [] : fixesFor(problem, id, fixFacts);
  const words = commands.map((each) =>
    shellCommand(['feedctl', ...each, ...accountFlags(globals)]),
  );
  return {
    status,
    problem,
    id,
    title,
    detail,
    since,
    failing_since: failingSince ?? null,
    fixes: words,
  };
}

async function noteUndated({ notes }: Context, checks: readonly FeedCheck[]): Promise<void> {
  const count = checks.filter(({ isAgeUnknown }) => isAgeUnknown).length;
  if (count === 0) return;
  const feeds = count === 1 ? '1 feed shows' : `${count} feeds show`;
  await notes.note(`${feeds} no dates, so their age is unknown. Use --state FILE to track it.`);
}

interface HealthRow {
  status: string;
  problem: string;
  id: string;
  title: string;
  detail: string;
  fixes: readonly string[];
}

/** A terminal prints each command on its own line, so that it can be copied. */
export const HEALTH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'status' },
    { field: 'problem' },
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'detail' },
    { field: 'since', kind: 'time' },
    { field: 'fixes' },
    { field: 'failing_since', kind: 'time' },
  ],
  line(row, paint) {
    const { status, problem, id, title, detail, fixes } = row as HealthRow;
    const word = status === 'recovered' ? paint.green('recovered') : paint.red(problem);
    const head = `${word}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...fixes.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};

/** The commands, as words after `feedctl`, that fix a problem or show details. */
export function fixesFor(
  problem: ProblemKind,
  id: string,
  { canRefresh }: FixFacts,
): readonly (readonly string[])[] {
  switch (problem) {
    case 'stale':
      return canRefresh ? [['refresh', id]] : [['open', id, '--source']];
    case 'inactive':
    case 'empty':
      return canRefresh ? [['refresh', id]] : [['feeds', 'delete', id]];
    case 'drifted':
      return [['repair', id]];
    case 'failing':
      return canRefresh
        ? [
            ['feeds', 'history', id],
            ['refresh', id],
            // The page may have another list now, or the site another feed.
            ['repair', id],
          ]
        : [['feeds', 'get', id, '--debug']];
    case 'unpublished':
    case 'not-a-feed':
      return [['open', id, '--print']];
    default:
      // Only the website of the service can take payments.
      return [];
  }
}

import { accountFlags, type ExitCode, shellCommand } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { type FeedMemory, judge, type Report } from './episodes.js';
import type { ProblemKind } from './examine.js';
import { HealthState } from './health-state.js';
import { type Look, lookAtFeeds, type MendFacts } from './look-at-feeds.js';

export interface HealthOptions {
  /** Milliseconds. */
  maxAge: number | undefined;
  state: string | undefined;
  after: number | undefined;
  skipPublished: boolean;
}

/** Looks at the feeds, prints what is to be told, and says by the exit code whether all is well. */
export async function runHealth(
  context: Context,
  typed: readonly string[],
  options: HealthOptions,
): Promise<ExitCode | undefined> {
  const { state: path } = options;
  const looks = (memory: ReadonlyMap<string, FeedMemory>) =>
    lookAtFeeds(context, typed, memory, { ...options, maxAgeMs: options.maxAge });
  if (path === undefined) return tellAll(context, await looks(new Map()));
  return withLock(path, async () => {
    const state = await HealthState.open(path);
    return tellNews(context, state, await looks(state.feeds), {
      after: options.after ?? 1,
      isWhole: typed.length === 0,
    });
  });
}

/** Without a memory: everything that is wrong. */
async function tellAll(context: Context, looks: readonly Look[]): Promise<ExitCode | undefined> {
  const bad = looks.flatMap(({ found, ...look }) =>
    found === undefined ? [] : [{ look, report: { status: 'problem' as const, ...found } }],
  );
  const rows = bad.map(({ look, report }) => row(context, look, report, null));
  await context.output.rows(rows, HEALTH_VIEW);
  await noteUndated(context, looks);
  if (bad.length > 0) return 9;
  await context.notes.allWell(`All is well with ${looks.length} feeds.`);
  return undefined;
}

/** With a memory: what was not told before. It is remembered as told only once it was printed. */
async function tellNews(
  context: Context,
  state: HealthState,
  looks: readonly Look[],
  { after, isWhole }: { after: number; isWhole: boolean },
): Promise<ExitCode | undefined> {
  const now = Date.now();
  const judged = looks.map((look) => ({ look, ...judge(look.memory, look.found, { now, after }) }));
  const rows = judged.flatMap(({ look, report }) =>
    report === undefined ? [] : [row(context, look, report, new Date(report.since).toISOString())],
  );
  await context.output.rows(rows, HEALTH_VIEW);
  const seen = judged.map(({ look, memory }) => [look.id, memory] as const);
  // A feed that is gone from the account takes its trouble with it.
  await state.save(new Map(isWhole ? seen : [...state.feeds, ...seen]));
  return judged.some(({ isBad }) => isBad) ? 9 : undefined;
}

function row(
  { globals }: Context,
  { id, title, mend }: Pick<Look, 'id' | 'title' | 'mend'>,
  { status, problem, detail }: Omit<Report, 'since'>,
  since: string | null,
): object {
  const commands = status === 'recovered' ? [] : mendOf(problem, id, mend);
  const words = commands.map((each) =>
    shellCommand(['feedctl', ...each, ...accountFlags(globals)]),
  );
  return { status, problem, id, title, detail, since, mend: words };
}

async function noteUndated({ notes }: Context, looks: readonly Look[]): Promise<void> {
  const count = looks.filter(({ isAgeUnknown }) => isAgeUnknown).length;
  if (count === 0) return;
  const feeds = count === 1 ? '1 feed shows' : `${count} feeds show`;
  await notes.note(
    `${feeds} no dates, so nobody knows their age; with --state FILE it is observed.`,
  );
}

interface HealthRow {
  status: string;
  problem: string;
  id: string;
  title: string;
  detail: string;
  mend: readonly string[];
}

/** Commands are there to be copied, so a terminal gets lines of their own instead of a column. */
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
    { field: 'mend' },
  ],
  line(row, paint) {
    const { status, problem, id, title, detail, mend } = row as HealthRow;
    const word = status === 'recovered' ? paint.green('recovered') : paint.red(problem);
    const head = `${word}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...mend.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};

/** The commands, as words after `feedctl`, that mend a trouble or show what it is. */
export function mendOf(
  problem: ProblemKind,
  id: string,
  { canRefresh }: MendFacts,
): readonly (readonly string[])[] {
  switch (problem) {
    case 'stale':
      return canRefresh ? [['refresh', id]] : [['open', id, '--source']];
    case 'inactive':
    case 'empty':
      return canRefresh ? [['refresh', id]] : [['feeds', 'delete', id]];
    case 'failing':
      return [['feeds', 'get', id, '--debug']];
    case 'unpublished':
    case 'not-a-feed':
      return [['open', id, '--print']];
    default:
      // Only the service's own pages take money.
      return [];
  }
}

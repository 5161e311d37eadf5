import { type Finding, findingLines, fixCommands } from '../../checks/finding.js';
import { checksOf, type HealthCheckName } from '../../checks/table.js';
import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import type { AccountFinding } from './account-checks.js';
import { checkAccount } from './check-account.js';
import { checkFeeds, type FeedCheck } from './check-feeds.js';
import { type FeedMemory, type Found, judge, type Report } from './episodes.js';
import { fixesFor } from './feed-checks.js';
import { HealthState } from './health-state.js';

export interface HealthOptions {
  /** Milliseconds. */
  maxAge: number | undefined;
  state: string | undefined;
  after: number | undefined;
  skipPublished: boolean;
  /** The checks to run. */
  wanted: readonly HealthCheckName[];
}

/** The result of the checks of a feed, or of one check of the account. */
interface Checked {
  /** Names it in the state: the id of a feed; the check and the ids of what it is about. */
  key: string;
  id: string;
  title: string;
  found: Found | undefined;
  /** Commands that fix it, as words after `feedctl`. */
  fixes: readonly (readonly string[])[];
  memory: FeedMemory;
  isAgeUnknown: boolean;
}

/** Checks feeds and account, prints reports and returns exit code 9 while there is a problem. */
export async function runHealth(
  context: Context,
  typed: readonly string[],
  options: HealthOptions,
): Promise<ExitCode | undefined> {
  const { state: path } = options;
  const checks = (memories: ReadonlyMap<string, FeedMemory>) =>
    checkAll(context, typed, memories, options);
  if (path === undefined) return reportAll(context, await checks(new Map()));
  return withLock(path, async () => {
    const state = await HealthState.open(path);
    return reportChanges(context, state, await checks(state.feeds), {
      after: options.after ?? 1,
      isWhole: typed.length === 0,
    });
  });
}

async function checkAll(
  context: Context,
  typed: readonly string[],
  memories: ReadonlyMap<string, FeedMemory>,
  { maxAge: maxAgeMs, skipPublished, wanted }: HealthOptions,
): Promise<Checked[]> {
  const options = { maxAgeMs, skipPublished, wanted };
  const feeds = (await checkFeeds(context, typed, memories, options)).map(ofFeed);
  // Those compare all feeds of the account.
  const ofAccount = typed.length > 0 ? [] : checksOf('account');
  const checks = ofAccount.filter((check) => wanted.includes(check));
  const found = await checkAccount(context, checks);
  const titles = new Map(feeds.map(({ id, title }) => [id, title]));
  const known = found.map((each) => ofFinding(each, memories));
  const gone = [...memories.keys()]
    .filter((key) => checks.some((check) => key.startsWith(`${check} `)))
    .filter((key) => known.every((each) => each.key !== key))
    .map((key) => resolved(key, titles, memories));
  return [...feeds, ...known, ...gone];
}

function ofFeed({ found, fixFacts, ...check }: FeedCheck): Checked {
  const fixes = found === undefined ? [] : fixesFor(found.check, check.id, fixFacts);
  return { ...check, key: check.id, found, fixes };
}

function ofFinding(
  { check, id, title, member, detail, fixes }: AccountFinding,
  memories: ReadonlyMap<string, FeedMemory>,
): Checked {
  const key = [check, id, ...(member === undefined ? [] : [member])].join(' ');
  const memory = memories.get(key) ?? {};
  return { key, id, title, found: { check, detail }, fixes, memory, isAgeUnknown: false };
}

/** A finding of an earlier run that is no longer there. */
function resolved(
  key: string,
  titles: ReadonlyMap<string, string>,
  memories: ReadonlyMap<string, FeedMemory>,
): Checked {
  const [, id = ''] = key.split(' ');
  const memory = memories.get(key) ?? {};
  const title = titles.get(id) ?? '';
  return { key, id, title, found: undefined, fixes: [], memory, isAgeUnknown: false };
}

/** Without stored state: reports every problem. */
async function reportAll(
  context: Context,
  checks: readonly Checked[],
): Promise<ExitCode | undefined> {
  const rows = checks.flatMap((check) =>
    check.found === undefined
      ? []
      : [row(context, check, { status: 'problem', ...check.found }, null)],
  );
  await context.output.rows(rows, HEALTH_VIEW);
  await noteUndated(context, checks);
  if (rows.length > 0) return 9;
  const count = checks.length === 1 ? '1 feed' : `${checks.length} feeds`;
  await context.notes.allWell(`No problems found in ${count}.`);
  return undefined;
}

/** With stored state: reports what is new. State is saved only after the reports were printed. */
async function reportChanges(
  context: Context,
  state: HealthState,
  checks: readonly Checked[],
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
  const seen = judged
    .filter(({ check, memory }) => check.key === check.id || memory.episode !== undefined)
    .map(({ check, memory }) => [check.key, memory] as const);
  // A deleted feed is also removed from the state.
  await state.save(new Map(isWhole ? seen : [...state.feeds, ...seen]));
  return judged.some(({ isBad }) => isBad) ? 9 : undefined;
}

function row(
  { globals }: Context,
  { id, title, fixes }: Checked,
  { status, check, detail, failingSince }: Omit<Report, 'since'>,
  since: string | null,
): Finding & { since: string | null; failing_since: string | null } {
  const commands = fixCommands(status === 'recovered' ? [] : fixes, globals);
  const failing_since = failingSince ?? null;
  return { status, check, id, title, detail, since, failing_since, fixes: commands };
}

async function noteUndated({ notes }: Context, checks: readonly Checked[]): Promise<void> {
  const count = checks.filter(({ isAgeUnknown }) => isAgeUnknown).length;
  if (count === 0) return;
  const feeds = count === 1 ? '1 feed shows' : `${count} feeds show`;
  await notes.note(`${feeds} no dates, so their age is unknown. Use --state FILE to track it.`);
}

export const HEALTH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns('status check id title detail since fixes failing_since', {
    status: { kind: 'text' },
    failing_since: { heading: 'failing_since' },
  }),
  line: findingLines,
};

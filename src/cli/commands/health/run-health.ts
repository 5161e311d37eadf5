import { isObject } from '../../../base/json.js';
import { counted } from '../../../base/text.js';
import { type Finding, findingLines, fixCommands } from '../../checks/finding.js';
import { repairedTimes } from '../../checks/repaired-times.js';
import { checksOf } from '../../checks/table.js';
import type { ExitCode } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { StateFile } from '../../state/state-file.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { checkAccount } from './account-checks.js';
import { type CheckOptions, checkFeeds } from './check-feeds.js';
import type { Checked, FeedMemory, Memories } from './checked.js';
import { judge, type Report } from './episodes.js';

interface HealthOptions extends CheckOptions {
  /** File that remembers what was reported. */
  state: string | undefined;
  after: number | undefined;
}

/** Checks feeds and account, prints reports and returns exit code 9 while there is a problem. */
export async function runHealth(
  context: Context,
  typed: readonly string[],
  options: HealthOptions,
): Promise<ExitCode | undefined> {
  const { state: path, after = 1 } = options;
  if (path === undefined) {
    const code = await reportAll(context, await checkAll(context, typed, new Map(), options));
    if (typed.length === 0) await noteRepairedTimes(context);
    return code;
  }
  return withLock(path, async () => {
    const file = healthState(path);
    const before = new Map(Object.entries((await file.read())?.feeds ?? {}));
    const checks = await checkAll(context, typed, before, options);
    const { seen, code } = await reportChanges(context, checks, after);
    // Saved after the reports were printed. A deleted feed is also removed from the state.
    const kept = typed.length === 0 ? seen : [...before, ...seen];
    await file.write({ version: 1, feeds: Object.fromEntries(kept) });
    return code;
  });
}

async function checkAll(
  context: Context,
  typed: readonly string[],
  memories: Memories,
  options: CheckOptions,
): Promise<Checked[]> {
  const { checks: feeds, account } = await checkFeeds(context, typed, memories, options);
  // Checks that compare all feeds of the account.
  const ofAccount = typed.length > 0 ? [] : checksOf('account');
  const checks = ofAccount.filter((check) => options.wanted.includes(check));
  const found = (await checkAccount(context, checks, account)).map(
    ({ check, id, title, member, detail, fixes }): Checked => {
      const key = [check, id, member].filter(Boolean).join(' ');
      return { key, id, title, found: { check, detail }, fixes, memory: memories.get(key) ?? {} };
    },
  );
  const isResolved = (key: string) =>
    checks.some((check) => key.startsWith(`${check} `)) && found.every((each) => each.key !== key);
  const resolved = [...memories].flatMap(([key, memory]): Checked[] => {
    if (!isResolved(key)) return [];
    const [, id = ''] = key.split(' ');
    const title = feeds.find((feed) => feed.id === id)?.title ?? '';
    return [{ key, id, title, found: undefined, fixes: [], memory }];
  });
  return [...feeds, ...found, ...resolved];
}

/** Reports every problem, because there is no stored state. */
async function reportAll(
  context: Context,
  checks: readonly Checked[],
): Promise<ExitCode | undefined> {
  const { output, notes } = context;
  const rows = checks.flatMap((check) =>
    check.found === undefined ? [] : [row(context, check, { status: 'problem', ...check.found })],
  );
  await output.rows(rows, HEALTH_VIEW);
  const undated = checks.filter(({ isAgeUnknown }) => isAgeUnknown).length;
  if (undated > 0) {
    const feeds = counted(undated, 'feed shows', 'feeds show');
    await notes.note(`${feeds} no dates, so their age is unknown. Use --state FILE to track it.`);
  }
  if (rows.length > 0) return 9;
  await notes.allWell(`No problems found in ${counted(checks.length, 'feed')}.`);
  return undefined;
}

/** Explains why feeds were silent until now. */
async function noteRepairedTimes(context: Context): Promise<void> {
  const client = await context.client();
  if ((await client.detectService()).version === null) return;
  for (const sentence of repairedTimes(await client.getServiceHealth())) {
    await context.notes.warn(sentence);
  }
}

/** Reports what is new since the stored state. */
async function reportChanges(context: Context, checks: readonly Checked[], after: number) {
  const now = Date.now();
  const judged = checks.map((check) => ({
    check,
    ...judge(check.memory, check.found, { now, after }),
  }));
  const rows = judged.flatMap(({ check, report }) => (report ? [row(context, check, report)] : []));
  await context.output.rows(rows, HEALTH_VIEW);
  const seen = judged
    .filter(({ check, memory }) => check.key === check.id || memory.episode !== undefined)
    .map(({ check, memory }) => [check.key, memory] as const);
  return { seen, code: judged.some(({ isBad }) => isBad) ? (9 as const) : undefined };
}

function row(
  { globals }: Context,
  { id, title, fixes }: Checked,
  { status, check, detail, failingSince, since }: Omit<Report, 'since'> & { since?: number },
): Finding & { since: string | null; failing_since: string | null } {
  return {
    ...{ status, check, id, title, detail },
    since: since === undefined ? null : new Date(since).toISOString(),
    failing_since: failingSince ?? null,
    fixes: fixCommands(status === 'recovered' ? [] : fixes, globals),
  };
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

interface Stored {
  version: 1;
  feeds: Record<string, FeedMemory>;
}

/** The state that `health --state FILE` keeps between runs. */
function healthState(path: string): StateFile<Stored> {
  return new StateFile(path, isStored);
}

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || value.version !== 1 || !isObject(value.feeds)) return false;
  return Object.values(value.feeds).every(isMemory);
}

function isMemory(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { episode, newest, newSeenAt } = value;
  if (!['undefined', 'string'].includes(typeof newest)) return false;
  if (!['undefined', 'number'].includes(typeof newSeenAt)) return false;
  if (episode === undefined) return true;
  return (
    isObject(episode) &&
    typeof episode.check === 'string' &&
    typeof episode.since === 'number' &&
    typeof episode.count === 'number' &&
    typeof episode.told === 'boolean'
  );
}

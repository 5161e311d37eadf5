import { startProgress } from '../../bulk/progress.js';
import { deliverBeforeExit } from '../../connection/deliver-before-exit.js';
import { explained, type Service } from '../../connection/embedded.js';
import { CliError, UsageError } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import type { Context } from '../../verbs/context.js';
import { REFRESH_VIEW } from './refresh.js';

/** Longest time for clearing away what is old, in milliseconds. */
const CLEARING_MS = 2000;

interface RefreshOptions {
  ids: readonly string[];
  due: boolean;
  all: boolean;
}

type Outcome =
  ReturnType<Awaited<ReturnType<Service['refresher']>>['refresh']> extends AsyncGenerator<infer One>
    ? One
    : never;

/** Refreshes the chosen feeds of the embedded service and prints what came of each. */
export async function runRefresh(context: Context, options: RefreshOptions): Promise<undefined> {
  const typed = selectionOf(options);
  const service = await context.embedded();
  if (service === null) throw notEmbedded();
  const selection = typeof typed === 'object' ? await named(context, typed.ids) : typed;
  const { owner } = service;
  const refresher = await service.refresher();
  context.signal.addEventListener('abort', () => void refresher.close(), { once: true });
  const ids = await refresher.select(owner, selection);
  const failed: Outcome[] = [];
  async function* results() {
    const progress = startProgress(context, 'Fetching', ids.length);
    try {
      for await (const outcome of refresher.refresh(owner, ids)) {
        progress.step(outcome.outcome === 'failed');
        if (outcome.outcome === 'failed') failed.push(outcome);
        yield row(outcome);
      }
    } finally {
      await progress.end();
    }
  }
  if (ids.length === 0) await context.notes.allWell(nothingTo(selection));
  await explained(() => context.output.rows(results(), REFRESH_VIEW));
  if (!context.signal.aborted) {
    await deliverBeforeExit(service, context);
    await clearAway(service, context);
  }
  if (failed.length > 0 && !context.signal.aborted) throw someFailed(failed, ids.length);
  return undefined;
}

/** Who refreshes by cron has no `serve` that keeps the database small. Mostly it is one look. */
async function clearAway(service: Service, { signal }: Context): Promise<void> {
  const retention = await service.retention();
  // What is not done now is gone on with next time: it must not spoil a refresh that went well.
  await retention.doDue({ withinMs: CLEARING_MS, signal }).catch(() => undefined);
}

function selectionOf({ ids, due, all }: RefreshOptions) {
  const given = [ids.length > 0 && 'feeds', due && '--due', all && '--all'].filter(Boolean);
  if (given.length > 1) {
    throw new UsageError(`Give one of feeds, --due and --all, not ${given.join(' and ')}.`);
  }
  if (ids.includes('')) throw new UsageError('An id is empty.');
  if (ids.length > 0) return { ids };
  return all ? 'all' : 'due';
}

async function named(context: Context, ids: readonly string[]) {
  return { ids: await resolveIds(context, ids, { of: 'either', verb: 'get', reads: true }) };
}

function row(outcome: Outcome): object {
  const { feedId, title, itemsNew, itemsChanged, error, nextRefreshAt } = outcome;
  return {
    id: feedId,
    title,
    outcome: outcome.outcome,
    items_new: itemsNew,
    items_changed: itemsChanged,
    error,
    next_refresh_at: nextRefreshAt === null ? null : new Date(nextRefreshAt).toISOString(),
  };
}

function nothingTo(selection: ReturnType<typeof selectionOf>): string {
  if (selection === 'due') return 'No feed is due. To refresh all of them: feedctl refresh --all';
  return typeof selection === 'object' ? 'The bundle has no feeds.' : 'There are no feeds yet.';
}

function someFailed(failed: readonly Outcome[], asked: number): CliError {
  const [first] = failed;
  const missing = first?.error?.code.endsWith('_NOT_FOUND') === true;
  if (asked === 1 && missing && first.error !== null) {
    return new CliError(first.error.message, {
      exitCode: 3,
      code: first.error.code,
      hint: 'See which feeds there are: feedctl feeds list --all',
    });
  }
  return new CliError(
    asked === 1
      ? 'The feed could not be refreshed.'
      : `${failed.length} of ${asked} feeds could not be refreshed.`,
    {
      exitCode: 8,
      code: 'SOME_FAILED',
      detail: failed.map(({ feedId, error }) => `${feedId}: ${error?.message}`).join('\n'),
    },
  );
}

function notEmbedded(): CliError {
  return new CliError(
    'feedctl refresh is for the service inside feedctl; a remote service refreshes its feeds by itself.',
    {
      exitCode: 2,
      code: 'EMBEDDED_ONLY',
      hint: 'For the feeds on this machine: feedctl refresh --profile embedded',
    },
  );
}

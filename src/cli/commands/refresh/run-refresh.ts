import type { RefreshOutcome, RefreshSelection } from '../../../client/index.js';
import { startProgress } from '../../bulk/progress.js';
import { CliError, UsageError } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import type { Context } from '../../verbs/context.js';
import { REFRESH_VIEW } from './refresh.js';

/**
 * How long the service fetches before each response, in seconds: short, so that results are printed
 * while other feeds are still being fetched.
 */
const WAIT_S = 2;

export interface RefreshOptions {
  ids: readonly string[];
  due: boolean;
  all: boolean;
  reread: boolean;
}

/** Fetches the selected feeds and prints the results. */
export async function runRefresh(context: Context, options: RefreshOptions): Promise<undefined> {
  const typed = selectionOf(options);
  const client = await context.client();
  const chosen = typed.ids === undefined ? typed : await named(context, typed.ids);
  const selection = options.reread ? { ...chosen, reread: true } : chosen;
  const { timeout } = context.globals;
  // The response must arrive well before the request times out.
  const waitSeconds = timeout === undefined ? WAIT_S : Math.min(WAIT_S, timeout / 2000);
  const failed: RefreshOutcome[] = [];
  let asked = 0;
  async function* results() {
    let progress: ReturnType<typeof startProgress> | undefined;
    try {
      for await (const batch of client.refreshes(selection, { waitSeconds })) {
        progress ??= startProgress(context, 'Fetching', batch.results.length + batch.remaining);
        for (const outcome of batch.results) {
          asked += 1;
          progress.step(outcome.outcome === 'failed');
          if (outcome.outcome === 'failed') failed.push(outcome);
          yield outcome;
        }
      }
    } finally {
      await progress?.end();
    }
  }
  await context.output.rows(results(), REFRESH_VIEW);
  if (asked === 0) await context.notes.allWell(nothingTo(selection));
  await (await context.upkeep())?.all();
  if (failed.length > 0 && !context.signal.aborted) throw someFailed(failed, asked);
  return undefined;
}

function selectionOf({ ids, due, all }: RefreshOptions): RefreshSelection {
  const given = [ids.length > 0 && 'feeds', due && '--due', all && '--all'].filter(Boolean);
  if (given.length > 1) {
    throw new UsageError(`Pass feeds, --due or --all, not ${given.join(' and ')}.`);
  }
  if (ids.includes('')) throw new UsageError('An id must not be empty.');
  if (ids.length > 0) return { ids: [...ids] };
  return all ? { all } : { due: true };
}

async function named(context: Context, ids: readonly string[]): Promise<RefreshSelection> {
  return { ids: await resolveIds(context, ids, { of: 'either', verb: 'get', reads: true }) };
}

function nothingTo({ ids, due }: RefreshSelection): string {
  if (due === true) return 'No feed is due. To refresh all feeds: feedctl refresh --all';
  return ids === undefined ? 'There are no feeds yet.' : 'The bundle has no feeds.';
}

function someFailed(failed: readonly RefreshOutcome[], asked: number): CliError {
  const [first] = failed;
  const missing = first?.error?.code.endsWith('_NOT_FOUND') === true;
  if (asked === 1 && missing && first.error !== null) {
    return new CliError(first.error.message, {
      exitCode: 3,
      code: first.error.code,
      hint: 'List the feeds: feedctl feeds list --all',
    });
  }
  return new CliError(
    asked === 1
      ? 'The feed could not be refreshed.'
      : `${failed.length} of ${asked} feeds could not be refreshed.`,
    {
      exitCode: 8,
      code: 'SOME_FAILED',
      detail: failed.map(({ id, error }) => `${id}: ${error?.message}`).join('\n'),
    },
  );
}

import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { createFeeds, resultJson, type SourceResult } from '../../bulk/create-feeds.js';
import { serviceKind } from '../../bulk/known-feeds.js';
import type { SourceRequest } from '../../bulk/make-feed.js';
import { startProgress } from '../../bulk/progress.js';
import { readInput } from '../../bulk/read-input.js';
import { wantedAddress } from '../../bulk/source-address.js';
import {
  CliError,
  commandAgain,
  type ExitCode,
  shellCommand,
  UsageError,
} from '../../kit/index.js';
import { spareMemory } from '../../kit/v8-flags.js';
import { readApart } from '../../manifest/read/read-apart.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { type FeedValues, isNews } from '../../sources/model.js';
import { MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { firstFlag, readFields } from '../base/index.js';
import type { CreateOptions } from './create-options.js';
import { createTools } from './create-tools.js';

/** Results for several sources: one row each. */
const RESULTS_VIEW: View = {
  one: 'source',
  many: 'sources',
  columns: columns('input:1 ok:2 created:5 feed.id:3 feed.title:6 error.message:4'),
};

type Failed = Extract<SourceResult, { ok: false }>;

/**
 * Creates many feeds and prints a result for each source, in order. Ends with a note on what is left
 * and the command that resumes.
 *
 * @throws {CliError} exit code 8 when some failed
 */
export async function createMany(
  context: Context,
  options: CreateOptions,
): Promise<ExitCode | undefined> {
  const wanted = await readWanted(context, options);
  // Without sources, no account is needed.
  if (wanted.length === 0) {
    await context.output.inOtherShape().rows([], RESULTS_VIEW);
    return undefined;
  }
  spareMemory();
  const made = await createTools(context, wanted, options);
  const kind = await serviceKind(made.client);
  const progress = startProgress(context, 'Creating', wanted.length);
  const tools = { ...made, ...kind, onWait: progress.waiting, waitsForStore: true };
  const failed: Failed[] = [];
  const withValues = new Set(wanted.filter(hasValues).map(({ input }) => input));
  let unchanged = 0;
  let count = 0;
  let stopped: { error: unknown } | undefined;
  async function* results() {
    try {
      for await (const result of createFeeds(wanted, tools)) {
        if (!result.ok) failed.push(result);
        else if (!result.created && withValues.has(result.input)) unchanged += 1;
        progress.step(!result.ok);
        yield resultJson(result);
        // Rows count only after they were printed.
        count += 1;
      }
    } catch (error) {
      // Finish the printed document before throwing.
      stopped = { error };
    } finally {
      await progress.end();
    }
  }
  await context.output.inOtherShape().rows(results(), RESULTS_VIEW);
  if (stopped !== undefined) {
    if (count > 0 || context.signal.aborted) {
      await context.notes.warn(
        `Stopped after ${count} of ${wanted.length} sources. ${resume(options, context.typed)}`,
      );
    }
    throw stopped.error;
  }
  await noteUnchanged(context, unchanged, options);
  throwFailures(failed, count);
  await context.noteUnserved();
  return undefined;
}

async function readWanted(context: Context, options: CreateOptions): Promise<SourceRequest[]> {
  const { url, fromFile, region } = options;
  const values = readFields(FEED_FIELDS, options);
  const given = KEYWORD_MODES.find((mode) => options[mode] !== undefined);
  const single =
    firstFlag(values, (_, name) => !OF_MANY.includes(name)) ??
    (given && `--${given}`) ??
    (region && '--region') ??
    (options.with && '--with');
  if (single !== undefined) {
    throw new UsageError(
      `${single} works for a single feed, not with several URLs or --from-file.`,
      {
        hint: 'Write the feeds to a YAML file, with what each of them needs: feedctl apply feeds.yaml',
      },
    );
  }
  const typed = url.map(wantedAddress).map((wanted) => reading(wanted, values));
  if (fromFile === undefined) return typed;
  const { bytes, name } = await readInput(context, fromFile, MAX_FILE_BYTES);
  const read = await readApart('sources', { bytes, name, options: null }, context.signal);
  if (read.length === 0) await context.notes.note(`No sources in ${name}.`);
  return [...typed, ...read];
}

/** True if a row has more than its source. */
function hasValues(one: SourceRequest): boolean {
  const { mode: _, from: _document, ...others } = ('values' in one && one.values) || {};
  return Object.keys(others).length > 0;
}

/** Existing feeds keep their titles and settings: only `import` and `apply` change them. */
async function noteUnchanged(
  { notes }: Context,
  count: number,
  { fromFile }: CreateOptions,
): Promise<void> {
  if (count === 0 || fromFile === undefined) return;
  const were = count === 1 ? '1 existing feed was' : `${count} existing feeds were`;
  const command = shellCommand(['feedctl', 'import', fromFile]);
  await notes.note(`${were} not changed. To change them as the file says: ${command}`);
}

/**
 * Fields that several new feeds can share; the last two only apply to addresses on the command
 * line.
 */
const OF_MANY = ['filters', 'from', 'mode'];

function reading(wanted: SourceRequest, { from, mode }: FeedValues): SourceRequest {
  if ('problem' in wanted || isNews(wanted.source)) return wanted;
  const { url } = wanted.source;
  return {
    ...wanted,
    ...(mode !== undefined && { source: { url, mode } }),
    ...(from !== undefined && { values: { from } }),
  };
}

/** The command that resumes. */
function resume({ fromFile, url }: CreateOptions, typed: readonly string[]): string {
  return fromFile === undefined || fromFile === '-' || url.length > 0
    ? 'To resume, run the same command again with --ensure.'
    : `To resume without duplicates: ${commandAgain(typed, ['--ensure'])}`;
}

function throwFailures(failed: readonly Failed[], count: number): void {
  if (failed.length === 0) return;
  throw new CliError(`${failed.length} of ${count} sources failed.`, {
    exitCode: 8,
    code: 'SOME_FAILED',
    detail: failed.map(({ input, error }) => `${input}: ${error.message}`).join('\n'),
    hint: `${failed.length === count ? 'No feed was created.' : 'The others were created.'} To retry these, run the command again with --ensure.`,
  });
}

import { counted, firstLines } from '../../../base/text.js';
import type { BuiltSite } from '../../connection/site-service.js';
import { CliError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { feedProblem, hasFailed, needsAttention } from './report.js';

type FeedReport = BuiltSite['feeds'][number];

interface Result {
  built: BuiltSite;
  written: readonly string[];
  removed: readonly string[];
}

/** Prints what the build did, and which bundles have more items than their files. */
export async function printResult(
  { output, notes }: Pick<Context, 'output' | 'notes'>,
  out: string,
  { built, written, removed }: Result,
): Promise<void> {
  for (const { title, summary, isCut } of built.bundles) {
    if (!isCut) continue;
    await notes.note(
      `The files of the bundle "${title}" hold its newest ${summary.items} items; those of its feeds hold all.`,
    );
  }
  if (output.format !== 'table') {
    const { feeds, bundles } = built;
    const document = {
      out,
      written,
      removed,
      feeds: feeds.map(feedJson),
      bundles: bundles.map(({ slug, title, summary, isCut }) => ({
        slug,
        title,
        items: summary.items,
        complete: !isCut,
      })),
    };
    return output.record(document, { fields: [] });
  }
  const fetched = built.feeds.filter((feed) => feed.fetched !== null);
  const items = fetched.reduce((sum, feed) => sum + (feed.fetched?.itemsNew ?? 0), 0);
  const failed = fetched.filter(hasFailed).length;
  const parts = [
    `${fetched.length - failed} of ${built.feeds.length} sources fetched`,
    counted(items, 'new item'),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    written.length + removed.length === 0
      ? `${out} is up to date`
      : `${counted(written.length, 'file')} written to ${out}`,
    ...(removed.length === 0 ? [] : [`${removed.length} deleted`]),
  ];
  await output.report(`${parts.join(', ')}.`);
}

function feedJson({ slug, title, source, health, fetched, summary, error }: FeedReport): object {
  return {
    slug,
    title: summary?.title ?? title,
    source,
    health,
    outcome: fetched?.outcome ?? null,
    new: fetched?.itemsNew ?? 0,
    changed: fetched?.itemsChanged ?? 0,
    items: summary?.items ?? 0,
    error,
  };
}

/** @throws {CliError} exit code 8 when sources failed; 9 with `strict` when a feed needs attention */
export function throwProblems({ feeds }: BuiltSite, strict: boolean): void {
  const failed = feeds.filter(hasFailed);
  const problems = strict ? feeds.filter(needsAttention) : failed;
  if (problems.length === 0) return;
  const all = counted(feeds.length, 'feed');
  const isNone = failed.length === feeds.length;
  const fetched = isNone
    ? `None of ${all} could be fetched.`
    : `${failed.length} of ${all} could not be fetched.`;
  const message = strict ? `${problems.length} of ${all} need attention.` : fetched;
  throw new CliError(message, {
    exitCode: strict ? 9 : 8,
    code: strict ? 'UNHEALTHY' : 'SOME_FAILED',
    detail: problemLines(problems).join('\n'),
    hint: `${isNone ? 'Is this machine online? ' : ''}The site was written; these feeds keep their last items. The next build tries again.`,
  });
}

/** Maximum number of problems that are listed; the report and `--json` have all. */
const MAX_LISTED = 20;

function problemLines(problems: BuiltSite['feeds']): string[] {
  const lines = problems.map((feed) => `${feed.slug ?? feed.source}: ${feedProblem(feed)}`);
  return firstLines(lines, MAX_LISTED, '; --report FILE has all');
}

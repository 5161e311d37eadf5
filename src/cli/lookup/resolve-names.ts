import { collect } from '../../base/collect.js';
import { firstLines } from '../../base/text.js';
import type { BundleSummary, FeedClient, FeedSummary } from '../../client/index.js';
import { isBundleId } from '../../contract/ids.js';
import { CliError, shellCommand, UsageError } from '../kit/index.js';
import type { Context } from '../verbs/context.js';
import { isFullId, matchName, mayBeId, type Named, similarNames } from './match-name.js';

/** Number of candidates shown; the rest is only counted. */
const SHOWN = 10;

export interface NameRequest {
  /** What the command works on. `_…` is always a bundle. */
  of: 'feeds' | 'bundles' | 'either';
  /** The verb, to suggest it for the other kind. */
  verb: string;
  /** Nothing is changed, so titles in another case and unique title prefixes are accepted. */
  reads?: boolean;
  /** Data is lost, so without a terminal only full ids are accepted. */
  destroys?: boolean;
}

/** An id, with its title when it was looked up. */
interface Resolved {
  id: string;
  title?: string;
}

/**
 * Resolves ids. A full id costs no request; a title, a source or published address, or an id
 * prefix is looked up in the account. Of several, one without a match that may be an id is returned
 * unchanged: the command goes on with the others, and reports what the service says of it.
 *
 * @throws {UsageError} for an id of the other kind and for an ambiguous text
 * @throws {CliError} exit code 3 for a text without a match
 */
export async function resolveNames(
  context: Context,
  typed: readonly string[],
  request: NameRequest,
): Promise<Resolved[]> {
  checkSort(typed, request);
  const { destroys = false } = request;
  const canAsk = context.prompts.canAsk;
  // Without --yes such a command refuses before it sends anything.
  const isHopeless = destroys && !canAsk && !context.globals.yes;
  // The confirmation names what is deleted.
  const isAsked = destroys && canAsk && !context.globals.yes;
  const short = typed.find((text) => !isFullId(text));
  if (isHopeless && short !== undefined) throw notInFull(short, request);
  if (isHopeless || (!isAsked && short === undefined)) return typed.map((id) => ({ id }));
  const client = await context.client();
  const all = await context.during('Looking up names', () => readNames(client, typed, request));
  return typed.map((text) => {
    if (isFullId(text) && !isAsked) return { id: text };
    const found = findOne(text, all, request);
    if (found === undefined) {
      const similar = similarNames(text, all);
      if (typed.length > 1 && similar.length === 0 && mayBeId(text)) return { id: text };
      throw unknown(text, similar, request);
    }
    if (destroys && !canAsk && found.id !== text) throw notInFull(text, request, found);
    return found;
  });
}

/** `resolveNames` for one text. */
export async function resolveName(
  context: Context,
  typed: string,
  request: NameRequest,
): Promise<string> {
  const [found] = await resolveNames(context, [typed], request);
  return found?.id ?? typed;
}

/** `resolveNames` when only the ids matter; removes duplicates. */
export async function resolveIds(
  context: Context,
  typed: readonly string[],
  request: NameRequest,
): Promise<string[]> {
  const found = await resolveNames(context, typed, request);
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * Rejects ids of the other kind before any request: they are easily confused, and the service
 * would only report "not found".
 */
export function checkSort(typed: readonly string[], { of, verb }: NameRequest): void {
  if (typed.includes('')) throw new UsageError('An id must not be empty.');
  if (of === 'either') return;
  const isClear = (text: string) => isFullId(text) || /^_\w*$/.test(text);
  const stray = typed.find((text) => isClear(text) && isBundleId(text) !== (of === 'bundles'));
  if (stray === undefined) return;
  const other = of === 'feeds' ? 'bundles' : 'feeds';
  const problem =
    of === 'feeds'
      ? 'is the id of a bundle; this command takes feeds.'
      : 'is not the id of a bundle: bundle ids start with "_".';
  throw new UsageError(`"${stray}" ${problem}`, {
    hint: `For ${other}: ${shellCommand(['feedctl', other, verb, stray])}`,
  });
}

async function readNames(
  client: FeedClient,
  typed: readonly string[],
  { of }: NameRequest,
): Promise<Named[]> {
  const names = typed.filter((text) => !isFullId(text));
  const wantsFeeds = of === 'feeds' || (of === 'either' && !names.every(isBundleId));
  const [bundles, feeds] = await Promise.all([
    of === 'feeds' ? [] : collect(client.bundles()),
    wantsFeeds ? collect(client.feeds()) : [],
  ]);
  return [...feeds.map(namedFeed), ...bundles.map(namedBundle)];
}

function namedFeed({ id, title, source_url, rss_feed_url }: FeedSummary): Named {
  return { id, title, source: source_url, published: rss_feed_url };
}

/** A bundle by what people call it. */
export function namedBundle({ id, name, rss_feed_url }: BundleSummary): Named {
  return { id, title: name, source: '', published: rss_feed_url };
}

function findOne(text: string, all: readonly Named[], request: NameRequest): Named | undefined {
  const [first, ...others] = matchName(text, all, { loosely: request.reads === true });
  if (first !== undefined && others.length > 0) throw ambiguous(text, [first, ...others]);
  return first;
}

function ambiguous(text: string, candidates: readonly Named[]): UsageError {
  return new UsageError(`"${text}" is ambiguous: it matches ${candidates.length}.`, {
    detail: firstLines(candidates.map(line), SHOWN).join('\n'),
    hint: 'Pass the id of one of them.',
  });
}

function unknown(text: string, similar: readonly Named[], { of }: NameRequest): CliError {
  const what = { feeds: 'feed', bundles: 'bundle', either: 'feed or bundle' }[of];
  const noun = of === 'bundles' ? 'bundles' : 'feeds';
  const shown = similar.slice(0, 3);
  return new CliError(`There is no ${what} "${text}".`, {
    exitCode: 3,
    code: of === 'bundles' ? 'BUNDLE_NOT_FOUND' : 'FEED_NOT_FOUND',
    ...(shown.length > 0 && { detail: `Similar:\n${shown.map(line).join('\n')}` }),
    hint:
      similar.length === 1
        ? 'Pass the id or the full title.'
        : `List the ${noun}: feedctl ${noun} list --all`,
  });
}

/** @param found what the text means; undefined where nothing was looked up */
function notInFull(text: string, { verb, of }: NameRequest, found?: Named): UsageError {
  const noun = (found === undefined ? of === 'bundles' : isBundleId(found.id))
    ? 'bundles'
    : 'feeds';
  const message = `"${text}" is not a full id. Deleting without a terminal requires the full id and --yes.`;
  if (found === undefined)
    return new UsageError(message, { hint: `The ids: feedctl ${noun} list --all` });
  return new UsageError(message, {
    detail: line(found),
    hint: `To use that one: ${shellCommand(['feedctl', noun, verb, found.id, '--yes'])}`,
  });
}

function line({ id, title, source }: Named): string {
  return [id, title, source].filter((part) => part !== '').join('  ');
}

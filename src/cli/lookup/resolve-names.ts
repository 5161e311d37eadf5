import { collect } from '../../base/collect.js';
import { firstLines } from '../../base/text.js';
import type {
  ApiKey,
  BundleSummary,
  FeedClient,
  FeedSummary,
  Webhook,
} from '../../client/index.js';
import { isBundleId } from '../../contract/ids.js';
import { CliError, shellCommand, UsageError } from '../kit/index.js';
import type { Context } from '../verbs/context.js';
import { isFullId, matchName, mayBeId, type Named, similarNames } from './match-name.js';

/** Number of candidates shown; the rest is only counted. */
const SHOWN = 10;

export interface NameRequest {
  /** The kind of resource that the command takes. `_…` is always a bundle. */
  of: Noun | 'either';
  /** The account of the keys, if it is another one. */
  account?: string | undefined;
  /** The verb, to suggest it for the other kind. */
  verb: string;
  /**
   * True if the command changes nothing: titles in another case and unique title prefixes count.
   */
  reads?: boolean;
  /** True if the command deletes data: without a terminal it accepts only full ids. */
  destroys?: boolean;
}

type Noun = 'feeds' | 'bundles' | 'webhooks' | 'keys';

interface NounFacts {
  /** Name of the resource in messages. */
  one: string;
  code: string;
  list: string;
  isFull(text: string): boolean;
}

const NOUNS: Readonly<Record<NameRequest['of'], NounFacts>> = {
  feeds: { one: 'feed', code: 'FEED_NOT_FOUND', list: 'feeds list --all', isFull: isFullId },
  either: {
    one: 'feed or bundle',
    code: 'FEED_NOT_FOUND',
    list: 'feeds list --all',
    isFull: isFullId,
  },
  bundles: {
    one: 'bundle',
    code: 'BUNDLE_NOT_FOUND',
    list: 'bundles list --all',
    isFull: isFullId,
  },
  webhooks: {
    one: 'webhook',
    code: 'WEBHOOK_NOT_FOUND',
    list: 'webhooks list',
    isFull: (text) => /^wh_\w{16}$/.test(text),
  },
  keys: {
    one: 'key',
    code: 'KEY_NOT_FOUND',
    list: 'keys list --all',
    isFull: (text) => /^c_\w{40,}$/.test(text),
  },
};

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
  const { isFull } = NOUNS[request.of];
  const canAsk = destroys && context.prompts.canAsk;
  // Without --yes such a command refuses before it sends anything.
  const isHopeless = destroys && !canAsk && !context.globals.yes;
  // The confirmation names what is deleted.
  const isAsked = destroys && canAsk && !context.globals.yes;
  const short = typed.find((text) => !isFull(text));
  if (isHopeless && short !== undefined) throw notInFull(short, request);
  if (isHopeless || (!isAsked && short === undefined)) return typed.map((id) => ({ id }));
  const client = await context.client();
  const all = await context.during('Looking up names', () => readNames(client, typed, request));
  return typed.map((text) => {
    if (isFull(text) && !isAsked) return { id: text };
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
  if (of !== 'feeds' && of !== 'bundles') return;
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
  { of, account }: NameRequest,
): Promise<Named[]> {
  if (of === 'webhooks') return (await collect(client.webhooks())).map(namedWebhook);
  if (of === 'keys') {
    const keys = account === undefined ? client.keys() : client.accountKeys(account);
    return (await collect(keys)).filter((key) => key.revoked_at === null).map(namedKey);
  }
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

/** A bundle with the names that people use for it. */
export function namedBundle({ id, name, rss_feed_url }: BundleSummary): Named {
  return { id, title: name, source: '', published: rss_feed_url };
}

function namedWebhook({ id, name, url }: Webhook): Named {
  return { id, title: name, source: url, published: '' };
}

function namedKey({ id, name }: ApiKey): Named {
  return { id, title: name, source: '', published: '' };
}

function findOne(text: string, all: readonly Named[], request: NameRequest): Named | undefined {
  const [first, ...others] = matchName(text, all, { loosely: request.reads === true });
  if (first !== undefined && others.length > 0) throw ambiguous(text, [first, ...others]);
  return first;
}

function ambiguous(text: string, candidates: readonly Named[]): UsageError {
  return new UsageError(`"${text}" is ambiguous: it matches ${candidates.length}.`, {
    detail: firstLines(candidates.map(nameLine), SHOWN).join('\n'),
    hint: 'Pass the id of one of them.',
  });
}

function unknown(text: string, similar: readonly Named[], { of }: NameRequest): CliError {
  const { one, code, list } = NOUNS[of];
  const shown = similar.slice(0, 3);
  return new CliError(`There is no ${one} "${text}".`, {
    exitCode: 3,
    code,
    ...(shown.length > 0 && { detail: `Similar:\n${shown.map(nameLine).join('\n')}` }),
    hint:
      similar.length === 1
        ? 'Pass the id or the full title.'
        : `List the ${list.split(' ')[0]}: feedctl ${list}`,
  });
}

/** @param found the resource that the text refers to; undefined if nothing was looked up */
function notInFull(text: string, { verb, of }: NameRequest, found?: Named): UsageError {
  const sort = found !== undefined && isBundleId(found.id) ? 'bundles' : of;
  const noun = sort === 'either' ? 'feeds' : sort;
  const message = `"${text}" is not a full id. Without a terminal this requires the full id and --yes.`;
  if (found === undefined)
    return new UsageError(message, { hint: `The ids: feedctl ${NOUNS[noun].list}` });
  return new UsageError(message, {
    detail: nameLine(found),
    hint: `To use that one: ${shellCommand(['feedctl', noun, verb, found.id, '--yes'])}`,
  });
}

function nameLine({ id, title, source }: Named): string {
  return [id, title, source].filter((part) => part !== '').join('  ');
}

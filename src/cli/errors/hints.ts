import { own } from '../../base/own.js';
import { ApiError, type NextRequest } from '../../client/errors.js';
import { commandAgain, shellCommand } from '../kit/index.js';
import { type Credentials, newKeyHint } from '../profiles/resolve-credentials.js';

const WEBHOOKS = 'List the webhooks: feedctl webhooks list';
const DELIVERIES = 'List the deliveries: feedctl webhooks deliveries';
const FEEDS = 'List the feeds: feedctl feeds list --all';
const BUNDLES = 'List the bundles: feedctl bundles list --all';
const ACCOUNTS = 'List the accounts: feedctl accounts list --all';

/** The next command by error code. */
const HINTS: Readonly<Record<string, string>> = {
  FEED_NOT_FOUND: FEEDS,
  BUNDLE_NOT_FOUND: BUNDLES,
  WEBHOOK_NOT_FOUND: WEBHOOKS,
  DELIVERY_NOT_FOUND: DELIVERIES,
  ACCOUNT_NOT_FOUND: ACCOUNTS,
  ACCOUNT_EXISTS: ACCOUNTS,
  FORBIDDEN: 'Use a key of the owner account: --profile NAME, or feedctl auth login',
};

/**
 * A suggestion that depends on the credentials in use or on the command; undefined: that of the
 * error. @param options.typed the words of the command after `feedctl`
 */
export function hintFor(
  error: unknown,
  used: Credentials | undefined,
  { debug = false, typed }: { debug?: boolean; typed?: readonly string[] } = {},
): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.list !== undefined && typed !== undefined) {
    const flags = Object.entries(error.list.selectors).flatMap(([name, selector]) => [
      '--select',
      `${name}=${selector}`,
    ]);
    return `To take this list: ${commandAgain(typed, flags)}`;
  }
  const next = error.next && commandOf(error.next, error, typed);
  if (next !== undefined) return next;
  if (error.code === 'INTERNAL' && used?.kind === 'embedded' && !debug) {
    return 'To see the cause, run the command again with --debug. To check the database: feedctl doctor --database';
  }
  if (error.status === 401 && used !== undefined) return newKeyHint(used);
  const { code = '' } = error;
  if (code === 'KEY_NOT_FOUND' || code === 'KEY_LIMIT_REACHED') return keysHint(error.path);
  const hint = own(HINTS, code);
  return hint === undefined && error.status === 404 ? hintForMissing(error) : hint;
}

/** The next request as a command. */
function commandOf(
  { operation, id = '', body }: NextRequest,
  error: ApiError,
  typed: readonly string[] = [],
): string | undefined {
  if (operation === 'createFeed' && body?.mode === 'changes') return otherWays(error, typed);
  if (operation === 'updateFeedSettings' && body?.full_text === true) {
    return `Turn them on first: ${shellCommand(['feedctl', 'settings', 'set', id, '--full-text'])}`;
  }
  const [what, ...words] = own(COMMANDS, operation)?.(id) ?? [];
  return what === undefined ? undefined : `${what}: ${shellCommand(['feedctl', ...words])}`;
}

/** Purpose and words of the command of each operation. */
const COMMANDS: Readonly<Record<string, (id: string) => [what: string, ...words: string[]]>> = {
  refreshFeed: (id) => ['Refresh the feed', 'refresh', id],
  getFeedRepair: (id) => ['Show the repair again', 'health', id, '--fix', '--dry-run'],
  deleteFeed: (id) => ['Delete that feed', 'feeds', 'delete', id],
};

/** Other sources of a new feed: for a page without a certain list, a text, or JSON. */
function otherWays({ code, path }: ApiError, typed: readonly string[]): string | undefined {
  const isChosen = typed.some((word) => /^--(?:select|changes|from|mode)\b/.test(word));
  if (isChosen || typed.length === 0 || !/\/v1\/feeds$/.test(path)) return undefined;
  const follow = `To follow the changes of its text: ${commandAgain(typed, ['--changes'])}`;
  if (code !== 'NO_ITEMS_FOUND') return follow;
  const point = commandAgain(typed, ['--select', 'items=CSS']);
  return `${follow}. If the page has a list, point at it: ${point}`;
}

/** Suggests the keys of the account for `/v1/accounts/:id/keys/:keyId`. */
function keysHint(path: string): string {
  const account = /\/v1\/accounts\/([^/]+)\/keys/.exec(path)?.[1];
  const flags = account === undefined ? [] : ['--account', decodeURIComponent(account)];
  const command = shellCommand(['feedctl', 'keys', 'list', '--all', ...flags]);
  return `List the keys: ${command}`;
}

/** A suggestion by request path, for services without feedctl's error codes. */
function hintForMissing({ path }: ApiError): string | undefined {
  if (/\/v1\/feeds\/[^/]+/.test(path)) return FEEDS;
  return /\/v1\/bundles\/[^/]+$/.test(path) ? BUNDLES : undefined;
}

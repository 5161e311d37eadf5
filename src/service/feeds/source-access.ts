import {
  MASKED,
  type MaskedAccess,
  type RenderChoice,
  type SourceAccess,
  sourceAccessSchema,
} from '../../contract/index.js';
import { type Account, OWNER_ID } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { RowOf } from '../store/schema.js';

/** The stored form of `access`: equal values give equal text; null if there are none. */
export function canonicalAccess(access: SourceAccess | null | undefined): string | null {
  const { headers = {}, cookie, basic_auth, user_agent, proxy } = access ?? {};
  const sorted = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({
    ...(sorted.length > 0 && { headers: Object.fromEntries(sorted) }),
    cookie,
    basic_auth,
    user_agent,
    proxy,
  });
  return text === '{}' ? null : text;
}

/** The values of a stored text, with their secrets. */
export function storedAccess(stored: string | null): SourceAccess | null {
  return stored === null ? null : sourceAccessSchema.parse(JSON.parse(stored));
}

/**
 * The values that a stored feed sends and how its page is opened, in the form of a request for its
 * source.
 */
export function storedReading(feed: Pick<RowOf<'feeds'>, 'access' | 'render' | 'steps'>) {
  const access = storedAccess(feed.access);
  return {
    ...(access !== null && { access }),
    ...(feed.render !== null && { render: feed.render }),
    ...(feed.steps !== null && { steps: storedSteps(feed.steps) }),
  };
}

/** The public form of stored values: their names, and `***` for each secret. */
export function maskedAccess(stored: string): MaskedAccess {
  const access = sourceAccessSchema.parse(JSON.parse(stored));
  const { headers, cookie, basic_auth, user_agent, proxy } = access;
  return {
    ...(headers !== undefined && {
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASKED])),
    }),
    ...(cookie !== undefined && { cookie: MASKED }),
    ...(basic_auth !== undefined && { basic_auth: MASKED }),
    ...(user_agent !== undefined && { user_agent }),
    ...(proxy !== undefined && { proxy: MASKED }),
  };
}

/**
 * Checks that the account may set a proxy: it connects on behalf of the service, without its
 * address checks.
 * @throws ServiceError FORBIDDEN for a proxy set by another account than the owner
 */
export function requireProxyPermission(
  { id }: Account,
  access: { proxy?: string | null | undefined } | null | undefined,
): void {
  if (access?.proxy == null || id === OWNER_ID) return;
  throw new ServiceError(
    'FORBIDDEN',
    'Only the owner account may set the proxy of a feed, because a proxy bypasses the address checks of this service. Omit "access.proxy".',
  );
}

/** The stored form of `render`; null for `auto`. */
export function renderColumn(render: RenderChoice): 'always' | 'never' | null {
  return render === 'always' || render === 'never' ? render : null;
}

/** The stored form of `steps`; null if there are none. */
export function stepsColumn(steps: readonly string[] | undefined): string | null {
  return steps === undefined || steps.length === 0 ? null : JSON.stringify(steps);
}

/** The steps in a stored text. */
export function storedSteps(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

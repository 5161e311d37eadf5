import type { SourceAccess } from '../../contract/index.js';

/** Additions to the requests of one feed. */
export interface RequestAccess {
  /** Scheme, host and port that may receive the headers. */
  origin: string;
  /** Headers by names in lower case; they replace those of the service. */
  headers: Readonly<Record<string, string>>;
  /** Proxy for every request of the feed, whatever its origin; null: that of the service. */
  proxy: string | null;
}

/** @param sourceUrl address of the source; only its origin receives the headers */
export function requestAccess(sourceUrl: string, access: SourceAccess): RequestAccess {
  const { headers = {}, cookie, basic_auth, user_agent, proxy = null } = access;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    origin: new URL(sourceUrl).origin,
    headers: {
      ...Object.fromEntries(named),
      ...(cookie !== undefined && { cookie }),
      ...(user_agent !== undefined && { 'user-agent': user_agent }),
      ...(basic_auth !== undefined && {
        authorization: `Basic ${Buffer.from(basic_auth).toString('base64')}`,
      }),
    },
    proxy,
  };
}

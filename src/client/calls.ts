import { FEED_FIELDS } from '../resources/feed.js';
import type { Fields } from '../resources/field.js';
import { type PathPrefix, pathSegment } from './base-url.js';
import { ConfigurationError } from './errors.js';
import type { CallOptions } from './options.js';

/** What the client knows of an endpoint; the build writes one of them per row of the contract. */
export interface EndpointFacts {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `:name` for each id. */
  path: string;
  /** Prefix that the path must keep; default `/v1`. */
  below?: PathPrefix;
  /** Name of the type of the answer, or of the rows of a list. */
  answer: string;
  isList?: true;
  /** The feature it belongs to, if only feedctl's own service has the endpoint. */
  own?: string;
  /** Fields of query and body that only feedctl's own service accepts. */
  extensions?: readonly string[];
}

/** The arguments of a method of the client. */
export interface Given {
  ids?: Readonly<Record<string, string>>;
  body?: object;
  /** Options of the call, with the fields of the query. */
  options: CallOptions & object;
}

/** The path of a call. @throws {@link ConfigurationError} for an invalid id */
export function callPath({ path }: EndpointFacts, ids: NonNullable<Given['ids']> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => pathSegment(name, ids[name] ?? ''));
}

/** The extensions that a call uses. */
export function usedExtensions({ extensions = [] }: EndpointFacts, given: Given): string[] {
  const sent = Object.entries({ ...given.options, ...given.body });
  return sent.flatMap(([name, value]) =>
    value !== undefined && extensions.includes(name) ? [name] : [],
  );
}

/**
 * The call for a service without the extensions. Three fields can be dropped: `mode`, which only
 * resolves an ambiguous search, the settings in a list of feeds, and unset values of a new feed.
 * @throws {@link ConfigurationError} for any other field, because dropping it would change the
 * result
 */
export function withoutExtensions({ method }: EndpointFacts, used: string[], given: Given): Given {
  const { body = {}, options } = given;
  const sent: Record<string, unknown> = { ...options, ...body };
  const isNothing = (name: string) => {
    if (name === 'include' || (name === 'mode' && 'keyword' in body)) return true;
    const none = (FEED_FIELDS as Fields)[name]?.none ?? false;
    return method === 'POST' && JSON.stringify(sent[name]) === JSON.stringify(none);
  };
  const refused = used.find((name) => !isNothing(name));
  if (refused !== undefined) {
    throw new ConfigurationError(refused, `This service does not take ${refused}.`, {
      suggestion: "Leave it out, or use feedctl's own service (feedctl serve).",
    });
  }
  const rest = <T extends object>(all: T) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !used.includes(name))) as T;
  return { ...given, options: rest(options), ...(given.body && { body: rest(given.body) }) };
}

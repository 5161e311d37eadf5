import { ConfigurationError } from './errors.js';
import type { FeedFilter } from './options.js';
import type { CreateFeedBody } from './resources.js';

/** The error for a change that only feedctl's own service can make. */
export function unsupported(field: string): ConfigurationError {
  return new ConfigurationError(field, `This service does not take ${field}.`, {
    suggestion: "Leave it out, or use feedctl's own service (feedctl serve).",
  });
}

/** True when the body has a field that only feedctl's own service knows. */
export function usesExtensions(body: CreateFeedBody): boolean {
  return (
    ('mode' in body && body.mode !== undefined) ||
    needsExtensions(body) ||
    announces(body) ||
    body.full_text === true
  );
}

/**
 * The body for a service without the extensions. `mode` only settles a doubt and is left out, as is
 * a `from` that leaves the choice to the service.
 *
 * @throws {@link ConfigurationError} for `selectors`, `from`, `access`, `render` and `steps`: without them it would be a
 *   different feed; and for `announce`: without it the items would not be sent
 */
export function withoutExtensions(body: CreateFeedBody): CreateFeedBody {
  if (announces(body)) throw unsupported('announce');
  if (body.full_text === true) throw unsupported('full_text');
  if ('url' in body) {
    const { selectors, from, access, render, steps, ...rest } = body;
    if (render !== undefined && render !== 'auto') throw unsupported('render');
    if (steps !== undefined && steps.length > 0) throw unsupported('steps');
    if (access !== undefined) throw unsupported('access');
    if (selectors !== undefined) throw unsupported('selectors');
    if (from !== undefined && from !== 'auto') throw unsupported('from');
    return rest;
  }
  const { mode: _, ...rest } = body;
  return rest;
}

/** True when a list is wanted in a way that only feedctl's own service knows. */
export function usesFilters(filter: FeedFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** @throws {@link ConfigurationError} naming what another service does not understand */
export function refuseFilters(filter: FeedFilter): never {
  const [field = 'search'] = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  throw new ConfigurationError(field, `This service does not know the list option ${field}.`, {
    suggestion: "List all feeds and choose among them, or use feedctl's own service.",
  });
}

function needsExtensions(body: CreateFeedBody): boolean {
  if (!('url' in body)) return false;
  return [body.selectors, body.from, body.access, body.render, body.steps].some(
    (value) => value !== undefined,
  );
}

function announces(body: CreateFeedBody): boolean {
  return body.announce === true;
}

import { FEED_FIELDS } from '../resources/feed.js';
import { type Fields, having } from '../resources/field.js';
import { ConfigurationError } from './errors.js';
import type { FeedFilter } from './options.js';
import type { CreateFeedBody } from './resources.js';

/** The error for a change that only feedctl's own service can make. */
export function unsupported(field: string): ConfigurationError {
  return new ConfigurationError(field, `This service does not take ${field}.`, {
    suggestion: "Leave it out, or use feedctl's own service (feedctl serve).",
  });
}

/** Fields of a new feed that only feedctl's own service takes. */
const OWN_FIELDS = [...having(FEED_FIELDS, { own: true }), 'announce', 'keep_failing', 'mode'];

/** True when the body has a field that only feedctl's own service knows. */
export function usesExtensions(body: CreateFeedBody): boolean {
  return Object.entries(body).some(
    ([name, value]) => value !== undefined && OWN_FIELDS.includes(name),
  );
}

/**
 * The body for a service without the extensions. `mode` only settles a doubt and is left out, as is
 * what stands for nothing chosen.
 *
 * @throws {@link ConfigurationError} for any other field: without it, it would be a different feed
 */
export function withoutExtensions(body: CreateFeedBody): CreateFeedBody {
  const fields = FEED_FIELDS as Fields;
  const kept = Object.entries(body).filter(([name, value]) => {
    if (!OWN_FIELDS.includes(name)) return true;
    const none = fields[name]?.none ?? false;
    const isChosen = value !== undefined && JSON.stringify(value) !== JSON.stringify(none);
    if (isChosen && name !== 'mode') throw unsupported(name);
    return false;
  });
  return Object.fromEntries(kept) as CreateFeedBody;
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

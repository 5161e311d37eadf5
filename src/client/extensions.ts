import { ConfigurationError } from './errors.js';
import type { CreateFeedBody } from './resources.js';

/** The error for a change that only feedctl's own service can make. */
export function unsupported(field: string): ConfigurationError {
  return new ConfigurationError(field, `This service does not take ${field}.`, {
    suggestion: "Leave it out, or use feedctl's own service (feedctl serve).",
  });
}

/** True when the body has a field that only feedctl's own service knows. */
export function usesExtensions(body: CreateFeedBody): boolean {
  return ('mode' in body && body.mode !== undefined) || needsExtensions(body);
}

/**
 * The body for a service without the extensions. `mode` only settles a doubt and is left out.
 *
 * @throws {@link ConfigurationError} for `selectors`: without them it would be a different feed
 */
export function withoutExtensions(body: CreateFeedBody): CreateFeedBody {
  if (needsExtensions(body)) {
    throw new ConfigurationError('selectors', 'This service does not take selectors.', {
      suggestion: "Leave them out, or use feedctl's own service (feedctl serve).",
    });
  }
  if (!('mode' in body)) return body;
  const { mode: _, ...rest } = body;
  return rest;
}

function needsExtensions(body: CreateFeedBody): boolean {
  return 'selectors' in body && body.selectors !== undefined;
}

import type { MaskedAccess } from '../../../client/index.js';
import type { AccessChanges, AccessReferences } from '../../sources/secret-reference.js';

const FIELDS = ['cookie', 'basic_auth', 'user_agent', 'proxy'] as const;

/**
 * The changes from what a feed sends to what the file says. The service does not return secrets, so
 * only the names of the values can differ: then all are written again.
 */
export function accessUpdate(
  before: MaskedAccess | undefined,
  wanted: AccessReferences,
): AccessChanges {
  const removed = Object.keys(before?.headers ?? {}).filter(
    (name) => wanted.headers?.[name] === undefined,
  );
  const headers = { ...wanted.headers, ...Object.fromEntries(removed.map((name) => [name, null])) };
  const fields = FIELDS.flatMap((name): [string, string | null][] => {
    const reference = wanted[name];
    if (reference !== undefined) return [[name, reference]];
    return before?.[name] === undefined ? [] : [[name, null]];
  });
  return {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...Object.fromEntries(fields),
  };
}

import { SourceError } from '../../fetch/index.js';

/**
 * Most elements of XML, or objects and arrays of JSON, in one feed: one of 500 entries has some ten
 * thousand. Each costs a hundred bytes and more, whatever its length: 20 MB of `{},` filled a heap
 * of 384 MB within JSON.parse, where V8 ends the whole process and not the thread.
 */
export const MOST_PARTS = 300_000;

export function tooManyParts(host: string): SourceError {
  return new SourceError(
    'SOURCE_TOO_LARGE',
    `The feed of ${host} has more than ${MOST_PARTS} elements, which is more than this service reads. ` +
      'Look for a smaller feed of the same site.',
  );
}

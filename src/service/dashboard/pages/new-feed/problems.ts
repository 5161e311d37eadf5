import { InvalidFields } from '../../../calls/call.js';
import { ServiceError } from '../../../core/errors.js';
import { placeProblems, type Texts } from '../../kit/form.js';
import { type Draft, INPUTS, selectorsOf } from './draft.js';

const ABOUT_ACCOUNT = new Set([
  'FEED_LIMIT_REACHED',
  'CREATION_LIMIT_REACHED',
  'FEED_EXISTS',
  'BUNDLE_NOT_FOUND',
]);

/**
 * An error of reading or creating the source, by the field that it is about; "" for what concerns no
 * single field.
 */
export function problemOf(error: { code: string; message: string }, draft: Draft): Texts {
  const message = browserWords(error.message);
  const all = error instanceof InvalidFields ? error.problems : [message];
  const { atFields, others } = placeProblems(all, INPUTS);
  if (others.length === 0) return atFields;
  if (ABOUT_ACCOUNT.has(error.code)) return { '': message };
  if (error.code === 'NO_ITEMS_FOUND' && selectorsOf(draft) !== null) {
    return { 'selectors.items': message };
  }
  return { ...atFields, [draft.url === '' ? 'keyword' : 'url']: others.join(' ') };
}

/** The same for whatever was thrown. @throws what its user can do nothing about */
export function problemOfThrown(error: unknown, draft: Draft): Texts {
  if (error instanceof ServiceError && error.status < 500) return problemOf(error, draft);
  throw error;
}

/** Replaces what only the command line and the interface of programs understand. */
export function browserWords(message: string): string {
  return message
    .replace(/\b(point at (?:them|the list)) with selectors\b/g, '$1 with a selector below')
    .replace('instead, use mode "changes"', 'instead, choose “Changes” below')
    .replace('use mode "changes"', 'choose “Watch a page for changes” below')
    .replace(/\bwith "selectors"/g, 'with selectors')
    .replace(
      / To [^.]*: (?:PATCH|POST|DELETE) \/v1\/[^.]*\./g,
      ' Change it on the page of the feed.',
    )
    .replace(/ To use the feed unchanged, omit "[^"]*"\./g, '');
}

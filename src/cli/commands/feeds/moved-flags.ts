import { FEED_FIELDS } from '../../../resources/feed.js';
import type { Field } from '../../../resources/field.js';
import { formsOf } from '../../kit/index.js';
import { optionsOf } from '../base/index.js';
import { backfillOptions } from './backfill.js';
import { CREATE_FIELDS } from './create-options.js';

const UPDATE = 'feedctl feeds update FEED';

/** Entries of an account file that replace these flags. */
const ENTRIES: Readonly<Record<string, string>> = {
  header: 'access: { headers: { X-Token: env:NAME } }',
  cookie: 'access: { cookie: env:NAME }',
  basicAuth: 'access: { basic_auth: env:NAME }',
  userAgent: 'access: { user_agent: Reader/1.0 }',
  sourceProxy: 'access: { proxy: env:NAME }',
};

/** Commands that replace these flags. */
const OTHERS: Readonly<Record<string, string>> = {
  '--backfill-text':
    'Full texts of stored items are fetched once the feed exists: feedctl refresh FEED --texts --limit N',
  '--format':
    'The format is found by the first line of the file: an address, or the names of CSV columns.',
  '--strict':
    'To create nothing when an entry is invalid, write the sources below a line "url" and import them: feedctl import FILE --strict',
};

/**
 * The replacement of a flag that `feeds create` does not accept; undefined for a flag that no
 * command has.
 */
export function movedFlag(flag: string): string | undefined {
  for (const [key, spec] of Object.entries(backfillOptions)) {
    if (formsOf(key, spec).includes(flag)) {
      return `Older items are stored once the feed exists: ${UPDATE} ${flag} ${spec.placeholder}`;
    }
  }
  for (const [name, field] of Object.entries(FEED_FIELDS)) {
    if (name in CREATE_FIELDS) continue;
    for (const [key, spec] of Object.entries(optionsOf(field))) {
      if (!formsOf(key, spec).includes(flag)) continue;
      const value = spec.placeholder === undefined ? '' : ` ${spec.placeholder}`;
      const entry = ENTRIES[key] ?? flagEntry(name, field);
      return `Write it to a file: feedctl feeds create URL --with FILE, where FILE has the line "${entry}". Or set it once the feed exists: ${UPDATE} ${flag}${value}`;
    }
  }
  return OTHERS[flag];
}

/** The field of a flag as a line of YAML. */
function flagEntry(name: string, { sample }: Field): string {
  return `${name}: ${typeof sample === 'string' ? sample : JSON.stringify(sample)}`;
}

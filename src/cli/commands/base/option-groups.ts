import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { OPTION_GROUPS, type OptionGroup } from '../../../resources/field.js';
import type { OptionGroups } from '../../verbs/verb.js';
import { optionsOf } from './field-flags.js';

/** Options that are not fields of a feed, by heading. */
const OTHERS: Partial<Record<OptionGroup, readonly string[]>> = {
  Source: ['url', ...KEYWORD_MODES, 'region'],
  'Full texts': ['backfillText'],
  'Older items': ['backfill', 'backfillSince'],
  'Further settings': ['with'],
  'Bundle and webhooks': ['bundle', 'announce'],
  'Many feeds': ['fromFile', 'ensure', 'verify', 'quota', 'rate'],
};

/** The headings of the options of a feed, for the verbs that create and change one. */
export const FEED_OPTION_GROUPS: OptionGroups = Object.fromEntries(
  OPTION_GROUPS.map((heading) => {
    const fields = Object.values(FEED_FIELDS).filter(({ group }) => group === heading);
    const options = fields.flatMap((field) => Object.keys(optionsOf(field)));
    return [heading, [...(OTHERS[heading] ?? []), ...options]];
  }),
);

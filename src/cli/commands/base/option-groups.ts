import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import type { OptionGroups } from '../../verbs/verb.js';

/** The headings of the options of a feed, for the verbs that create and change one. */
export const FEED_OPTION_GROUPS: OptionGroups = {
  Source: ['url', ...KEYWORD_MODES, 'region', 'from'],
  Items: ['select', 'include', 'exclude', 'maxAge', 'customAuthor', 'clearCustomAuthor'],
  'Full texts': ['fullText', 'clearFullText', 'backfillText'],
  Schedule: ['every', 'quietHours', 'timeZone'],
  'Title and icon': ['title', 'clearTitle', 'description', 'icon'],
  'Older items': ['backfill', 'backfillSince'],
  'Access to the source': ['header', 'cookie', 'basicAuth', 'userAgent', 'sourceProxy'],
  'Browser of the service': ['render', 'step'],
  'Bundle and webhooks': ['bundle', 'announce'],
  'Many feeds': ['fromFile', 'format', 'ensure', 'strict', 'verify', 'quota', 'rate'],
};

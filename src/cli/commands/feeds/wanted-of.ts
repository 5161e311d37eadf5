import type { CreateFeedBody } from '../../../client/index.js';
import { keywordMode } from '../../../contract/keyword-mode.js';
import type { Wanted } from '../../bulk/wanted.js';
import { canonicalRegion, oneSpaced } from '../../sources/entries.js';

/** What the options of one feed ask for, as one of many. */
export function wantedOf(body: CreateFeedBody): Wanted {
  if ('url' in body) {
    const { url, selectors, from } = body;
    const how = {
      ...(selectors !== undefined && { selectors }),
      ...(from !== undefined && { from }),
    };
    return { input: url, source: { url, ...how } };
  }
  const { keyword, region, mode = keywordMode(keyword) } = body;
  return {
    input: keyword,
    source: { mode, text: oneSpaced(keyword), region: canonicalRegion(region) },
  };
}

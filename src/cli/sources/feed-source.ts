import { isUrl } from '../../base/url.js';
import type { FeedSummary } from '../../client/index.js';
import { keywordMode } from '../../contract/keyword-mode.js';
import { documentChoiceSchema, selectorsSchema } from '../../contract/requests.js';
import { canonicalRegion, oneSpaced } from './entries.js';
import type { SourceSpec } from './model.js';

/**
 * The source of an existing feed.
 *
 * A feedctl service reports it (`mode`, `keyword`, `region`, `selectors`, `from`; without a mode it is
 * an address). Elsewhere, the `source_url` of a news feed has `keyword`, `region` and `lang` in its
 * query. All three are required, and the region must end with the language, because a website may
 * have a parameter named keyword. Such a service does not distinguish headlines from searches; the
 * mode is derived from the words, as on creation.
 */
export function feedSource(feed: FeedSummary, { isOurs }: { isOurs: boolean }): SourceSpec {
  const { mode, keyword, region, selectors, from, render, steps, source_url } = feed;
  if (!isOurs) return newsOfAddress(source_url) ?? { url: source_url };
  if (mode !== undefined && keyword !== undefined) {
    return { mode, text: oneSpaced(keyword), region: canonicalRegion(region) };
  }
  const narrowing = selectorsSchema.safeParse(selectors);
  const choice = documentChoiceSchema.options.find((each) => each === from && each !== 'auto');
  return {
    url: source_url,
    // Copy known fields only, so that fields of a newer service are not sent back to it.
    ...(narrowing.success ? { selectors: narrowing.data } : {}),
    ...(choice === undefined ? {} : { from: choice }),
    ...(render === undefined || render === 'auto' ? {} : { render }),
    ...(steps === undefined || steps.length === 0 ? {} : { steps }),
  };
}

function newsOfAddress(address: string): SourceSpec | undefined {
  if (!isUrl(address)) return undefined;
  const query = new URL(address).searchParams;
  const text = oneSpaced(query.get('keyword') ?? '');
  const region = query.get('region') ?? '';
  const language = query.get('lang') ?? '';
  if (text === '' || language === '') return undefined;
  if (!/^[A-Z]{2}:/.test(region) || !region.toLowerCase().endsWith(`:${language.toLowerCase()}`)) {
    return undefined;
  }
  return { mode: keywordMode(text), text, region: canonicalRegion(region) };
}

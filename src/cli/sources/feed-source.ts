import type { FeedSummary } from '../../client/index.js';
import { keywordMode } from '../../contract/keyword-mode.js';
import { selectorsSchema } from '../../contract/requests.js';
import { canonicalRegion, oneSpaced } from './entries.js';
import type { SourceSpec } from './model.js';

/**
 * What a feed of an account was made from.
 *
 * A service of ours says so (`mode`, `keyword`, `region`, `selectors`; without a mode it is an
 * address). Elsewhere the `source_url` of a news feed carries `keyword`, `region` and `lang` in its
 * query, and only an address with all three, of which the region ends with the language, is taken
 * for one: a web site may well have a parameter named keyword. Headlines and searches are the same
 * to such a service; which of them it was is then read from the words, as on creation.
 */
export function feedSource(feed: FeedSummary, { isOurs }: { isOurs: boolean }): SourceSpec {
  const { mode, keyword, region, selectors, source_url } = feed;
  if (!isOurs) return newsOfAddress(source_url) ?? { url: source_url };
  if (mode !== undefined && keyword !== undefined) {
    return { mode, text: oneSpaced(keyword), region: canonicalRegion(region) };
  }
  const narrowing = selectorsSchema.safeParse(selectors);
  if (!narrowing.success) return { url: source_url };
  // Copied, so that what a newer service adds is not sent to it as if it had been asked for.
  return { url: source_url, selectors: narrowing.data };
}

function newsOfAddress(address: string): SourceSpec | undefined {
  if (!URL.canParse(address)) return undefined;
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

import { parseRegion, type Selectors } from '../../contract/index.js';
import type { ReadingState, Source } from '../sources/source-reader.js';
import type { ClaimedFeed } from './claim.js';

/** The source as it was resolved when the feed was made. */
export function sourceOf(feed: ClaimedFeed): Source {
  const { source_url: sourceUrl, source_key: sourceKey } = feed;
  if (feed.mode === 'url') {
    const selectors = feed.selectors === null ? null : (JSON.parse(feed.selectors) as Selectors);
    return { mode: 'url', sourceUrl, sourceKey, selectors, from: feed.read_from };
  }
  const region = parseRegion(feed.region);
  if (region === null || feed.keyword === null) {
    throw new Error(`Feed ${feed.id} is stored without the region or keyword of its news search.`);
  }
  return { mode: feed.mode, sourceUrl, sourceKey, keyword: feed.keyword, region };
}

/** What the last reading returned. */
export function readingStateOf(feed: ClaimedFeed): ReadingState {
  return {
    pollUrl: feed.poll_url,
    etag: feed.etag,
    lastModified: feed.last_modified,
    bodyHash: feed.body_hash,
    origin: feed.origin,
    rule: feed.rule === null ? null : JSON.parse(feed.rule),
  };
}

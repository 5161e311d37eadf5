import type { AlternateLink } from './survey-page.js';

/** The feed of the comments, in the languages themes are translated to. */
const COMMENTS =
  /comment|kommentar|coment[aá]rio|commenti|reacties|komment|yorum|комментар|コメント|评论|評論|댓글/i;
const COMMENT_ADDRESS = /\/comments?\/(?:feed|default|rss|atom)|[?&]feed=comments|withcomments=1/i;

/**
 * Feed addresses of a page, best first: no comment feeds, and of several the one whose path is
 * closest to that of the page. Of equals, the page's own order counts.
 */
export function rankAlternates(alternates: readonly AlternateLink[], pageUrl: string): string[] {
  const page = segmentsOf(pageUrl);
  const ranked = alternates
    .filter(({ url, title }) => !COMMENTS.test(title) && !COMMENT_ADDRESS.test(url))
    .map(({ url }) => ({ url, ...distance(page, segmentsOf(url)) }))
    .sort((a, b) => b.shared - a.shared || a.extra - b.extra);
  return [...new Set(ranked.map(({ url }) => url))];
}

/** Leading segments in common, and how far the feed then goes its own way beyond its name. */
function distance(page: readonly string[], feed: readonly string[]) {
  let shared = 0;
  while (shared < feed.length && page[shared] === feed[shared]) shared += 1;
  return { shared, extra: Math.max(0, feed.length - shared - 1) };
}

function segmentsOf(address: string): string[] {
  return new URL(address).pathname.split('/').filter((segment) => segment !== '');
}

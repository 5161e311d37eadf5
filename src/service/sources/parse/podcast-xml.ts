import { legalText } from '../document/clean-text.js';
import { OpenElements } from '../document/open-elements.js';
import { type PodcastElement, readElement } from './podcast-element.js';
import type { PodcastScope } from './podcast-scope.js';
import { type Tag, tags } from './xml-tags.js';

/** Most characters kept of one item and of one feed: an episode with chapters and people has 3,000. */
export const MAX_PODCAST_XML = 16_384;

/** `itunes:new-feed-url` would send the subscribers of the published feed away from it. */
const NOT_REPUBLISHED = new Set(['itunes:new-feed-url']);

/** Elements whose children belong to the feed or the item itself. */
const OWNER = /^(?:[^:]+:)?(?:channel|feed|item|entry)$/;

interface PodcastPart {
  /** The head of a document, its end, or an entry. */
  xml: string;
  scope: PodcastScope;
  /** What links in it are relative to. */
  base: string;
  /** The element that the part lies in; none for the head of a document and for an entry. */
  within?: string;
}

/**
 * The `itunes:` and `podcast:` elements of a feed or an item as XML that may be published as it is:
 * under these two prefixes, well-formed, without comments, other namespaces and scripts. An element
 * that goes beyond the limit is left out, and those that fit are kept. "" when there are none.
 */
export function podcastXml(part: PodcastPart, maxLength = MAX_PODCAST_XML): string {
  const kept: string[] = [];
  let length = 0;
  for (const element of podcastElements(part)) {
    if (NOT_REPUBLISHED.has(element.name.toLowerCase())) continue;
    const written = legalText(element.xml);
    if (written === '' || length + written.length + 1 > maxLength) continue;
    kept.push(written);
    length += written.length + 1;
  }
  return kept.join('\n');
}

function* podcastElements({ xml, scope, base, within }: PodcastPart): Generator<PodcastElement> {
  const open = new OpenElements();
  if (within !== undefined) open.open(within);
  const all = tags(xml);
  for (let next = all.next(); next.done !== true; next = all.next()) {
    const tag: Tag = next.value;
    if (tag.kind === 'close') {
      open.close(tag.name);
    } else if (isOf(scope, tag.name) && OWNER.test(open.innermost ?? '')) {
      const element = readElement(xml, tag, all, { scope, base });
      if (element !== null) yield element;
    } else if (tag.kind === 'open') open.open(tag.name);
  }
}

function isOf(scope: PodcastScope, name: string): boolean {
  const colon = name.indexOf(':');
  return colon > 0 && scope.has(name.slice(0, colon));
}

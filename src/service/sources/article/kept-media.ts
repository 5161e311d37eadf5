import type { parseHTML } from 'linkedom';
import { playerAddress } from '../document/embeds.js';
import type { Place } from '../document/references.js';
import { sanitiseHtml } from '../document/sanitise-html.js';

type PageDocument = ReturnType<typeof parseHTML>['document'];

/** The part of an element that is used here; linkedom has no types for it. */
interface PageElement {
  localName: string;
  attributes: Iterable<{ name: string; value: string }>;
  parentElement: { closest(selector: string): unknown } | null;
}

/** Mark around the number of a film or player in the text; pages do not use it. */
const OPEN = '\ue0a0';
const CLOSE = '\ue0a1';

/** Maximum number of kept media; a page with a thousand is a list of media. */
const MAX_KEPT = 100;

/**
 * Replaces films, sounds and players by marks, because the extraction would drop them with their
 * surroundings. Returns a function that restores them in the cleaned article.
 */
export function keepMedia(document: PageDocument, place: Place): (html: string) => string {
  const kept: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    if (kept.length >= MAX_KEPT) break;
    const name = element.localName;
    if (!MEDIA.has(name) && !isPlayer(element)) continue;
    if (element.parentNode === null || isWithinMedia(element)) continue;
    const html = sanitiseHtml(element.outerHTML, place);
    const mark = document.createElement('p');
    mark.textContent = html === '' ? '' : OPEN + kept.length + CLOSE;
    element.replaceWith(mark);
    if (html !== '') kept.push(html);
  }
  return (html) =>
    html.replace(
      MARK,
      (_, __, number: string | undefined, inner: string | undefined) =>
        kept[Number(number ?? inner)] ?? '',
    );
}

const MARK = new RegExp(`(<p>\\s*${OPEN}(\\d+)${CLOSE}\\s*</p>)|${OPEN}(\\d+)${CLOSE}`, 'g');

const MEDIA = new Set(['video', 'audio', 'iframe', 'object', 'embed']);

function isPlayer({ localName, attributes }: PageElement): boolean {
  if (!localName.includes('-')) return false;
  const named = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  return playerAddress(localName, named) !== '';
}

function isWithinMedia(element: PageElement): boolean {
  return element.parentElement?.closest('video, audio, object, noscript') != null;
}

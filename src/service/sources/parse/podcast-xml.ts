import { legalText } from '../document/clean-text.js';
import { type Place, resolveReference } from '../document/references.js';
import { sanitiseHtml } from '../document/sanitise-html.js';
import type { RawPodcast } from './raw-entry.js';
import type { XmlElement } from './xml-element.js';

/**
 * Maximum number of characters that are kept of one item, and of one feed: an episode with chapters
 * and people has 3,000.
 */
const MAX_PODCAST_XML = 16_384;
/** Maximum number of nodes of one element: a list of 100 value recipients has 100. */
const MAX_NODES = 500;
const MAX_DEPTH = 10;
const MAX_ATTRIBUTES = 30;
const MAX_VALUE = 2048;

/** `itunes:new-feed-url` would send the subscribers of the published feed away from it. */
const NOT_REPUBLISHED = 'itunes:new-feed-url';

const PODCAST = /^(?:itunes|podcast|psc):/;
const NAME = /^[a-z_][\w.-]{0,63}$/i;
const MARKUP = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i;
/** Addresses that run a program or contain a document, where a link is expected. */
const UNSAFE_ADDRESS = /^[\s\0-\x1f]*(?:java|vb)script[\s\0-\x1f]*:|^\s*(?:data|file|blob):/i;
const LINKS = new Set(['url', 'href', 'src', 'img', 'image']);

/**
 * The `itunes:`, `podcast:` and `psc:` elements of a feed or an entry; undefined if it has none.
 * @param place base of their links
 */
export function podcastOf(
  { children, document }: XmlElement,
  place: () => Place,
): RawPodcast | undefined {
  const elements = children.filter(({ name, isClosed }) => isClosed && PODCAST.test(name));
  const [first, last] = [elements[0], elements.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    source: document.part(first.start, last.end),
    write: () => podcastXml(elements, place()),
  };
}

/**
 * The elements as XML that can be published unchanged: with these prefixes, well-formed, without
 * comments, other namespaces and scripts. Elements that exceed the limit are left out.
 */
function podcastXml(elements: readonly XmlElement[], place: Place): string {
  const kept: string[] = [];
  let length = 0;
  for (const element of elements) {
    if (element.name === NOT_REPUBLISHED || hasMoreThan(element, MAX_NODES)) continue;
    const xml = legalText(writtenElement(element, place, 1));
    if (xml === '' || length + xml.length + 1 > MAX_PODCAST_XML) continue;
    kept.push(xml);
    length += xml.length + 1;
  }
  return kept.join('\n');
}

function hasMoreThan(element: XmlElement, limit: number): boolean {
  const elements = [element];
  for (const { children } of elements) {
    if (elements.length + children.length > limit) return true;
    elements.push(...children);
  }
  return false;
}

/** Writes an element; "" if it is left out or empty. */
function writtenElement(element: XmlElement, place: Place, depth: number): string {
  const name = publishedName(element, depth);
  if (name === '' || depth > MAX_DEPTH) return '';
  const children = element.children.filter((child) => !isMarkup(name, child));
  const content = children.some((child) => publishedName(child, depth + 1) !== '')
    ? children.map((child) => writtenElement(child, place, depth + 1)).join('')
    : escapedPodcast(podcastText(element.text(children), place));
  const tag = `<${name}${attributesOf(element, place)}`;
  if (content !== '') return `${tag}>${content}</${name}>`;
  return tag.length > name.length + 1 ? `${tag}/>` : '';
}

/**
 * True for a child of `itunes:summary` and similar texts without a prefix: markup that should have
 * been escaped.
 */
function isMarkup(name: string, child: XmlElement): boolean {
  return name.startsWith('itunes:') && !child.writtenName.includes(':');
}

/**
 * The name under which an element is published. Children of `podcast:liveItem` have no prefix;
 * other namespaces are left out.
 */
function publishedName(element: XmlElement, depth: number): string {
  const [local = '', prefix] = element.writtenName.split(':').reverse();
  if (!NAME.test(local)) return '';
  const podcast = PODCAST.exec(element.name)?.[0] ?? '';
  if (podcast === '' && (prefix !== undefined || depth === 1)) return '';
  return podcast + local;
}

function attributesOf(element: XmlElement, place: Place): string {
  const kept = new Map<string, string>();
  for (const [name, value] of element.attributes()) {
    if (kept.size >= MAX_ATTRIBUTES) break;
    if (!NAME.test(name) || /^xml/i.test(name) || kept.has(name)) continue;
    const isLeftOut = value.length > MAX_VALUE || UNSAFE_ADDRESS.test(value);
    kept.set(
      name,
      isLeftOut ? '' : ` ${name}="${quotedAttribute(absolute(name, legalText(value), place))}"`,
    );
  }
  return [...kept.values()].join('');
}

/** Makes addresses absolute: relative ones would lead to the service that publishes them. */
function absolute(name: string, value: string, place: Place): string {
  if (!LINKS.has(name.toLowerCase()) || value === '' || /^[a-z][a-z\d+.-]*:/i.test(value)) {
    return value;
  }
  return resolveReference(value, place) ?? value;
}

/** Sanitises texts that players show as HTML. */
function podcastText(text: string, place: Place): string {
  if (UNSAFE_ADDRESS.test(text)) return '';
  return MARKUP.test(text) ? sanitiseHtml(text, place) : legalText(text);
}

function quotedAttribute(value: string): string {
  return escapedPodcast(value).replaceAll('"', '&quot;');
}

function escapedPodcast(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

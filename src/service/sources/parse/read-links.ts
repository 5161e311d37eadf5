import { resolveUrl } from '../document/references.js';
import { numberOf, present, type RawAttachment } from './raw-entry.js';
import type { XmlElement } from './xml-element.js';

/** Links of an entry or a feed: those of RSS are texts, those of Atom have a relation. */
interface ElementLinks {
  /** Pages for people: `alternate` in HTML first, then any `alternate`. */
  pages: string[];
  /** Addresses on other sites: the subject of the entry, and where it was found. */
  related: string[];
  external: string[];
  replies: string[];
  files: RawAttachment[];
  hubs: string[];
  selves: string[];
}

/** Reads the links of an entry or a feed. */
export function readLinks(owner: XmlElement): ElementLinks {
  const links = owner.all('link').map((link) => ({
    link,
    href: linkAddress(link),
    // A relation may be written as an address (RFC 4287, 4.2.7.2).
    relations: (link.attribute('rel') ?? 'alternate')
      .toLowerCase()
      .replaceAll(/https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//g, '')
      .split(/\s+/),
    isHtml: link.attribute('type')?.includes('html') !== false,
  }));
  const related = (...relations: readonly string[]) =>
    links.filter((link) => relations.some((relation) => link.relations.includes(relation)));
  const pages = related('alternate');
  return {
    pages: addresses([...pages.filter(({ isHtml }) => isHtml), ...pages]),
    related: addresses(related('related', 'via')),
    external: addresses(related('related')),
    // `replies` is a page or a feed of comments (RFC 4685); the page is for people.
    replies: addresses(related('replies').filter(({ isHtml }) => isHtml)),
    files: related('enclosure').flatMap(({ link, href }) => fileAt(href, link, 'length')),
    hubs: addresses(related('hub')),
    selves: addresses(related('self')),
  };
}

/**
 * The file at an address, with the facts of its element; none without an address. @param size name
 * of the attribute
 */
export function fileAt(url: string, element: XmlElement, size: string): RawAttachment[] {
  if (url === '') return [];
  const about = {
    // Media RSS may declare only the kind.
    type: element.attribute('type') ?? element.attribute('medium'),
    size: numberOf(element.attribute(size)),
    duration: numberOf(element.attribute('duration')),
    width: numberOf(element.attribute('width')),
    height: numberOf(element.attribute('height')),
    title: element.attribute('title') ?? element.first('media:title'),
  };
  return [{ url, ...about }];
}

function addresses(links: ReadonlyArray<{ href: string }>): string[] {
  return [...new Set(present(...links.map(({ href }) => href)))];
}

function linkAddress(link: XmlElement): string {
  const address = link.attribute('href') ?? link.text();
  const base = link.attribute('xml:base');
  return base === undefined ? address : (resolveUrl(address, base) ?? address);
}

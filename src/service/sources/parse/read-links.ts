import { resolveUrl } from '../document/references.js';
import { numberOf, present, type RawAttachment } from './raw-entry.js';
import type { XmlElement } from './xml-element.js';

/** The links of an entry or a feed: those of RSS, which are texts, and those of Atom, by their relation. */
interface ElementLinks {
  /** The human page first: `alternate` in HTML, then any `alternate`. */
  pages: string[];
  /** Addresses elsewhere that it is about, and where it was found. */
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
    // RFC 4287, 4.2.7.2: the name of a relation may be written as an address.
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
    // RFC 4685: a page or a feed of comments; a page is meant for people.
    replies: addresses(related('replies').filter(({ isHtml }) => isHtml)),
    files: related('enclosure').flatMap(({ link, href }) => fileAt(href, link, 'length')),
    hubs: addresses(related('hub')),
    selves: addresses(related('self')),
  };
}

/** What an element says of the file at an address; none without an address. @param size attribute */
export function fileAt(url: string, element: XmlElement, size: string): RawAttachment[] {
  if (url === '') return [];
  const about = {
    // Media RSS may say the kind alone.
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

import { nestedBase, type Place, resolveUrl } from '../document/references.js';
import { DETAIL_LABELS, ENTRY_ELEMENTS } from './feed-elements.js';
import { podcastOf } from './podcast-xml.js';
import { present, type RawEntry, texts } from './raw-entry.js';
import { readLinks } from './read-links.js';
import { commaSeparated, readMedia } from './read-media.js';
import { textsOf } from './read-text.js';
import type { XmlElement } from './xml-element.js';

/** Context in which entries are read. */
interface EntryContext {
  /** Authors of an entry that names none. */
  authors: readonly string[];
  /** Base of links in the document, and whether the document declares it. */
  base: string;
  hasXmlBase: boolean;
}

/** Reads an item of RSS or RDF, or an entry of Atom. */
export function readEntry(entry: XmlElement, context: EntryContext): RawEntry {
  const base = entry.attribute('xml:base');
  const about = entry.attribute('rdf:about') ?? entry.attribute('about');
  const links = readLinks(entry);
  const media = readMedia(entry, links.files);
  const authors = xmlAuthors(entry);
  const contents = [
    ...textsOf(entry, ENTRY_ELEMENTS.html, 'html'),
    ...textsOf(entry, ENTRY_ELEMENTS.content),
  ];
  const summaries = textsOf(entry, ENTRY_ELEMENTS.summary);
  const details = entry.all(...ENTRY_ELEMENTS.details).flatMap(detailOf);
  return {
    guid: about ?? entry.first(...ENTRY_ELEMENTS.guid) ?? null,
    links: [
      ...links.pages,
      ...permanentLinks(entry, about),
      ...links.related,
      ...present(...entry.all('content').map((content) => content.attribute('src'))),
      ...links.selves,
      ...entry.texts('id').filter((id) => /^https?:\/\//i.test(id)),
      ...media.attachments.filter(({ isMedia }) => isMedia !== true).map(({ url }) => url),
    ],
    titles: textsOf(entry, ENTRY_ELEMENTS.title),
    bodies: [
      ...contents,
      ...summaries,
      ...textsOf(entry, ENTRY_ELEMENTS.abstract),
      ...texts('text', media.description, ...entry.texts(...ENTRY_ELEMENTS.subtitle)),
    ],
    ...(details.length > 0 && { details }),
    dates: entry.texts(...ENTRY_ELEMENTS.date),
    authors: authors.length > 0 ? authors : [...context.authors],
    images: media.images,
    ...(media.pictures.length > 0 && { pictures: media.pictures }),
    attachments: media.attachments,
    tags: present(...entry.all(...ENTRY_ELEMENTS.tag).map(tagOf)),
    keywords: [
      ...entry.texts(...ENTRY_ELEMENTS.keywords).flatMap(commaSeparated),
      ...media.keywords,
      ...entry.texts(...ENTRY_ELEMENTS.section),
    ],
    modified: entry.texts(...ENTRY_ELEMENTS.modified),
    summaries: contents.length > 0 ? summaries : [],
    comments: [...entry.texts(...ENTRY_ELEMENTS.comments), ...links.replies],
    external: links.external,
    language: entry.attribute('xml:lang') ?? entry.first(...ENTRY_ELEMENTS.language),
    podcast: podcastOf(entry, () => entryPlace(links.pages, base, context)),
    base,
  };
}

/** The bases of references in an entry: see `Place`. */
function entryPlace(
  pages: readonly string[],
  base: string | undefined,
  context: EntryContext,
): Place {
  const root = nestedBase(context.base, base);
  const page = resolveUrl(pages[0], root) ?? '';
  const isSaid = context.hasXmlBase || base !== undefined || page === '';
  return { root, relative: isSaid ? root : page, page };
}

/** `guid` and `rdf:about` may be addresses. */
function permanentLinks(entry: XmlElement, about: string | undefined): string[] {
  const guids = entry
    .all('guid')
    .filter((guid) => guid.attribute('ispermalink')?.toLowerCase() !== 'false')
    .map((guid) => guid.text());
  const isAddress = (text: string) => /^https?:\/\/|^\.{0,2}\/[^\s/]/i.test(text);
  return present(...guids, about).filter(isAddress);
}

/**
 * The tag of a category: its label, which is for people (RFC 4287, 4.2.2.3). Earthquakes of the
 * USGS have the name of a value there.
 */
function tagOf(category: XmlElement): string {
  const label = category.attribute('label');
  const term = category.attribute('term');
  if (label === undefined) return term ?? category.text();
  if (term === undefined || !/\s/.test(term) || term === label) return label;
  return term.includes(label) ? term : `${label}: ${term}`;
}

/** Maximum length of a value: alerts list their areas one by one. */
const MAX_DETAIL = 2000;

function detailOf(element: XmlElement): Array<readonly [label: string, value: string]> {
  const value = element.children.length > 0 ? '' : element.text().slice(0, MAX_DETAIL);
  if (value === '') return [];
  const name = element.name.slice(element.name.indexOf(':') + 1);
  const label = DETAIL_LABELS[element.name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return [[label, value]];
}

/**
 * The authors of the first element that names any (RFC 4287, 4.2.1: the entry's own, then those of
 * its source).
 */
function xmlAuthors(entry: XmlElement): string[] {
  for (const name of ENTRY_ELEMENTS.author) {
    const names = entry.all(name).flatMap(name === 'source' ? sourceAuthors : people);
    if (names.length > 0) return names;
  }
  return [];
}

/** The publisher, which news searches name only here. */
function sourceAuthors(source: XmlElement): string[] {
  return source.children.length === 0
    ? present(source.text())
    : source.all('author').flatMap(people);
}

/** The names in an element with persons. */
export function people(person: XmlElement): string[] {
  if (person.name !== 'author') return present(person.text());
  const [name = person.first('email')] = person.texts('name');
  return present(
    name ?? (person.all('name').length > 0 ? undefined : nameInAddress(person.text())),
  );
}

/** Maximum length of a name. */
const MAX_PERSON = 1000;
const MAIL = /^(?:mailto:)?[^@]+@[^@]+\.[^@]+$/i;
const WEB = /^(?:https?:\/\/|www\.)./i;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '<': '>', '[': ']' };

/**
 * The name in "ann@example.org (Ann)", "Ann <ann@example.org>" and similar texts; otherwise the
 * address.
 */
function nameInAddress(text: string): string {
  const person = text.slice(0, MAX_PERSON);
  const words = person.split(/[\s()<>[\]]+/);
  const addresses = words.filter((word) => MAIL.test(word) || WEB.test(word));
  const name = addresses
    .reduce((rest, address) => rest.replace(address, ''), person)
    .replace(/[<([]\s*[>)\]]/g, ' ')
    .replace(/^[\s,\-|/:;]+|[\s,\-|/:;]+$/g, '');
  const mail = addresses.find((address) => MAIL.test(address)) ?? '';
  return unbracketed(name) || mail.replace(/^mailto:|\?.*$/gi, '');
}

/** Removes the pair of brackets around a text. */
function unbracketed(text: string): string {
  const [opening = ''] = text;
  const closing = CLOSING[opening];
  if (closing === undefined || !text.endsWith(closing)) return text;
  let depth = 0;
  for (const character of text.slice(1, -1)) {
    if (character === opening) depth += 1;
    else if (character === closing) depth -= 1;
    if (depth < 0) return text;
  }
  return text.slice(1, -1);
}

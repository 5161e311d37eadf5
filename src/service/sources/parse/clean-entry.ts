import { hash } from 'node:crypto';
import { isAvatar } from '../../../base/picture-source.js';
import { unwrapRedirect } from '../../../base/redirector.js';
import { escapeHtml } from '../../../base/text.js';
import type { ItemExtras } from '../../../contract/index.js';
import type { SourceEntry } from '../../core/source-document.js';
import { firstWords, legalText, oneLine } from '../document/clean-text.js';
import { nestedBase, type Place, placeAt } from '../document/references.js';
import { imagesOf } from '../document/sanitise-html.js';
import { cleanExtras } from './clean-extras.js';
import { cleanBody, firstAddress, firstTitle, plainTitle } from './clean-text-field.js';
import type { publicationDates } from './publication-date.js';
import type { RawEntry, RawPicture, RawText } from './raw-entry.js';
import { pictureKeyOf } from './read-pictures.js';

const MAX_AUTHORS = 20;
const MAX_DETAILS = 20;
const MAX_GUID = 4096;

/** Readers of dates for one document. */
type Dates = Pick<ReturnType<typeof publicationDates>, 'dateOf' | 'dateAhead'>;
type CleanBody = ReturnType<typeof cleanBody>;

/**
 * An entry whose texts are cleaned when they are first asked for: that costs more than reading the
 * whole document, and most entries are known.
 *
 * The getters are the same functions for all entries, as properties of their own so that copies have
 * the texts. In an object literal each entry would have functions of its own, and V8 a hidden class
 * for every entry: those live on until a full collection, and the document with them.
 */
export class CleanEntry implements SourceEntry {
  readonly guid: string | null;
  readonly url: string;
  readonly title: string;
  readonly datePublished: number | null;
  readonly dateAhead: number | undefined;
  readonly authors: Array<{ name: string }>;
  declare readonly descriptionText: string;
  declare readonly descriptionHtml: string;
  declare readonly thumbnail: string | null;
  declare readonly extras: ItemExtras | null;
  declare readonly sourceHash: string;
  declare readonly podcastXml: string | null;
  readonly #raw: RawEntry;
  readonly #place: Place;
  readonly #dates: Dates;
  #cleanBody: CleanBody | undefined;
  #pictures: RawPicture[] | undefined;
  #sourceHash: string | undefined;
  #podcastXml: string | null | undefined;
  #extras: ItemExtras | null | undefined;

  /** @param base what `xml:base` of the feed says, else its link or address */
  constructor(raw: RawEntry, feed: { base: string; hasXmlBase: boolean }, dates: Dates) {
    this.#raw = raw;
    this.#dates = dates;
    const base = raw.base === undefined ? feed.base : nestedBase(feed.base, raw.base);
    this.guid = raw.guid === null ? null : legalText(raw.guid).trim().slice(0, MAX_GUID) || null;
    this.url = unwrapRedirect(firstAddress(raw.links, base) ?? '');
    // Relative links have the base of the feed, or else the page of the item: its files are next to
    // the page, such as "a.png".
    const isSaid = feed.hasXmlBase || raw.base !== undefined || this.url === '';
    this.#place = { root: base, relative: isSaid ? base : this.url, page: this.url };
    this.title = firstTitle(raw.titles) || firstWords(this.#body.descriptionText);
    this.datePublished = dates.dateOf(raw.dates);
    if (this.datePublished === null) this.dateAhead = dates.dateAhead(raw.dates) ?? undefined;
    this.authors = cleanAuthors(raw.authors);
    Object.defineProperties(this, CleanEntry.#WHEN_ASKED);
  }

  get #body(): CleanBody {
    this.#cleanBody ??= withDetails(
      firstBody(this.#raw.bodies, this.#place),
      this.#raw.details ?? [],
    );
    return this.#cleanBody;
  }

  /**
   * Pictures that the text does not show. A single one without an alternative text is the
   * thumbnail.
   */
  get #below(): RawPicture[] {
    this.#pictures ??= hiddenPictures(this.#raw.pictures ?? [], this.#body, this.#place);
    return this.#pictures;
  }

  static readonly #WHEN_ASKED: PropertyDescriptorMap & ThisType<CleanEntry> = {
    descriptionText: {
      enumerable: true,
      get() {
        return this.#body.descriptionText;
      },
    },
    descriptionHtml: {
      enumerable: true,
      get() {
        return this.#body.descriptionHtml + this.#below.map(pictureHtml).join('');
      },
    },
    thumbnail: {
      enumerable: true,
      get() {
        const first = imagesOf(this.#body.descriptionHtml).find(({ url }) => !isAvatar(url))?.url;
        const named = this.#raw.images.flatMap((image) => firstAddress([image], this.#place) ?? []);
        const own = named.find((address) => !isAvatar(address)) ?? first;
        return own ?? named[0] ?? null;
      },
    },
    extras: {
      enumerable: true,
      get() {
        // Cached, because comparing and storing both use it.
        if (this.#extras === undefined) {
          const { descriptionText } = this;
          const pictures = this.#below.map(({ alt: title, ...file }) => ({ ...file, title }));
          const { dateOf } = this.#dates;
          const context = { place: this.#place, descriptionText, pictures, dateOf };
          this.#extras = cleanExtras(this.#raw, context);
        }
        return this.#extras;
      },
    },
    podcastXml: {
      enumerable: true,
      get() {
        this.#podcastXml ??= this.#raw.podcast?.write() || null;
        return this.#podcastXml;
      },
    },
    sourceHash: {
      enumerable: true,
      get() {
        this.#sourceHash ??= hashOf(this.#raw, this.#place.root);
        return this.#sourceHash;
      },
    },
  };
}

/** 128 bits of SHA-256 in base64url. Dates are left out, because they do not count as a change. */
function hashOf(raw: RawEntry, base: string): string {
  const { dates: _, modified: __, podcast, ...said } = raw;
  const text = JSON.stringify([base, said, podcast?.source]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function firstBody(bodies: readonly RawText[], place: Place): CleanBody {
  for (const body of bodies) {
    const { bases = [] } = body;
    const isSaid = bases.length > 0;
    const own = isSaid ? placeAt(nestedBase(place.root, ...bases), place.page) : place;
    const clean = cleanBody(body, own);
    if (clean.descriptionHtml !== '') return clean;
  }
  return { descriptionHtml: '', descriptionText: '' };
}

/** The body with a line for each value that it lacks. */
function withDetails(body: CleanBody, details: NonNullable<RawEntry['details']>): CleanBody {
  const { descriptionHtml, descriptionText } = body;
  const missing = details.slice(0, MAX_DETAILS).flatMap(([label, value]) => {
    const text = oneLine(value, value.length);
    return text === '' || descriptionText.includes(text) ? [] : [`${label}: ${text}`];
  });
  if (missing.length === 0) return body;
  const lines = missing.map(escapeHtml).join('<br />');
  return {
    descriptionHtml: `${descriptionHtml}<p>${lines}</p>`,
    descriptionText: [...(descriptionText === '' ? [] : [descriptionText]), ...missing].join('\n'),
  };
}

function hiddenPictures(
  pictures: readonly RawPicture[],
  { descriptionHtml }: CleanBody,
  place: Place,
): RawPicture[] {
  const found = pictures.flatMap((picture) => {
    const url = firstAddress([picture.url], place);
    const alt = plainTitle({ value: picture.alt ?? '', kind: 'unknown' }) || undefined;
    return url === null || isAvatar(url) ? [] : [{ ...picture, url, alt }];
  });
  if (found.length === 1 && found[0]?.alt === undefined) return [];
  const shown = new Set(imagesOf(descriptionHtml).map(pictureKeyOf));
  return found.filter((picture) => !shown.has(pictureKeyOf(picture)));
}

function pictureHtml({ url, alt = '' }: RawPicture): string {
  return `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" /></p>`;
}

/** Words within names that are in lower case. */
const PARTICLE = '(?:de|del|della|der|den|di|da|dos|du|la|le|van|von|zu|bin|al|y)';
const NAME = new RegExp(
  String.raw`^(?:d['’]|${PARTICLE}\s)*\p{Lu}[^\s,]*(?:\s(?:\p{Lu}[^\s,]*|${PARTICLE})){0,4}$`,
  'u',
);

/** The persons in "A, B and C"; any other text is one name. */
function peopleIn(names: string): string[] {
  const [, rest = '', last = ''] =
    /^(.{1,500}),? (?:and|&|und|et|y|e|en|og|och) ([^,]{1,100})$/u.exec(names) ?? [];
  const people = [...rest.split(/, ?/), last].filter((name) => name !== '');
  return people.length > 2 && people.every((name) => NAME.test(name)) ? people : [names];
}

function cleanAuthors(names: readonly string[]): Array<{ name: string }> {
  const clean = names.flatMap((name) => peopleIn(plainTitle({ value: name, kind: 'unknown' })));
  const distinct = [...new Set(clean.filter((name) => name !== ''))];
  return distinct.slice(0, MAX_AUTHORS).map((name) => ({ name }));
}

/**
 * Elements of RSS 0.9x to 2.0, RDF, Atom 0.3 and 1.0 and their extensions, by the field of an entry
 * that they fill. Names are those of `namespaces.ts`, in order of preference. All formats share
 * this table, because publishers mix their elements.
 */
export const ENTRY_ELEMENTS = {
  guid: ['guid', 'id', 'dc:identifier'],
  title: ['title', 'media:title', 'itunes:title', 'dc:title'],
  /** The whole text, which is always HTML. */
  html: ['content:encoded', 'xhtml:body', 'body', 'fullitem'],
  content: ['content'],
  /** The text if there is no other, otherwise a summary of it. */
  summary: ['description', 'summary', 'itunes:summary'],
  abstract: ['dc:description'],
  subtitle: ['itunes:subtitle'],
  date: [
    ...[
      'pubdate',
      'published',
      'issued',
      'created',
      'dc:date',
      'dcterms:issued',
      'dcterms:created',
    ],
    ...['updated', 'modified', 'dcterms:modified'],
  ],
  modified: ['updated', 'modified', 'dcterms:modified'],
  author: ['author', 'dc:creator', 'itunes:author', 'source', 'news:source'],
  tag: ['category', 'dc:subject'],
  keywords: ['itunes:keywords'],
  section: ['slash:section'],
  comments: ['comments'],
  language: ['dc:language'],
  /**
   * Values of alerts (CAP 1.2, GDACS) and earthquakes (EMSC), which feed readers do not show; see
   * `DETAIL_LABELS`.
   */
  details: [
    ...['cap:event', 'cap:severity', 'cap:urgency', 'cap:certainty', 'cap:areadesc'],
    ...['cap:effective', 'cap:onset', 'cap:expires'],
    ...['emsc:magnitude', 'emsc:depth'],
    ...['gdacs:alertlevel', 'gdacs:severity', 'gdacs:population', 'gdacs:country'],
  ],
} as const;

/** Labels of these values, if they differ from the names. */
export const DETAIL_LABELS: Readonly<Record<string, string>> = {
  'cap:areadesc': 'Area',
  'gdacs:alertlevel': 'Alert level',
};

/** Elements of a feed, by field. */
export const FEED_ELEMENTS = {
  title: ['title', 'dc:title'],
  description: [
    ...['description', 'subtitle', 'tagline', 'dc:description', 'itunes:summary'],
    'itunes:subtitle',
  ],
  icon: ['image', 'itunes:image', 'icon', 'logo'],
  language: ['language', 'dc:language'],
  author: ['author'],
  date: ['pubdate', 'lastbuilddate', 'updated', 'dc:date'],
  ttl: ['ttl'],
  period: ['sy:updateperiod'],
  frequency: ['sy:updatefrequency'],
} as const;

/**
 * Elements that differ in nearly every document without affecting entries: dates, and RDF's list of
 * items.
 */
export const VOLATILE_ELEMENTS: ReadonlySet<string> = new Set([
  ...FEED_ELEMENTS.date,
  'modified',
  'items',
]);

const FIELDS: ReadonlySet<string> = new Set([
  ...[ENTRY_ELEMENTS, FEED_ELEMENTS].flatMap((table) => Object.values(table).flat()),
  ...['link', 'enclosure', 'media:content', 'media:group', 'media:thumbnail', 'itunes:duration'],
]);

const QUOTING: ReadonlySet<string> = new Set([
  ...ENTRY_ELEMENTS.html,
  ...ENTRY_ELEMENTS.content,
  ...ENTRY_ELEMENTS.summary,
  ...ENTRY_ELEMENTS.abstract,
  'source',
]);

/** True if an element fills a field of an entry or a feed. */
export function isField(name: string): boolean {
  return FIELDS.has(name);
}

/**
 * True if an element of an entry may contain elements with the names of entries, as quotations do.
 */
export function canQuoteEntries(name: string): boolean {
  return QUOTING.has(name) || name.includes(':');
}

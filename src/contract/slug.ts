/** Files of the site itself: `index.html`, `feeds.html`, `search.json` and `status.json`. */
const SITE_FILES: readonly string[] = ['index', 'feeds', 'search', 'status'];

/** What web servers, browsers and crawlers ask a site for, without the ending. */
const WELL_KNOWN_FILES: readonly string[] = ['404', 'favicon', 'robots', 'sitemap'];

/** Windows takes these names as devices, whatever the extension ("Naming Files, Paths, and Namespaces"). */
const DEVICES: readonly string[] = [
  ...['con', 'prn', 'aux', 'nul'],
  ...Array.from({ length: 10 }, (_, port) => [`com${port}`, `lpt${port}`]).flat(),
];

/** Names of the files of a feed or a bundle in a static site: `SLUG.xml`, `.atom`, `.json` and `.html`. */
export const SLUG = {
  maxLength: 80,
  /** No dots and slashes: it is one part of a file name. */
  pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,79}$/,
  /** In lower case. */
  reserved: new Set([...SITE_FILES, ...WELL_KNOWN_FILES, ...DEVICES]),
} as const satisfies {
  maxLength: number;
  pattern: RegExp;
  reserved: ReadonlySet<string>;
};

/** Slugs that differ in case only are one file name on many systems. */
export function slugKey(slug: string): string {
  return slug.toLowerCase();
}

/** Whether a text can name the files of a static site. */
export function isSlug(text: string): boolean {
  return SLUG.pattern.test(text) && !SLUG.reserved.has(text.toLowerCase());
}

/** Why a text cannot, and a slug that can be written in its place. */
export function slugProblem(text: string): string {
  const rule = `must be 1 to ${SLUG.maxLength} letters, digits, - or _, because it names files`;
  const name = text.toLowerCase();
  if (SITE_FILES.includes(name)) return `must not be ${name}, which is a file of the site itself`;
  if (WELL_KNOWN_FILES.includes(name)) {
    return `must not be ${name}, which browsers and crawlers ask every site for`;
  }
  if (DEVICES.includes(name)) return `must not be ${name}, which is a device on Windows`;
  const similar = text
    .replace(/[^0-9A-Za-z_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, SLUG.maxLength);
  return isSlug(similar) && similar !== text ? `${rule}; write ${similar}` : rule;
}

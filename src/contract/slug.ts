/** Files of the site itself: `index.html`, `feeds.html`, `search.json` and `status.json`. */
const SITE_FILES: readonly string[] = ['index', 'feeds', 'search', 'status'];

/** Names that web servers, browsers and crawlers request from every site, without their endings. */
const WELL_KNOWN_FILES: readonly string[] = ['404', 'favicon', 'robots', 'sitemap'];

/**
 * Names that Windows reserves for devices, with any extension ("Naming Files, Paths, and
 * Namespaces").
 */
const DEVICES: readonly string[] = [
  ...['con', 'prn', 'aux', 'nul'],
  ...Array.from({ length: 10 }, (_, port) => [`com${port}`, `lpt${port}`]).flat(),
];

/** Names of the files of a feed or a bundle in a static site: `SLUG.xml`, `.atom`, `.json` and `.html`. */
export const SLUG = {
  maxLength: 80,
  /** Dots and slashes are excluded: it is one part of a file name. */
  pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,79}$/,
  /** Reserved names, in lower case. */
  reserved: new Set([...SITE_FILES, ...WELL_KNOWN_FILES, ...DEVICES]),
} as const satisfies {
  maxLength: number;
  pattern: RegExp;
  reserved: ReadonlySet<string>;
};

/** The form for comparing: slugs that differ only in case are one file name on many systems. */
export function slugKey(slug: string): string {
  return slug.toLowerCase();
}

/** True if a text can name the files of a static site. */
export function isSlug(text: string): boolean {
  return SLUG.pattern.test(text) && !SLUG.reserved.has(text.toLowerCase());
}

/** Why a text is no slug, with a similar one that is. */
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

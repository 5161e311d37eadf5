/** Names of the files of a feed or a bundle in a static site: `SLUG.xml`, `.atom` and `.json`. */
export const SLUG = {
  maxLength: 80,
  /** No dots and slashes: it is one part of a file name. */
  pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,79}$/,
  /** `status.json` is a file of the site itself; in lower case. */
  reserved: new Set(['status']),
} as const satisfies {
  maxLength: number;
  pattern: RegExp;
  reserved: ReadonlySet<string>;
};

/** Slugs that differ in case only are one file name on many systems. */
export function slugKey(slug: string): string {
  return slug.toLowerCase();
}

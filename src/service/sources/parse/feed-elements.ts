/** Void elements of HTML; no feed format has elements of these names with a body. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** `item` of RSS and RDF, `entry` of Atom, with any prefix. @param name in lower case */
export function isEntry(name: string): boolean {
  return /^(?:[\w-]+:)?(?:item|entry)$/.test(name);
}

/** What is around entries, from the root down, with any prefix. @param name in lower case */
export function isFeedElement(name: string): boolean {
  return /^(?:[\w-]+:)?(?:rss|rdf|channel|feed)$/.test(name);
}

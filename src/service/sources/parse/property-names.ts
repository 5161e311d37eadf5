/**
 * Names of elements and JSON members that feedsmith 3.0.1 reads as properties of the objects it is
 * given, whatever the document meant by them:
 *
 * - `length`: its `parseArray` calls `Array.from` on any object that has one. `"length": 1000000000`
 *   makes V8 abort the process, in a worker thread, too; `<length>3:45</length>` in the only item of
 *   a feed loses the item.
 * - `constructor`, `prototype`: its `isPlainObject` compares `constructor`, so the object that has one
 *   is dropped, and fast-xml-parser refuses the document.
 *
 * No feed format has a member of these names that this service reads.
 */
const NAMES = new Set(['length', 'constructor', 'prototype', '__proto__']);

/**
 * A tag of such a name, in any case and with any prefix: feedsmith puts names into lower case and
 * takes the prefixes of a format's own namespace away. The parser ends a name at white space only,
 * so a prefix may hold nearly everything. `__proto__` is renamed by the parser itself.
 */
const TAGS = /<\/?(?:[^\s<]*:)?(?:length|constructor|prototype)(?=[\s/>])/gi;

/** A document without any of these has no such tag. Names alone are found in a third of the time. */
const ANY_NAME = [/length[\s/>]/i, /(?:constructor|prototype)[\s/>]/i];

/** A zero-width space: makes another name of it, and is dropped where text is cleaned. */
const INVISIBLE = '\u200b';

/** The XML with such elements renamed, wherever they are; linear. */
export function hidePropertyNames(xml: string): string {
  if (!ANY_NAME.some((name) => name.test(xml))) return xml;
  return xml.replace(TAGS, `$&${INVISIBLE}`);
}

/** Deletes such members from parsed JSON, at any depth. The caller bounds the depth. */
export function deletePropertyNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    for (const name of NAMES) if (Object.hasOwn(value, name)) Reflect.deleteProperty(value, name);
  }
  for (const member of Object.values(value)) deletePropertyNames(member);
}

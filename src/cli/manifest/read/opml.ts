import { wrongAtStart } from '../../sources/problem.js';
import { SOURCE_FIELDS } from '../../sources/search-kinds.js';
import { BUNDLE_ROWS, decodedValue, FEED_ROWS } from '../../sources/values.js';
import { PREFIX } from '../write/opml.js';
import { type Outline, readOutlines } from './outlines.js';
import type { WrittenEntry, WrittenFile } from './written.js';

/** Separates the names of nested folders in the name of the resulting bundle. */
const FOLDER_SEPARATOR = ' / ';

type Attributes = Outline['attributes'];
type Fields = Record<string, unknown>;

/** Maximum number of lines and outlines that a note lists. */
const MAX_NAMED = 10;

/**
 * Reads OPML 2.0. A folder becomes a bundle, and so does a category of a feed, as "/Tech/News,/Fun". Bundles do not nest: a nested folder becomes its own
 * bundle, and its feeds are also members of the outer bundle, as feed readers show them.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readOpml(text: string, file: string): WrittenFile {
  const entries: WrittenEntry[] = [];
  // Notes without duplicates: a folder may occur many times.
  const notes = new Set<string>();
  const { top, unclosed } = readOutlines(text, file);
  const remarked: Record<Remark, Outline[]> = {
    ...{ link: [], include: [], broken: [], xpath: [], unclosed },
  };
  for (const outline of top) take(outline, []);
  // A file without outlines is the export of an empty account.
  if (top.length > 0 && entries.length === 0) {
    throw wrongAtStart(file, 'there is no feed in this file: no outline has an xmlUrl');
  }
  const remarks = Object.entries(remarked)
    .filter(([, outlines]) => outlines.length > 0)
    .map(([remark, outlines]) => `${REMARKS[remark as Remark]}: ${titleOfOutlines(outlines)}.`);
  return { entries, notes: [...notes, ...remarks], mayRepeat: true };

  /** @param bundles the enclosing folders, outermost first */
  function take(outline: Outline, bundles: readonly string[]): void {
    const { attributes, at, children } = outline;
    const title = (attributes.text || attributes.title || '').trim();
    const type = attributes.type?.trim().toLowerCase() ?? '';
    let around = bundles;
    if (isFeed(attributes)) {
      const names = [...new Set([...bundles, ...categoriesOf(attributes)])];
      entries.push({ kind: 'feed', value: feedFields(attributes), title, at, bundles: names });
      if (outline.isBroken) remarked.broken.push(outline);
      if (/xpath|dotnotation/.test(type)) remarked.xpath.push(outline);
    } else if (outline.isBroken && children.length === 0) {
      const problems = [{ at, message: BROKEN }];
      entries.push({ kind: 'feed', value: { url: '' }, title, at, problems });
    } else if (type === 'link' || type === 'include') {
      remarked[type].push(outline);
    } else if (isFolder(outline) && title !== '') {
      const outer = bundles.at(-1);
      const name = outer === undefined ? title : `${outer}${FOLDER_SEPARATOR}${title}`;
      around = [...bundles, name];
      entries.push({ kind: 'bundle', value: bundleFields(attributes, name), title: name, at });
      if (outer !== undefined) {
        notes.add(
          `Bundles do not nest: the folder "${title}" in "${outer}" becomes the bundle "${name}", and its feeds are also in "${outer}".`,
        );
      }
    }
    for (const child of children) take(child, around);
  }
}

type Remark = 'link' | 'include' | 'broken' | 'xpath' | 'unclosed';

const BROKEN = 'a quotation mark inside an attribute ends it, and no xmlUrl stands before it';

const REMARKS: Readonly<Record<Remark, string>> = {
  link: 'Links are no feeds and were left out; feeds create URL makes a feed of one',
  include: 'Outlines that include another file were left out; import that file, too',
  broken:
    'A quotation mark inside an attribute ends it; these outlines were read up to there, so check them',
  xpath: 'XPath of other programs is not read; these pages are read like any other, so check them',
  unclosed: 'These outlines have no end tag, so folders may hold too many feeds',
};

function titleOfOutlines(outlines: readonly Outline[]): string {
  const names = outlines.slice(0, MAX_NAMED).map(({ attributes, at }) => {
    const title = (attributes.text || attributes.title || attributes.url || '').trim();
    return title === '' ? `line ${at.line}` : `"${title}" (line ${at.line})`;
  });
  const more = outlines.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Bundle names in an OPML 2.0 category; commas separate names, slashes separate levels. */
function categoriesOf({ category = '' }: Attributes): string[] {
  const names = category.split(',').map((path) =>
    path
      .split('/')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(FOLDER_SEPARATOR),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

function isFeed(attributes: Attributes): boolean {
  return (
    outlineAddress(attributes) !== undefined ||
    SOURCE_FIELDS.some((name) => `${PREFIX}${name}` in attributes)
  );
}

/** Types of outlines whose `url` is a page or another file (OPML 2.0). */
const NO_FEEDS = new Set(['link', 'include']);

/** Some programs write the address of a feed as `url`. */
function outlineAddress({ xmlurl, url, type = '' }: Attributes): string | undefined {
  return xmlurl ?? (NO_FEEDS.has(type.trim().toLowerCase()) ? undefined : url);
}

/**
 * True for a folder, which has children, or only a name; bookmarks and comments are outlines, too.
 */
function isFolder({ attributes: { type, url, htmlurl }, children }: Outline): boolean {
  return children.length > 0 || (type ?? url ?? htmlurl) === undefined;
}

/**
 * The fields of a feed: feedctl's own attributes if it has them; otherwise the address is the
 * source.
 */
function feedFields(attributes: Attributes): Fields {
  const [title, text] = [attributes.title?.trim(), attributes.text?.trim()];
  const address = outlineAddress(attributes)?.trim();
  const fields = ownFields(attributes, FEED_ATTRIBUTES);
  const isOurs = SOURCE_FIELDS.some((name) => fields[name] !== undefined);
  const shown = isOurs ? title : title || text;
  return withoutBlank({
    ...fields,
    ...(isOurs ? {} : { url: address ?? '' }),
    title: shown === address ? undefined : shown,
    description: attributes.description,
  });
}

function bundleFields(attributes: Attributes, name: string): Fields {
  const { description } = attributes;
  return {
    ...withoutBlank({ ...ownFields(attributes, BUNDLE_ATTRIBUTES), description }),
    name,
    feeds: [],
  };
}

/** Names of fields by their attributes, which are in lower case. */
function attributesOf(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

const FEED_ATTRIBUTES = attributesOf([
  ...SOURCE_FIELDS,
  'region',
  ...FEED_ROWS.map(([name]) => name),
]);
const BUNDLE_ATTRIBUTES = attributesOf(BUNDLE_ROWS.map(([name]) => name));

/**
 * Looks up only attributes that are present: most outlines come from other programs, and a file may
 * have 50,000 of them.
 */
function ownFields(attributes: Attributes, names: ReadonlyMap<string, string>): Fields {
  const fields: Fields = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const name = attribute.startsWith(PREFIX) && names.get(attribute.slice(PREFIX.length));
    if (name) fields[name] = decodedValue(name, value);
  }
  return fields;
}

function withoutBlank(fields: Fields): Fields {
  return Object.fromEntries(
    // A blank address is kept, so that it is rejected with its line.
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'url'),
    ),
  );
}

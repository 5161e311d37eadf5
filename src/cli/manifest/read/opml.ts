import type { FiltersInput } from '../../../client/index.js';
import { filtersInputSchema } from '../../../contract/filters/index.js';
import { describeIssue } from '../../sources/describe-issue.js';
import { jsonOrText, sourceText, toBundleEntry, toFeedEntry } from '../../sources/entries.js';
import type { FeedEntry, Manifest, UnusableEntry } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { feedEntrySchema } from '../../sources/schema.js';
import { SOURCE_FIELDS } from '../../sources/search-kinds.js';
import { sourceId } from '../../sources/source-spec.js';
import { FEED_ROWS, JSON_VALUES } from '../../sources/values.js';
import { BundleCollector } from './bundle-collector.js';
import { FOLDER_SEPARATOR, type Outline, PREFIX, readOutlines } from './outlines.js';

/**
 * Reads OPML 2.0. A folder becomes a bundle. Bundles do not nest: a nested folder becomes its own
 * bundle, and its feeds are also members of the outer bundle, as feed readers show them.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readOpml(text: string, file: string): Manifest {
  const reading = new Reading();
  const outlines = readOutlines(text, file);
  for (const outline of outlines) reading.take(outline, []);
  const { skipped, feeds, bundles, notes } = reading;
  // A file without outlines is the export of an empty account.
  if (outlines.length > 0 && feeds.size + skipped.length + bundles.all().length === 0) {
    throw invalidFile(file, [
      {
        at: { line: 1, column: 1 },
        message: 'there is no feed in this file: no outline has an xmlUrl',
      },
    ]);
  }
  return { feeds: [...feeds.values()], bundles: bundles.all(), notes: [...notes], skipped };
}

const SOURCE_ATTRIBUTES = SOURCE_FIELDS.map((name) => `${PREFIX}${name}`);

class Reading {
  /** By source: a feed in two folders appears twice in the file. */
  readonly feeds = new Map<string, FeedEntry>();
  readonly bundles = new BundleCollector();
  readonly skipped: UnusableEntry[] = [];
  /** Each once: a folder may appear many times. */
  readonly notes = new Set<string>();

  /** @param folders names of the enclosing folders, outermost first */
  take(outline: Outline, folders: readonly string[]): void {
    const name = nameOf(outline);
    let around = folders;
    if (isFeed(outline)) this.#takeFeed(outline, folders);
    else if (isFolder(outline) && name !== '') {
      around = [...folders, name];
      this.#takeFolder(outline, around);
    }
    for (const child of outline.children) this.take(child, around);
  }

  #takeFolder({ attributes, at }: Outline, folders: readonly string[]): void {
    const name = folders.join(FOLDER_SEPARATOR);
    const { description, [`${PREFIX}icon`]: icon } = attributes;
    const read = folderFilters(own(attributes, 'filters'));
    if (read.problems.length > 0) {
      const problems = read.problems.map((message) => ({ at, message }));
      this.skipped.push({ kind: 'bundle', title: name, value: name, problems });
    }
    const { filters } = read;
    const raw = {
      name,
      ...(description && { description }),
      ...(icon && { icon }),
      ...(filters !== undefined && { filters }),
    };
    this.bundles.describe(toBundleEntry(raw, { at, memberAt: () => at }));
    if (folders.length > 1) {
      const outer = folders.slice(0, -1).join(FOLDER_SEPARATOR);
      this.notes.add(
        `Bundles do not nest: the folder "${folders.at(-1)}" in "${outer}" becomes the bundle "${name}", and its feeds are also in "${outer}".`,
      );
    }
  }

  #takeFeed(outline: Outline, folders: readonly string[]): void {
    const fields = fieldsOf(outline.attributes);
    const parsed = feedEntrySchema.safeParse(fields, { reportInput: true });
    if (!parsed.success) {
      const { at } = outline;
      const problems = parsed.error.issues
        .flatMap((issue) => describeIssue(issue, () => [], 'a feed'))
        .map(({ message }) => ({ at, message }));
      const value = sourceText(fields);
      this.skipped.push({ kind: 'feed', title: nameOf(outline), value, problems });
      return;
    }
    const entry = toFeedEntry(parsed.data, outline.at);
    const id = sourceId(entry.source, { tellsModes: true });
    const feed = this.feeds.get(id) ?? entry;
    this.feeds.set(id, feed);
    folders.forEach((_, depth) => {
      this.bundles.add(folders.slice(0, depth + 1).join(FOLDER_SEPARATOR), feed);
    });
  }
}

/** The filters of a bundle, or what is wrong with them. */
function folderFilters(text: string | undefined): {
  filters?: FiltersInput;
  problems: string[];
} {
  if (text === undefined || text.trim() === '') return { problems: [] };
  const read = filtersInputSchema.safeParse(jsonOrText(text), { reportInput: true });
  if (read.success) return { filters: read.data, problems: [] };
  const problems = read.error.issues
    .flatMap((issue) => describeIssue(issue, () => [], 'the filters'))
    .map(({ message }) => `feedctl:filters: ${message}`);
  return { problems };
}

function isFeed({ attributes }: Outline): boolean {
  return (
    addressOf(attributes) !== undefined || SOURCE_ATTRIBUTES.some((name) => name in attributes)
  );
}

/** Types of outlines whose `url` is a page or another file (OPML 2.0). */
const NO_FEEDS = new Set(['link', 'include']);

/** Some programs write the address of a feed as `url`. */
function addressOf({ xmlurl, url, type = '' }: Outline['attributes']): string | undefined {
  return xmlurl ?? (NO_FEEDS.has(type.trim().toLowerCase()) ? undefined : url);
}

/** Bookmarks and comments are outlines too; a folder has children, or only a name. */
function isFolder({ attributes, children }: Outline): boolean {
  if (children.length > 0) return true;
  return (
    attributes.type === undefined &&
    attributes.url === undefined &&
    attributes.htmlurl === undefined
  );
}

function nameOf({ attributes }: Outline): string {
  return (attributes.text || attributes.title || '').trim();
}

/** An entry in the form of the schema. feedctl's own attributes are exact; otherwise the address is the source. */
function fieldsOf(attributes: Outline['attributes']): Record<string, unknown> {
  const { description } = attributes;
  const [title, text] = [attributes.title?.trim(), attributes.text?.trim()];
  const address = addressOf(attributes)?.trim();
  // Most outlines are of other programs, and a file has 50,000 of them.
  const fields = ownFields(attributes);
  const isOurs = SOURCE_FIELDS.some((name) => fields[name] !== undefined);
  const shown = isOurs ? title : title || text;
  return withoutBlank({
    ...fields,
    ...(isOurs ? {} : { url: address ?? '' }),
    title: shown === address ? undefined : shown,
    description,
  });
}

/** Fields of an entry by the name of their attribute, which is in lower case. */
const FIELDS = new Map(
  [...SOURCE_FIELDS, 'region', ...FEED_ROWS.map(([name]) => name)].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

function ownFields(attributes: Outline['attributes']): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const name = attribute.startsWith(PREFIX) && FIELDS.get(attribute.slice(PREFIX.length));
    if (name) fields[name] = JSON_VALUES.has(name) ? jsonOrText(value) : value;
  }
  return fields;
}

function own(attributes: Outline['attributes'], name: string): string | undefined {
  return attributes[`${PREFIX}${name}`];
}

function withoutBlank(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    // A blank address is kept, so that it is rejected with its line.
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'url'),
    ),
  );
}

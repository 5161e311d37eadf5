import * as z from 'zod';
import { isObject } from '../../../base/json.js';
import { pageModeSchema } from '../../../contract/selectors.js';
import { MAX_FEEDS_PER_REQUEST } from '../../../contract/sizes.js';
import { webAddress } from '../../kit/index.js';
import { describeIssue } from '../../sources/describe-issue.js';
import {
  type BundleEntry,
  type FeedEntry,
  isNews,
  type Manifest,
  type MemberEntry,
  type SourceSpec,
  type UnusableEntry,
} from '../../sources/model.js';
import type { Position, Problem } from '../../sources/problem.js';
import {
  bundleEntrySchema,
  feedEntrySchema,
  keysAt,
  memberSchema,
  type RawFeed,
  type RawMember,
} from '../../sources/schema.js';
import { searchIn } from '../../sources/search-kinds.js';
import {
  type AccessReferences,
  referencesIn,
  withoutCredentials,
} from '../../sources/secret-reference.js';
import { newsSource, sourceId, sourceName, sourceText } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import type { At } from './places.js';
import type { WrittenEntry, WrittenFile } from './written.js';

/** Members are checked one by one, so that an invalid one does not affect the others. */
const bundleSchema = bundleEntrySchema.extend({
  feeds: z.array(z.unknown()).max(MAX_FEEDS_PER_REQUEST).optional(),
});

/**
 * Checks the entries of a file. Those that are invalid or contradict others are in `skipped`: of
 * several feeds of one source, or bundles of one name, the first is kept, and members of bundles are
 * feeds of the file.
 */
export function checkedManifest({ entries, notes = [], mayRepeat = false }: WrittenFile): Manifest {
  const checking = new Checking(mayRepeat);
  for (const entry of entries) {
    if (entry.kind === 'feed') checking.takeFeed(entry);
    else checking.takeBundle(entry);
  }
  const { feeds, bundles, skipped } = checking;
  return { feeds: [...feeds.values()], bundles: [...bundles.values()], notes: [...notes], skipped };
}

class Checking {
  /** Feeds by source. */
  readonly feeds = new Map<string, FeedEntry>();
  /** Bundles by name, in order of appearance. */
  readonly bundles = new Map<string, BundleEntry>();
  readonly skipped: UnusableEntry[] = [];
  readonly #mayRepeat: boolean;
  /** Positions of the entries of bundles, by name. */
  readonly #described = new Map<string, Position>();
  /** Positions of the members of bundles, by name and source. */
  readonly #members = new Map<string, Map<string, Position>>();
  /** Sources of skipped feeds: as members of bundles they are not reported again. */
  readonly #unusable = new Set<string>();

  constructor(mayRepeat: boolean) {
    this.#mayRepeat = mayRepeat;
  }

  takeFeed(given: WrittenEntry): void {
    const { entry, secret } = withoutSecret(given);
    const { at, place = () => at, bundles = [] } = entry;
    const raw = this.#checked(feedEntrySchema, entry);
    if (raw === undefined) {
      this.#unusable.add(writtenValue(entry.value));
      return;
    }
    const feed = withSecret(feedEntry(raw, at, place), secret);
    const { source } = feed;
    const id = sourceId(source);
    const first = this.feeds.get(id);
    if (first === undefined) this.feeds.set(id, feed);
    else if (!this.#mayRepeat) this.#skip(entry, [repeated(sourceName(source), at, first.at)]);
    for (const name of bundles) {
      this.#addMember(this.#bundleNamed(name, at, { feeds: [] }), id, { source, at });
    }
  }

  takeBundle(entry: WrittenEntry): void {
    const { at, place = () => at } = entry;
    const raw = this.#checked(bundleSchema, entry);
    if (raw === undefined) return;
    const { name, slug, feeds } = raw;
    const first = this.#described.get(name);
    if (first !== undefined && !this.#mayRepeat) {
      this.#skip(entry, [repeated(`the bundle "${name}"`, at, first)]);
      return;
    }
    this.#described.set(name, at);
    const bundle = this.#bundleNamed(name, at, {
      ...bundleValues(raw),
      ...(slug !== undefined && { slug }),
      ...(feeds !== undefined && { feeds: [] }),
    });
    for (const [index, member] of (feeds ?? []).entries()) {
      this.#takeMember(bundle, member, place(['feeds', index]));
    }
  }

  #takeMember(bundle: BundleEntry, raw: unknown, at: Position): void {
    const skip = (value: string, messages: readonly string[]) => {
      const problems = messages.map((message) => ({ at, message }));
      this.skipped.push({ kind: 'member', title: bundle.name, value, problems });
    };
    const { data, error } = memberSchema.safeParse(raw, { reportInput: true });
    if (error !== undefined) {
      const issues = error.issues.flatMap((issue) => describeIssue(issue, 'a member', () => []));
      skip(
        sourceText(raw),
        issues.map(({ message }) => message),
      );
      return;
    }
    const { url, ...others } = typeof data === 'string' ? { url: data } : data;
    const known =
      url === undefined ? others : { ...others, url: withoutCredentials(url)?.address ?? url };
    const source = this.#meant(writtenSource(known));
    const [id, name] = [sourceId(source), sourceName(source)];
    if (this.feeds.has(id)) {
      const first = this.#addMember(bundle, id, { source, at });
      if (first !== undefined)
        skip(name, [repeated(`${name} in "${bundle.name}"`, at, first).message]);
    } else if (!this.#unusable.has(writtenValue(raw))) {
      skip(name, [
        `${name} is in the bundle "${bundle.name}" but not among the feeds of this file`,
      ]);
    }
  }

  /** The source of a feed in the file. An address also means the feed of changes of that page. */
  #meant(source: SourceSpec): SourceSpec {
    if (isNews(source) || source.mode !== undefined || this.feeds.has(sourceId(source))) {
      return source;
    }
    const modes = pageModeSchema.options.map((mode) => ({ ...source, mode }));
    return modes.find((each) => this.feeds.has(sourceId(each))) ?? source;
  }

  /** Returns the position of the member if the bundle has it already. */
  #addMember(bundle: BundleEntry, id: string, member: MemberEntry): Position | undefined {
    const known = this.#members.get(bundle.name) ?? new Map<string, Position>();
    this.#members.set(bundle.name, known);
    const first = known.get(id);
    if (first !== undefined) return first;
    known.set(id, member.at);
    bundle.feeds?.push(member);
    return undefined;
  }

  /** The bundle of this name; sets the values that it lacks. */
  #bundleNamed(name: string, at: Position, values: Partial<BundleEntry>): BundleEntry {
    const known = this.bundles.get(name) ?? { name, at };
    const bundle = Object.assign(known, { ...values, ...known });
    this.bundles.set(name, bundle);
    return bundle;
  }

  /** The value of an entry; undefined for an entry that is skipped. */
  #checked<S extends z.ZodType>(schema: S, entry: WrittenEntry): z.infer<S> | undefined {
    const { kind, value, at, place = () => at, problems = [] } = entry;
    const { data, error } = schema.safeParse(value, { reportInput: true });
    const issues = (error?.issues ?? []).flatMap((issue) =>
      describeIssue(issue, `a ${kind}`, (path) => keysAt(schema, path)),
    );
    const all = [...problems, ...issues.map(({ path, message }) => ({ at: place(path), message }))];
    if (all.length === 0) return data;
    this.#skip(entry, all);
    return undefined;
  }

  #skip({ kind, value, title }: WrittenEntry, problems: readonly Problem[]): void {
    const name = title ?? textIn(value, kind === 'feed' ? 'title' : 'name');
    this.skipped.push({ kind, title: name, value: sourceText(value), problems });
  }
}

/** The entry without the user name and password in its address, which become a secret. */
function withoutSecret(entry: WrittenEntry): { entry: WrittenEntry; secret?: string } {
  const { value, title } = entry;
  if (!isObject(value) || typeof value.url !== 'string') return { entry };
  const found = withoutCredentials(value.url);
  if (found === null) return { entry };
  const { address, secret } = found;
  const shown = title === value.url ? { title: address } : {};
  return { entry: { ...entry, ...shown, value: { ...value, url: address } }, secret };
}

/** Adds the secret of the address, unless the file has one itself. */
function withSecret(feed: FeedEntry, secret: string | undefined): FeedEntry {
  if (secret === undefined || isNews(feed.source)) return feed;
  return { ...feed, access: { basic_auth: secret, ...feed.access } };
}

function repeated(what: string, at: Position, first: Position): Problem {
  return { at, message: `${what} is already in line ${first.line}` };
}

/** A feed of a file, with its source and its values in canonical form. */
function feedEntry(raw: RawFeed, at: Position, place: At): FeedEntry {
  const { access, slug } = raw;
  const secrets = referencesIn(access).map(({ path, ...each }) => {
    return { ...each, at: place(['access', ...path]) };
  });
  return {
    source: writtenSource(raw),
    ...feedValues(raw),
    ...(access !== undefined && { access: withLowerNames(access) }),
    ...(slug !== undefined && { slug }),
    at: { ...at, ...(secrets.length > 0 && { secrets }) },
  };
}

/** The schema guarantees exactly one source. */
function writtenSource({
  url = '',
  region,
  mode,
  ...fields
}: Exclude<RawMember, string>): SourceSpec {
  const search = searchIn(fields);
  if (search !== undefined) return newsSource(search.mode, search.words, region);
  return { url, ...(mode !== undefined && { mode }) };
}

/** Names of headers in lower case, as the service shows them. */
function withLowerNames({ headers, ...others }: AccessReferences): AccessReferences {
  if (headers === undefined) return others;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...others, headers: Object.fromEntries(named) };
}

/** The source of a raw entry, to be compared as text. */
function writtenValue(raw: unknown): string {
  return sourceId({ url: webAddress(sourceText(raw)) });
}

/** Text in a field of an entry; empty when there is none. */
function textIn(raw: unknown, field: string): string {
  const value = typeof raw === 'object' && raw !== null ? Reflect.get(raw, field) : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * Namespaces of feeds by address (without scheme, `www.` and ending), with the prefixes that this
 * folder uses. "" stands for the namespaces of the formats themselves.
 */
const PREFIXES: Readonly<Record<string, string>> = {
  'w3.org/2005/atom': '',
  'purl.org/atom/ns': '',
  'purl.org/rss/1.0': '',
  'my.netscape.com/rdf/simple/0.9': '',
  'w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
  'w3.org/1999/xhtml': 'xhtml',
  'purl.org/rss/1.0/modules/content': 'content',
  'purl.org/rss/1.0/modules/slash': 'slash',
  'purl.org/rss/1.0/modules/syndication': 'sy',
  'purl.org/dc/elements/1.0': 'dc',
  'purl.org/dc/elements/1.1': 'dc',
  'dublincore.org/documents/dcmi-namespace': 'dc',
  'purl.org/dc/terms': 'dcterms',
  'dublincore.org/documents/dcmi-terms': 'dcterms',
  'dublincore.org/specifications/dublin-core/dcmi-terms': 'dcterms',
  'itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'example.com/dtds/podcast-1.0.dtd': 'itunes',
  'podcastindex.org/namespace/1.0': 'podcast',
  'github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md': 'podcast',
  'podlove.org/simple-chapters': 'psc',
  'search.yahoo.com/mrss': 'media',
  'search.yahoo.com/searchmonkey/media': 'media',
  'tools.search.yahoo.com/mrss': 'media',
  'video.search.yahoo.com/mrss': 'media',
  'rssboard.org/media-rss': 'media',
};

/** Prefixes whose elements are published again, so that their namespace address must be right. */
const REPUBLISHED: ReadonlySet<string> = new Set(['itunes', 'podcast', 'psc']);

/** Maximum number of prefixes; real documents have fewer than twenty. */
const MAX_PREFIXES = 50;

/** The prefixes that are declared at an element. */
export class Scope {
  /** The scope of a feed without declarations: prefixes have their usual meaning. */
  static readonly OUTERMOST = new Scope(new Map([['atom', '']]));

  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #names = new Map<string, string>();

  private constructor(prefixes: ReadonlyMap<string, string>) {
    this.#prefixes = prefixes;
  }

  /** @param declared addresses by prefix, "" for the default namespace */
  with(declared: ReadonlyMap<string, string>): Scope {
    const prefixes = new Map(this.#prefixes);
    for (const [prefix, address] of declared) {
      if (prefixes.size < MAX_PREFIXES || prefixes.has(prefix)) {
        prefixes.set(prefix, knownPrefix(prefix, address));
      }
    }
    return new Scope(prefixes);
  }

  /** The scope of a root element: its own namespace is that of the format, whatever its address. */
  withRoot(written: string): Scope {
    const { prefix } = split(written);
    const own = prefix === 'rdf' ? '' : prefix;
    return new Scope(new Map([...this.#prefixes, [own, ''], ['', '']]));
  }

  /** A name as the tables of this folder write it. @param written in lower case */
  nameOf(written: string): string {
    const known = this.#names.get(written);
    if (known !== undefined) return known;
    const { prefix, local } = split(written);
    const canonical = this.#prefixes.get(prefix) ?? prefix;
    const name = canonical === '' ? local : `${canonical}:${local}`;
    this.#names.set(written, name);
    return name;
  }
}

function split(written: string): { prefix: string; local: string } {
  const colon = written.indexOf(':');
  return { prefix: written.slice(0, Math.max(0, colon)), local: written.slice(colon + 1) };
}

/**
 * The meaning of a prefix with an unknown address: publishers misspell addresses, so it has its
 * usual meaning.
 */
function knownPrefix(prefix: string, address: string): string {
  const bare = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[#/]$/, '');
  if (Object.hasOwn(PREFIXES, bare)) return PREFIXES[bare] ?? prefix;
  return REPUBLISHED.has(prefix) ? `other-${prefix}` : prefix;
}

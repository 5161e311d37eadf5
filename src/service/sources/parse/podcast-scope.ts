/** The namespaces that are kept, by the prefix that they are published with. */
export type PodcastPrefix = 'itunes' | 'podcast';

/** Their addresses, in the spellings that feeds have. */
const NAMESPACES: ReadonlyArray<readonly [PodcastPrefix, RegExp]> = [
  ['itunes', /^https?:\/\/(?:www\.)?(?:itunes|example)\.com\/dtds\/podcast-1\.0\.dtd\/?$/i],
  [
    'podcast',
    /^https?:\/\/(?:podcastindex\.org\/namespace\/1\.0|github\.com\/podcastindex-org\/podcast-namespace\/blob\/main\/docs\/1\.0\.md)\/?$/i,
  ],
];

/** The prefixes of a document, as written, and what they stand for. */
export type PodcastScope = ReadonlyMap<string, PodcastPrefix>;

/** Declarations stand in the first tags of a document. */
const HEAD = 65_536;
/** Real documents have one prefix for each. */
const MAX_PREFIXES = 10;
const DECLARATION = /\sxmlns:([\w.-]{1,64})\s*=\s*(?:"([^"]{0,300})"|'([^']{0,300})')/g;

/**
 * Which prefixes of a document stand for `itunes:` and `podcast:`; null when it uses neither. An
 * undeclared `itunes:` or `podcast:` is taken for what it says. Of a prefix that is declared twice
 * the first declaration counts.
 */
export function podcastScope(xml: string): PodcastScope | null {
  const declared = new Map<string, PodcastPrefix | null>();
  for (const [, prefix = '', quoted, single] of xml.slice(0, HEAD).matchAll(DECLARATION)) {
    const address = quoted ?? single ?? '';
    const known = NAMESPACES.find(([, pattern]) => pattern.test(address));
    if (!declared.has(prefix.toLowerCase())) declared.set(prefix.toLowerCase(), known?.[0] ?? null);
  }
  for (const [prefix] of NAMESPACES) if (!declared.has(prefix)) declared.set(prefix, prefix);
  const scope = new Map(
    [...declared]
      .flatMap(([prefix, known]) => (known === null ? [] : [[prefix, known] as const]))
      .slice(0, MAX_PREFIXES),
  );
  return scope.size > 0 && podcastTag(scope).test(xml) ? scope : null;
}

/** Where an element of these namespaces begins. */
export function podcastTag(scope: PodcastScope): RegExp {
  const names = [...scope.keys()].map((name) => name.replace(/[.-]/g, '\\$&'));
  return new RegExp(`<(?:${names.join('|')}):`, 'i');
}

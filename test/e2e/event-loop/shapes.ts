/**
 * How large documents and requests are, as a share of what the service accepts. FEEDCTL_PROOF_SHARE=1 is
 * the long form: npm run prove event-loop.
 */
export const SHARE = Number(process.env.FEEDCTL_PROOF_SHARE ?? 0.05);

const MB = 1_000_000 * SHARE;

/** So many bytes of a text, again and again. */
function full(text: string, bytes: number): string {
  return text.repeat(Math.ceil(bytes / text.length));
}

const rss = (inside: string) =>
  `<rss version="2.0"><channel><title>T</title><link>https://example.com/</link>${inside}</channel></rss>`;

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, row) =>
      `<li class="row"><h2><a href="/stories/${row}-of-the-town">Story ${row} of the town and its river</a></h2><time datetime="2026-01-05">January 5</time><p>Some words that tell what story ${row} is about.</p></li>`,
  ).join('');

const items = (count: number, text: string) =>
  Array.from(
    { length: count },
    (_, item) =>
      `<item><guid>${item}</guid><title>Item ${item} the quick</title><link>https://example.com/${item}</link><description>${text}</description></item>`,
  ).join('');

/** Documents of strangers, each the worst of its kind, within the limits of a source. */
export const PAGES: Readonly<Record<string, string>> = {
  brackets: `<html><body>${full('<', MB)}`,
  nested: `<html><body>${full('<div>', 2 * MB)}`,
  attributes: `<html><body><p ${full('a=b ', 2 * MB)}>`,
  unclosed: `<html><body>${full('<a href="/x', 2 * MB)}`,
  references: `<html><body><p>${full('&amp;', 2 * MB)}</p>`,
  comments: `<html><body>${full('<!-- -', 2 * MB)}`,
  list: `<html><body><ul>${rows(600 * SHARE)}</ul></body></html>`,
  table: `<html><body><table>${full('<tr><td><a href="/a">a b c</a>', 2 * MB)}`,
  words: `<html><body><main><p>${full('the quick ', 2 * MB)}</p></main></body></html>`,
};

export const FEEDS: Readonly<Record<string, string>> = {
  many: rss(items(20_000 * SHARE, 'Short')),
  markup: rss(items(1, full('&lt;b&gt;x', 3 * MB))),
  escaped: rss(items(1, full('&amp;lt;', 3 * MB))),
  long: rss(items(500 * SHARE, full('the quick ', 10_000))),
  links: rss(items(50, full('&lt;a href="https://example.com/a"&gt;a&lt;/a&gt; ', MB / 20))),
  enclosures: rss(
    `<item><title>T</title>${full('<enclosure url="https://a.example/1"/>', MB)}</item>`,
  ),
  categories: rss(`<item><title>T</title>${full('<category>the quick</category>', 2 * MB)}</item>`),
  // At each fetch every entry has another address and another text, and nothing names it.
  moved: rss(
    Array.from(
      { length: 2000 * SHARE },
      (_, item) =>
        `<item><title>The same title</title><link>https://example.com/{fetch}/${item}/{fetch}</link><description>Text ${item} of fetch {fetch}</description></item>`,
    ).join(''),
  ),
  names: rss(
    `<item><title>${full('x', 2 * MB)}</title><author>${full('a@b (c) ', MB)}</author></item>`,
  ),
};

/** Entries whose titles differ in a number, and which are all others at each fetch. */
export const numberedFeed = (count: number) =>
  rss(
    Array.from(
      { length: count },
      (_, item) =>
        `<item><title>Bulletin ${item} of the {fetch} observatory</title><link>https://example.com/{fetch}/${item}</link><guid isPermaLink="false">{fetch}-${item}</guid></item>`,
    ).join(''),
  );

/** Text of a request, at its limit. */
export const TEXTS = {
  brackets: full('<', 0.9 * MB),
  words: full('the quick ', 0.9 * MB),
  json: `${full('[', 0.45 * MB)}${full(']', 0.45 * MB)}`,
  lines: full('a\n', 0.4 * MB),
};

/** Account files. */
export const FILES: Readonly<Record<string, string>> = {
  'equal.yaml': `feeds:\n${full('  - url: https://example.com/feed.xml\n', 3.9 * MB)}`,
  'many.csv': `url\n${Array.from({ length: 90_000 * SHARE }, (_, at) => `https://site-${at}.example/feed`).join('\n')}`,
  'nested.opml': `<opml version="2.0"><body>${full('<outline text="a">', 1800)}`,
};

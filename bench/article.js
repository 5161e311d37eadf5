// Articles as the web publishes them: HTML with attributes, quotes, entities, links and images. A seed
// of plain sentences is compressed, escaped and parsed in a third of the time.

/** Items in a document of the benchmarks. */
export const ITEMS = 30;

const PEOPLE = ['Ann O’Neil', 'Søren Kierke', 'J. "Jay" Müller', '山田 太郎', 'Zoë & Co'];
const PLACES = ['Köln', 'São Paulo', 'Kraków', 'Austin, TX', 'Łódź', 'Kyōto'];

/** @returns {{ title: string, url: string, html: string, text: string, author: string, publishedAt: number }} */
export function article(site, number) {
  const person = PEOPLE[number % PEOPLE.length];
  const place = PLACES[number % PLACES.length];
  const url = `https://example.com${site}/${2020 + (number % 7)}/${number}-report-from-the-field`;
  const sentences = [1, 2, 3, 4, 5, 6, 7].map(
    (part) =>
      `In ${place}, ${person} said: "Part ${part} of ${number} isn't done – it's the R&D that counts, <5 % of it…"`,
  );
  const paragraphs = sentences.map(
    (sentence, part) =>
      `<p class="wp-block-paragraph" id="p-${number}-${part}">${escaped(sentence)} <a href="${url}?utm_source=rss&amp;part=${part}" rel="noopener">Read&nbsp;more&hellip;</a></p>`,
  );
  const image = `<figure class="wp-block-image size-large"><img decoding="async" src="https://cdn.example.com/images/${number}/photo.jpg?w=1024&amp;q=80" alt="${escaped(person)} in ${place}" width="1024" height="683" /><figcaption>Photo: ${escaped(person)} &copy; 2026</figcaption></figure>`;
  return {
    title: `${site} report ${number} from ${place}: what ${person} & others "found"`,
    url,
    html: `${image}${paragraphs.join('')}<ul><li><strong>First</strong> &mdash; ${number * 7} people</li><li><em>Second</em> &ndash; 3 &times; as many</li></ul>`,
    text: `Photo: ${person} © 2026\n\n${sentences.join(' Read more…\n\n')} Read more…\n\n- First — ${number * 7} people\n- Second – 3 × as many`,
    author: person,
    publishedAt: Date.UTC(2026, 0, 1) + number * 60_000,
  };
}

/** An RSS document of 30 articles, the newest of which has the number `published`. */
export function feedDocument(path, published, items = ITEMS) {
  const parts = [];
  for (let number = published; number > published - items; number--) parts.push(item(path, number));
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Feed ${path}</title><atom:link href="https://example.com${path}" rel="self" type="application/rss+xml"/><link>https://example.com/</link><description>Many items</description><language>en-US</language>${parts.join('')}</channel></rss>`;
}

function item(path, number) {
  const { title, url, html, text, author, publishedAt } = article(path, number);
  const date = new Date(publishedAt).toUTCString();
  return `<item>
      <title>${escaped(title)}</title>
      <link>${url}</link>
      <dc:creator><![CDATA[${author}]]></dc:creator>
      <pubDate>${date}</pubDate>
      <category><![CDATA[News]]></category>
      <guid isPermaLink="false">https://example.com${path}?p=${number}</guid>
      <description><![CDATA[<p>${escaped(text.slice(0, 280))} [&#8230;]</p>]]></description>
      <content:encoded><![CDATA[${html}]]></content:encoded>
    </item>`;
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Pages that are one thing, with links to others like it beside. */
export interface NoList {
  name: string;
  url: string;
  html: string;
  /** What the message says that the page is. */
  says: string;
}

const HEADLINE = 'The harbour bridge opens again after nine years';
const PROSE = `<p>${'A sentence of an article that goes on for a while. '.repeat(12)}</p>`.repeat(
  4,
);
const SHORT = `<div>${'A sentence of an article that goes on for a while here.<br>'.repeat(10)}</div>`;
const LINKED = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"x"}</script>';
const RELATED = `<section class="rel">${[1, 2, 3, 4, 5, 6].map((n) => `<div><h4><a href="/story/${n}">Another story of this site, number ${n}</a></h4><time datetime="2026-03-0${n}">x</time></div>`).join('')}</section>`;

const article = (head: string, text: string) =>
  `<title>${HEADLINE} | The Paper</title>${head}<div><h1>${HEADLINE}</h1>${text}</div>${RELATED}`;
const card = (n: number) =>
  `<li><a href="/products/thing-${n}"><img src="/${n}.jpg" alt=""><h3>Another thing ${n}</h3></a><b>£${n}9</b></li>`;
const office = (n: number) =>
  `<div><h3>Branch ${n}</h3><p>Mill Lane ${n}</p><a href="https://maps.test/?q=${n}">Show on map</a></div>`;
const film = (n: number) =>
  `<div><a href="/watch?v=a${n}"><img src="/${n}.jpg"></a><a href="/watch?v=a${n}"><h4>Another film about the harbour, part ${n}</h4></a><div>${n} months ago</div></div>`;
const block = (n: number) =>
  `<div class="tile"><h3><a href="/product/part-${n}">What the product does for you, part ${n}</a></h3><p>It does this and that in less time.</p></div>`;

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const FOOTER = `<footer><ul>${[
  'Terms of service',
  'Privacy policy',
  'Legal imprint',
  'Site map',
  'Accessibility statement',
]
  .map((name) => `<li><a href="/${name.replace(/ /g, '-')}">${name}</a></li>`)
  .join('')}</ul></footer>`;

export const NO_LISTS: readonly NoList[] = [
  {
    name: 'an article by its element',
    url: 'https://a.test/x',
    html: `<article><h1>The title</h1>${PROSE}</article>${RELATED}`,
    says: 'single article',
  },
  {
    name: 'an article by its address and its text',
    url: 'https://a.test/2026/03/harbour',
    html: article('', PROSE),
    says: 'single article',
  },
  {
    name: 'an article by what it tells networks, in capitals',
    url: 'https://a.test/news/the-harbour-bridge',
    html: article('<meta property="OG:Type" content="Article">', SHORT),
    says: 'single article',
  },
  {
    name: 'an article by its structured data',
    url: 'https://a.test/harbour',
    html: article(LINKED, SHORT),
    says: 'single article',
  },
  {
    name: 'a product by what it says of itself',
    url: 'https://a.test/products/jumper',
    html: `<meta property="og:type" content="product"><script type="application/ld+json">{"@type":"Product","name":"Jumper"}</script><h1>Jumper</h1><p>Knitted.</p><ul>${[1, 2, 3, 4].map(card).join('')}</ul>`,
    says: 'single product',
  },
  {
    name: 'a video, whatever comes next to it',
    url: 'https://a.test/watch?v=a0',
    html: `<meta property="og:type" content="video.other"><title>How ropes are made</title><h1>How ropes are made</h1><p>12,301 views</p>${[1, 2, 3, 4, 5].map(film).join('')}`,
    says: 'single video ("How ropes are made")',
  },
  {
    name: 'a product presented in a few blocks',
    url: 'https://a.test/product/',
    html: `<h1>The product</h1>${PROSE}<main>${[1, 2, 3, 4, 5].map(block).join('')}</main>`,
    says: 'presents something',
  },
  {
    name: 'addresses of branches with a map',
    url: 'https://a.test/contact',
    html: `<main><h1>Contact</h1>${[1, 2, 3].map(office).join('')}</main>`,
    says: 'presents something',
  },
  {
    name: 'a site that has closed, under its menu',
    url: 'https://a.test/closed',
    html: `<nav><ul>${numbers.map((n) => `<li><a href="/topics/t${n}">Topic ${n}</a></li>`).join('')}</ul></nav><h1>Closed</h1><p>This site has closed.</p>`,
    says: 'with selectors',
  },
  {
    name: 'a site that has closed, under a menu without a name',
    url: 'https://a.test/',
    html: `<title>Blog</title><ul>${numbers.map((n) => `<li><a href="/topics/t${n}">Topic ${n}</a></li>`).join('')}</ul><h1>Closed</h1><p>This site has closed.</p>`,
    says: 'list',
  },
  {
    name: 'nothing but navigation',
    url: 'https://a.test/x',
    html: `<p>Welcome to our company.</p>${FOOTER}`,
    says: 'with selectors',
  },
];

/** What stands around the content of real pages, in elements that do not say so. */

const TOPICS = [
  'Security',
  'Databases',
  'Networking',
  'Operating systems',
  'Compilers',
  'Hardware',
  'Open source',
  'Careers',
  'Reviews',
  'Opinion',
  'Podcasts',
  'Newsletters',
];

const menu = `<div class="mega"><div class="mega-inner">${TOPICS.map(
  (topic, n) =>
    `<div class="mega-col"><span class="mega-head">${topic}</span><ul>${[1, 2, 3, 4, 5].map((m) => `<li><a class="mega-link" href="/section/${n}/sub-${m}">${topic} for teams ${m}</a></li>`).join('')}</ul></div>`,
).join('')}</div></div>`;

const cookie =
  '<div id="cmp" class="cmp-layer"><div><h2>We value your privacy</h2><p>We and our 214 partners store cookies on your device to measure reach and to personalise content. <a href="/cookie-policy-and-partners">Read our cookie policy</a></p><button>Accept all</button><button>Reject all</button></div></div>';

const newsletter =
  '<div class="nl"><h3>Get our newsletter</h3><p>The best stories of the week, every Friday.</p><form action="/newsletter"><input type="email" placeholder="Your e-mail address"><button>Sign up</button></form></div>';

const crumbs =
  '<div class="crumbs"><a href="/">Home</a> › <a href="/section/1">Section</a> › <span>Here</span></div>';

const tags = `<div class="cloud">${TOPICS.map((topic) => `<a href="/tag/${topic.toLowerCase().replace(/ /g, '-')}">${topic}</a>`).join(' ')}</div>`;

const promos = `<div class="promos">${[1, 2, 3].map((n) => `<div class="promo-box"><a href="https://shop.example/offer-${n}?utm_source=site"><img src="/promo/${n}.jpg" alt="Offer ${n}"></a><a href="https://shop.example/offer-${n}?utm_source=site">Save ${n}0 % on your first order of this month</a><span>€${n}9.00</span></div>`).join('')}</div>`;

const footer = `<div class="foot"><div class="foot-cols">${[
  'Company',
  'Product',
  'Resources',
  'Legal',
]
  .map(
    (head) =>
      `<div><h4>${head}</h4>${[1, 2, 3, 4, 5, 6].map((n) => `<p><a href="/${head.toLowerCase()}/page-${n}">${head} page about something ${n}</a></p>`).join('')}</div>`,
  )
  .join(
    '',
  )}</div><p>© 2026 The company. All rights reserved. <a href="/terms-of-use">Terms of use</a></p></div>`;

const share =
  '<div class="share"><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share on Facebook</a><a href="https://twitter.com/intent/tweet?url=x">Share on X</a><a href="https://www.linkedin.com/shareArticle?url=x">Share on LinkedIn</a></div>';

/** The page with all of that around its content; `anonymous` takes the names off it. */
export function amidNoise(html: string, anonymous = false): string {
  const body = /<body[^>]*>/i;
  const name = (part: string) =>
    anonymous ? part.replace(/ (?:class|id)="[^"]*"/g, ' class="x"') : part;
  const before = name(`${cookie}${menu}${crumbs}${newsletter}`);
  const after = name(`${share}${tags}${promos}${footer}`);
  const opened = html.replace(body, (tag) => tag + before);
  return /<\/body>/i.test(opened) ? opened.replace(/<\/body>/i, `${after}</body>`) : opened + after;
}

import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { MADE_LISTS } from '../made-lists.js';
import { NO_LISTS } from '../no-lists.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const FOOTER =
  '<footer><ul>' +
  ['Terms of service', 'Privacy policy', 'Legal imprint', 'Site map', 'Accessibility statement']
    .map((name) => `<li><a href="/${name.replace(/ /g, '-')}">${name}</a></li>`)
    .join('') +
  '</ul></footer>';
const RELATED = `<aside class="rel">${[1, 2, 3, 4, 5, 6].map((n) => `<div><h4><a href="/story/${n}">Another story of this site, number ${n}</a></h4><time datetime="2026-03-0${n}">x</time></div>`).join('')}</aside>`;
const PROSE = `<p>${'A sentence of an article that goes on for a while. '.repeat(12)}</p>`.repeat(
  4,
);
/** What Cloudflare puts on pages that it lets through. */
const BEACON =
  "(function(){window.__CF$cv$params={r:'9d',t:'MTc='};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'})()";
const failure = (html: string, url = 'https://a.test/x') =>
  generateFeed({ url, html, now: NOW, selectors: null, rule: null }).then(
    (feed) => ({
      code: 'none',
      message: JSON.stringify(feed.document.entries.map((entry) => entry.url)),
    }),
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

describe('pages without a list', () => {
  it.each([
    [
      'a check for robots',
      'SOURCE_BLOCKED',
      'check for robots',
      `<title>Just a moment...</title><h1>a.test</h1><p>Verifying you are human.</p>${FOOTER}`,
    ],
    [
      'a challenge that is all script',
      'SOURCE_BLOCKED',
      'check for robots',
      '<title>a.test</title><p>Please wait</p><script>window._cf_chl_opt={}</script>',
    ],
    [
      'a sign-in page',
      'SOURCE_BLOCKED',
      'sign in',
      `<title>Log in</title><h1>Log in</h1><form><input name=u><input type=password></form>${FOOTER}`,
    ],
    [
      'a consent page',
      'SOURCE_BLOCKED',
      'consent page',
      `<title>Cookies</title><h1>We value your privacy</h1><p>We and our partners store cookies.</p><form><button>Accept all</button><button>Reject all</button></form>${FOOTER}`,
    ],
    [
      'an error page',
      'NO_ITEMS_FOUND',
      'error page',
      `<title>404 – Page not found</title><h1>Oops</h1>${RELATED}`,
    ],
    ...[
      '404',
      '404 Not Found',
      '404: nothing here',
      '404 Sidan kunde inte hittas',
      'Error 503',
    ].map((title) => [
      `an error page called ${title}`,
      'NO_ITEMS_FOUND',
      'error page',
      `<title>${title}</title><h1>Oops</h1>${RELATED}`,
    ]),
    [
      'frames',
      'NO_ITEMS_FOUND',
      'https://a.test/list.htm',
      '<frameset><frame src="nav.htm"><frame src="list.htm"></frameset>',
    ],
    [
      'an empty list',
      'NO_ITEMS_FOUND',
      'is empty at the moment',
      `<h1>Jobs</h1><p>There are no open positions.</p>${FOOTER}`,
    ],
    [
      'an application shell',
      'NEEDS_JAVASCRIPT',
      'FEEDCTL_BROWSER',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src=a.js></script>',
    ],
    [
      'an application shell with the beacon of Cloudflare',
      'NEEDS_JAVASCRIPT',
      'FEEDCTL_BROWSER',
      `<title>a.test</title><div id="root"></div><script>${BEACON}</script><script src=a.js></script>`,
    ],
    [
      'an application shell with the sensor of PerimeterX',
      'NEEDS_JAVASCRIPT',
      'FEEDCTL_BROWSER',
      `<div id="__next"></div><script>window._pxAppId='PX1';(function(){var s=document.createElement('script');s.src='//client.perimeterx.net/PX1/main.min.js'})()</script>`,
    ],
    [
      'items that all link to the page',
      'NO_ITEMS_FOUND',
      'link to the page itself',
      `<ul>${[1, 2, 3, 4, 5, 6].map((n) => `<li><a href="#">An entry of the list, number ${n}</a></li>`).join('')}</ul>`,
    ],
    [
      'one article',
      'NO_ITEMS_FOUND',
      'single article',
      `<meta property="og:type" content="article"><article><h1>The title</h1>${PROSE}</article>${FOOTER}`,
    ],
    ['an empty document', 'NO_ITEMS_FOUND', 'https://a.test/x', ''],
    [
      'javascript: links',
      'NO_ITEMS_FOUND',
      'with selectors',
      `<ul>${[1, 2, 3, 4].map((n) => `<li><a href="javascript:open(${n})">Entry number ${n} of it</a></li>`).join('')}</ul>`,
    ],
  ])('%s', async (_, code, says, html) => {
    const seen = await failure(html);
    expect(seen).toEqual({ code, message: expect.stringContaining(says) });
  });

  it('does not mistake headlines in headers for a check for robots', async () => {
    const card = (n: number) =>
      `<div class="post"><header><h2><a href="/story/${n}-a-story-of-it">A story of this site, number ${n}</a></h2></header></div>`;
    const cards = [1, 2, 3, 4, 5, 6].map(card).join('');
    const html = `<h1>News</h1>${cards}<script>${BEACON}</script>`;
    expect((await failure(html)).code).toBe('none');
  });

  it('does not mistake a list for what its words say', async () => {
    const list = (words: string) =>
      `<title>${words}</title><h1>${words}</h1><main>${[1, 2, 3, 4, 5, 6, 7].map((n) => `<article><h2><a href="/story/${n}-long-enough">${words}: what to know, part ${n}</a></h2><p>Some words on it, enough for a summary.</p></article>`).join('')}</main><p>We use cookies. <button>Accept</button></p>`;
    for (const words of [
      'Cookie recipes',
      'Sign in to history',
      'No results in the election',
      '404 Media',
      'Access denied to the harbour',
      'How to stop automated requests',
    ]) {
      expect((await failure(list(words))).code, words).toBe('none');
    }
  });

  it.each(NO_LISTS)('knows $name', async ({ url, html, says }) => {
    const seen = await failure(html, url);
    expect(seen).toEqual({
      code: 'NO_ITEMS_FOUND',
      message: expect.stringContaining(says),
    });
  });

  it('takes no page for one article for a single sign', async () => {
    for (const { html, url } of [MADE_LISTS.category, MADE_LISTS.home])
      expect((await failure(html, url)).code, url).toBe('none');
  });

  it('takes two links for no list', async () => {
    const two = `<h2><a href="/a-story-of-one">A story of the town hall</a></h2><p>x</p><h2><a href="/a-story-of-two">Another story of the harbour</a></h2><p>y</p>`;
    expect((await failure(two)).code).toBe('NO_ITEMS_FOUND');
  });

  it('refuses a page over the limit', async () => {
    expect((await failure('x'.repeat(4 * 1024 * 1024 + 1))).code).toBe('SOURCE_TOO_LARGE');
  });
});

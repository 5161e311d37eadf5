/** One page of a well-known structure, with what has to come out of it. */
export interface Structure {
  name: string;
  url: string;
  html: string;
  /** Addresses in page order. */
  items: string[];
  titles?: string[];
  /** ISO dates, in page order. */
  dates?: (string | null)[];
}

/** The time all of them are read at. */
export const NOW = Date.parse('2026-03-15T12:00:00Z');

const TITLES = [
  'Understanding memory ordering in modern processors',
  'Why we moved our build farm to bare metal',
  'A field guide to flaky tests',
  'Postgres at scale: seven lessons',
  'The quiet death of the staging environment',
  'How DNS really fails',
  'Writing a parser nobody hates',
  'Notes from a year of on-call',
  'Caching is a promise you have to keep',
  'The case for boring dashboards',
  'What a load balancer taught me about queues',
  'Small languages, big ideas',
];
const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const day = (n: number) => String(14 - n).padStart(2, '0');
const each = (write: (title: string, n: number) => string) => TITLES.map(write).join('\n');
const page = (body: string, head = '', lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>${head}</head><body>${body}</body></html>`;
const NAV =
  '<div class="topnav"><a href="/">Home</a> <a href="/about">About us</a> <a href="/contact">Contact</a> <a href="/jobs">Jobs</a></div>';
const FOOTER =
  '<div id="footer"><ul><li><a href="/terms-of-service">Terms of service</a></li><li><a href="/privacy">Privacy policy</a></li><li><a href="/imprint">Legal imprint and contact</a></li><li><a href="/accessibility-statement">Accessibility statement of this site</a></li></ul></div>';

export const STRUCTURES: Structure[] = [
  {
    name: 'a three-column table of headlines, points and comments in the next row',
    url: 'https://news.ycomb.test/',
    html: page(
      `<center><table id="hnmain"><tr><td bgcolor="#ff6600"><table><tr><td><a href="/"><img src="y18.svg"></a></td><td><span class="pagetop"><b class="hnname"><a href="news">News</a></b><a href="newest">new</a> | <a href="front">past</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a></span></td><td><span class="pagetop"><a href="login?goto=news">login</a></span></td></tr></table></td></tr><tr id="pagespace"></tr><tr><td><table>${each(
        (title, n) =>
          `<tr class="athing submission" id="${900 + n}"><td align="right" class="title"><span class="rank">${n + 1}.</span></td><td class="votelinks"><center><a id="up_${n}" href="vote?id=${900 + n}&amp;how=up"><div class="votearrow" title="upvote"></div></a></center></td><td class="title"><span class="titleline"><a href="https://site${n}.example/${slug(title)}">${title}</a><span class="sitebit comhead"> (<a href="from?site=site${n}.example"><span class="sitestr">site${n}.example</span></a>)</span></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score">${100 - n} points</span> by <a href="user?id=user${n}" class="hnuser">user${n}</a> <span class="age" title="2026-03-15T0${n % 10}:00:00 1773558000"><a href="item?id=${900 + n}">${n + 1} hours ago</a></span> | <a href="hide?id=${900 + n}">hide</a> | <a href="item?id=${900 + n}">${n * 7}&nbsp;comments</a></span></td></tr><tr class="spacer" style="height:5px"></tr>`,
      )}<tr class="morespace"></tr><tr><td colspan="2"></td><td class="title"><a href="?p=2" class="morelink" rel="next">More</a></td></tr></table></td></tr></table></center>`,
    ),
    items: TITLES.map((title, n) => `https://site${n}.example/${slug(title)}`),
    titles: TITLES,
  },
  {
    name: 'a paper index: dt with number, dd with title and authors',
    url: 'https://papers.test/list/cs/recent',
    html: page(
      `${NAV}<div id="content"><div id="dlpage"><h1>Computer Science</h1><h3>Fri, 13 Mar 2026</h3><dl id="articles">${each(
        (title, n) =>
          `<dt><a name="item${n}">[${n + 1}]</a> <a href="/abs/2603.0${7000 + n}" title="Abstract" id="2603.0${7000 + n}">arXiv:2603.0${7000 + n}</a> [<a href="/pdf/2603.0${7000 + n}" title="Download PDF">pdf</a>, <a href="/format/2603.0${7000 + n}" title="Other formats">other</a>]</dt><dd><div class="meta"><div class="list-title mathjax"><span class="descriptor">Title:</span> ${title}</div><div class="list-authors"><a href="/search?q=au:Rossi">Ada Rossi</a>, <a href="/search?q=au:Kim">Min Kim</a></div><div class="list-subjects"><span class="descriptor">Subjects:</span> Computation (cs.CL); Learning (cs.LG)</div></div></dd>`,
      )}</dl></div></div>${FOOTER}`,
    ),
    items: TITLES.map((_, n) => `https://papers.test/abs/2603.0${7000 + n}`),
  },
  {
    name: 'a forum of the newer kind: topic table with categories, tags and avatars',
    url: 'https://meta.forum.test/latest',
    html: page(
      `<header class="d-header"><div class="title"><a href="/">Forum</a></div></header><div id="main-outlet"><table class="topic-list"><thead><tr><th>Topic</th><th>Replies</th><th>Views</th><th>Activity</th></tr></thead><tbody>${each(
        (title, n) =>
          `<tr class="topic-list-item" id="topic-list-item-${n}"><td class="main-link" itemprop="itemListElement"><span><meta itemprop="url" content="https://meta.forum.test/t/${slug(title)}/${4000 + n}"><a itemprop="item" href="https://meta.forum.test/t/${slug(title)}/${4000 + n}" class="title raw-link raw-topic-link">${title}</a></span><div class="link-bottom-line"><a href="https://meta.forum.test/c/support/${n % 3}" class="badge-wrapper bullet"><span class="badge-category-bg"></span><span class="badge-category clear-badge"><span class="category-name">support</span></span></a><div class="discourse-tags"><a href="/tag/bug" class="discourse-tag">bug</a></div></div></td><td class="replies"><span class="posts">${n}</span></td><td class="views"><span class="views">${n * 31}</span></td><td>March ${day(n)}, 2026</td></tr>`,
      )}</tbody></table><div role="navigation"><b><a rel="next" href="/latest?page=1">next page →</a></b></div></div><footer class="container wrap"><nav><ul><li><a href="/">Home</a></li><li><a href="/categories">Categories</a></li></ul></nav></footer>`,
    ),
    items: TITLES.map((title, n) => `https://meta.forum.test/t/${slug(title)}/${4000 + n}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a static blog: list of dates and links without any class',
    url: 'https://someone.test/blog/',
    html: page(
      `<p><a href="/">someone</a> / <a href="/about">about</a></p><h1>Posts</h1><ul>${each(
        (title, n) => `<li>2026-03-${day(n)} <a href="/blog/${slug(title)}/">${title}</a></li>`,
      )}</ul><p><a href="https://gitlab.example/someone">code</a> <a href="mailto:x@y.z">mail</a></p>`,
    ),
    items: TITLES.map((title) => `https://someone.test/blog/${slug(title)}/`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'headings and paragraphs in a row, nothing around a post',
    url: 'https://old.test/journal.html',
    html: page(
      `${NAV}<div id="main"><h1>Journal</h1>${each(
        (title, n) =>
          `<h3><a href="entries/${n}-${slug(title)}.html">${title}</a></h3><p class="posted">Posted on March ${day(n)}, 2026 by Ruth Okafor</p><p>Some thoughts about ${title.toLowerCase()} and what came of it in the end, told at length.</p><hr>`,
      )}</div>${FOOTER}`,
    ),
    items: TITLES.map((title, n) => `https://old.test/entries/${n}-${slug(title)}.html`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a job board of a recruiting service: sections of departments',
    url: 'https://boards.hire.test/acme',
    html: page(
      `<div id="wrapper"><div id="header"><h1>Current job openings at Acme</h1></div><div id="main">${[
        0, 1, 2,
      ]
        .map(
          (s) =>
            `<section class="level-0"><h3 id="${s}">Department ${s}</h3>${TITLES.slice(
              s * 4,
              s * 4 + 4,
            )
              .map(
                (title, n) =>
                  `<div class="opening" data-id="${s}${n}"><a data-mapped="true" href="/acme/jobs/40${s}${n}77">${title} Engineer</a><br><span class="location">Rotterdam, Remote</span></div>`,
              )
              .join('')}</section>`,
        )
        .join(
          '',
        )}</div><div id="footer"><a href="https://hire.test/">Powered by Hire</a> <a href="/privacy-policy">Privacy policy</a></div></div>`,
    ),
    items: TITLES.map(
      (_, n) => `https://boards.hire.test/acme/jobs/40${Math.floor(n / 4)}${n % 4}77`,
    ),
    titles: TITLES.map((title) => `${title} Engineer`),
  },
  {
    name: 'a newspaper front: lead story, grid, list, most read in a sidebar',
    url: 'https://daily.test/',
    html: page(
      `<header class="site-header"><nav><ul><li><a href="/world">World</a></li><li><a href="/politics">Politics</a></li><li><a href="/sport">Sport</a></li></ul></nav></header><div class="container"><section class="lead"><article class="story story--lead"><figure><a href="/world/2026/mar/14/${slug(TITLES[0] ?? '')}"><img src="/i/0.jpg" alt=""></a></figure><h2 class="story__headline"><a href="/world/2026/mar/14/${slug(TITLES[0] ?? '')}"><span class="kicker">Live</span> ${TITLES[0]}</a></h2><p>What happened, at some length, so that the summary is one.</p></article></section><section class="grid">${TITLES.slice(
        1,
        7,
      )
        .map(
          (title, n) =>
            `<article class="story"><figure><a href="/world/2026/mar/14/${slug(title)}"><img src="/i/${n}.jpg" alt=""></a></figure><h3 class="story__headline"><a href="/world/2026/mar/14/${slug(title)}"><span class="kicker">Analysis</span> ${title}</a></h3></article>`,
        )
        .join('')}</section><section class="list">${TITLES.slice(7)
        .map(
          (title) =>
            `<article class="story story--small"><h3 class="story__headline"><a href="/world/2026/mar/13/${slug(title)}">${title}</a></h3></article>`,
        )
        .join('')}</section><aside class="most-read"><h2>Most viewed</h2><ol>${TITLES.slice(3, 8)
        .map((title) => `<li><a href="/world/2026/mar/14/${slug(title)}">${title}</a></li>`)
        .join(
          '',
        )}</ol></aside></div><footer><a href="/help">Help</a><a href="/terms">Terms</a></footer>`,
    ),
    items: TITLES.map(
      (title, n) => `https://daily.test/world/2026/mar/${n < 7 ? 14 : 13}/${slug(title)}`,
    ),
    titles: TITLES,
  },
  {
    name: 'search results with bread crumbs, snippets and cached links',
    url: 'https://find.test/search?q=queues',
    html: page(
      `<form action="/search"><input name="q"></form><div id="search">${each(
        (title, n) =>
          `<div class="g"><div class="rc"><a href="https://blog${n}.example/posts/${slug(title)}"><h3 class="r">${title}</h3><div><cite>blog${n}.example › posts</cite></div></a><div class="menu"><a href="/cache?u=${n}">Cached</a></div><div class="s"><span class="st">Mar ${Number(day(n))}, 2026 — A snippet of the page about ${title.toLowerCase()} that goes on for some words …</span></div></div></div>`,
      )}</div><table id="nav"><tr><td><a href="/search?q=queues&amp;start=10">2</a></td><td><a href="/search?q=queues&amp;start=20">3</a></td><td><a href="/search?q=queues&amp;start=30">4</a></td></tr></table>`,
    ),
    items: TITLES.map((title, n) => `https://blog${n}.example/posts/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a publication archive: whole cards, title link, summary link, date link, author',
    url: 'https://letters.test/archive',
    html: page(
      `<div class="navbar"><a href="/">Letters</a><a href="/archive">Archive</a><a href="/about">About</a></div><div class="portable-archive-list">${each(
        (title, n) =>
          `<div class="pencraft pc-display-flex"><div class="pencraft pc-padding-8"><div><a href="https://letters.test/p/${slug(title)}" class="pencraft pc-reset">${title}</a></div><div><a href="https://letters.test/p/${slug(title)}" class="pencraft pc-secondary">A line about it that is longer than the title itself</a></div><div class="meta"><time datetime="2026-03-${day(n)}T08:30:00.000Z">Mar ${Number(day(n))}</time> • <a href="https://letters.test/@ruth">Ruth Okafor</a></div></div><a href="https://letters.test/p/${slug(title)}"><picture><img src="https://cdn.letters.test/${n}.png"></picture></a><div><a href="https://letters.test/p/${slug(title)}/comments">3</a></div></div>`,
      )}</div>`,
    ),
    items: TITLES.map((title) => `https://letters.test/p/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T08:30:00.000Z`),
  },
  {
    name: 'questions with votes, tags and the last editor',
    url: 'https://stack.test/questions',
    html: page(
      `<header><a href="/">Stack</a></header><div id="mainbar"><div id="questions">${each(
        (title, n) =>
          `<div id="question-summary-${n}" class="s-post-summary js-post-summary"><div class="s-post-summary--stats"><span>${n} votes</span><span>${n} answers</span></div><div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="/questions/${7800 + n}/${slug(title)}" class="s-link">${title}</a></h3><div class="s-post-summary--content-excerpt">I have tried everything that the manual says and it still does not work as expected, what now?</div><div class="s-post-summary--meta"><ul class="tags"><li><a href="/questions/tagged/c" class="post-tag">c</a></li><li><a href="/questions/tagged/linux" class="post-tag">linux</a></li></ul><div class="s-user-card"><a href="/users/${n}/ann" class="avatar"><img src="/a.png"></a><div class="s-user-card--link"><a href="/users/${n}/ann">ann</a></div><time class="s-user-card--time">asked <span title="2026-03-${day(n)} 09:15:00Z" class="relativetime">${n + 1} days ago</span></time></div></div></div></div>`,
      )}</div><div class="pager"><a href="/questions?page=2">2</a><a href="/questions?page=3">3</a></div></div><div id="sidebar"><div class="module"><h4>Hot network questions</h4><ul>${TITLES.slice(
        0,
        8,
      )
        .map(
          (title, n) =>
            `<li><a href="https://other.test/questions/${n}/hot">Is it ever right to ${title.toLowerCase()}?</a></li>`,
        )
        .join('')}</ul></div></div>`,
    ),
    items: TITLES.map((title, n) => `https://stack.test/questions/${7800 + n}/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T09:15:00.000Z`),
  },
  {
    name: 'a directory index of a web server',
    url: 'https://files.test/releases/',
    html: page(
      `<h1>Index of /releases</h1><table><tr><th valign="top"></th><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr><tr><th colspan="4"><hr></th></tr><tr><td></td><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td>-</td></tr>${each(
        (_, n) =>
          `<tr><td valign="top"></td><td><a href="tool-1.${20 - n}.0.tar.gz">tool-1.${20 - n}.0.tar.gz</a></td><td align="right">2026-03-${day(n)} 10:30  </td><td align="right">1.2M</td></tr>`,
      )}</table><address>Server at files.test</address>`,
    ),
    items: TITLES.map((_, n) => `https://files.test/releases/tool-1.${20 - n}.0.tar.gz`),
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T10:30:00.000Z`),
  },
  {
    name: 'a keep-a-changelog page whose entries link to pull requests',
    url: 'https://tool.test/changelog/',
    html: page(
      `<nav><a href="/">Tool</a><a href="/docs">Docs</a></nav><main><h1>Changelog</h1><p>All notable changes.</p>${TITLES.slice(
        0,
        6,
      )
        .map(
          (title, n) =>
            `<h2 id="v2-${9 - n}-0"><a class="anchor" href="#v2-${9 - n}-0">#</a>[2.${9 - n}.0] - 2026-03-${day(n)}</h2><h3>Added</h3><ul><li>${title} (<a href="https://code.test/tool/pull/${n}1">#${n}1</a>)</li><li>Something else that was asked for (<a href="https://code.test/tool/pull/${n}2">#${n}2</a>)</li></ul><h3>Fixed</h3><ul><li>A crash at start (<a href="https://code.test/tool/pull/${n}3">#${n}3</a>)</li></ul>`,
        )
        .join('')}</main>`,
    ),
    items: TITLES.slice(0, 6).map((_, n) => `https://tool.test/changelog/#v2-${9 - n}-0`),
    dates: TITLES.slice(0, 6).map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a changelog with one link to a pull request in each version, which looks a little like a list',
    url: 'https://tool.test/changes.html',
    html: page(
      `<nav><a href="/">Tool</a><a href="/docs">Docs</a></nav><main><h1>Changelog</h1>${TITLES.slice(
        0,
        6,
      )
        .map(
          (title, n) =>
            `<h2 id="v2-${9 - n}">[2.${9 - n}.0] - 2026-03-${day(n)}</h2><ul><li>${title} (<a href="https://code.test/pull/${n}1">#${n}1</a>)</li><li>Other ${n}</li></ul>`,
        )
        .join('')}</main>`,
    ),
    items: TITLES.slice(0, 6).map((_, n) => `https://tool.test/changes.html#v2-${9 - n}`),
    dates: TITLES.slice(0, 6).map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a changelog of which every entry links to one issue',
    url: 'https://tool.test/changes/',
    html: page(
      `<main><h1>Changes</h1>${TITLES.slice(0, 6)
        .map(
          (title, n) =>
            `<h2 id="v${n}">[2.${9 - n}.0] - 2026-03-${day(n)}</h2><h3>Added</h3><ul><li>${title} (<a href="https://code.test/tool/issues/${n}1">#${n}1</a>)</li></ul>`,
        )
        .join('')}</main>`,
    ),
    items: TITLES.slice(0, 6).map((_, n) => `https://tool.test/changes/#v${n}`),
    dates: TITLES.slice(0, 6).map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'posts in full with links in their text and comments below',
    url: 'https://fullposts.test/',
    html: page(
      `${NAV}<div id="content">${each(
        (title, n) =>
          `<div class="post" id="post-${n}"><h2 class="entry-title"><a href="https://fullposts.test/2026/03/${slug(title)}/" rel="bookmark">${title}</a></h2><div class="entry-meta">March ${Number(day(n))}, 2026 by <a href="/author/ruth">Ruth</a></div><div class="entry-content"><p>We have written about <a href="https://elsewhere${n}.example/a-thing">a thing that matters</a> before, and also about <a href="https://fullposts.test/2025/11/another-thing/">another thing</a>, which led to a long debate among everyone who was there.</p><p>More text follows here, with <a href="https://ref.example/${n}">references</a> to read, because the posts are shown as a whole and are not short.</p></div><div class="entry-utility">Posted in <a href="/category/notes" rel="category tag">Notes</a> | <a href="https://fullposts.test/2026/03/${slug(title)}/#comments">${n} comments</a></div></div>`,
      )}<div class="navigation"><a href="/page/2/">Older posts</a></div></div><div id="sidebar"><ul><li class="widget"><h3>Recent posts</h3><ul>${TITLES.slice(
        0,
        5,
      )
        .map(
          (title) =>
            `<li><a href="https://fullposts.test/2026/03/${slug(title)}/">${title}</a></li>`,
        )
        .join('')}</ul></li><li class="widget"><h3>Archives</h3><ul>${[1, 2, 3, 4, 5, 6]
        .map((n) => `<li><a href="/2025/0${n}/">Month ${n} of 2025</a></li>`)
        .join('')}</ul></li></ul></div>`,
    ),
    items: TITLES.map((title) => `https://fullposts.test/2026/03/${slug(title)}/`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'cards whose link covers them and says nothing',
    url: 'https://cards.test/news',
    html: page(
      `${NAV}<div class="cards">${each(
        (title, n) =>
          `<div class="card"><a class="stretched-link" href="/news/${1200 + n}" aria-label="${title}"></a><div class="card-img" style="background-image: url('/img/${n}.jpg')"></div><div class="card-body"><span class="badge">News</span><div class="card-title">${title}</div><div class="card-text">A short text that says what it is about in a sentence.</div><div class="card-date">${day(n)}.03.2026</div></div></div>`,
      )}</div>${FOOTER}`,
      '',
      'de',
    ),
    items: TITLES.map((_, n) => `https://cards.test/news/${1200 + n}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'lines of text: date, dash, link, break',
    url: 'https://plain.test/news.html',
    html: page(
      `<font size="2">${NAV}<h2>What is new</h2>${each(
        (title, n) =>
          `<b>${Number(day(n))} March 2026</b> - <a href="doc${n}.html">${title}</a><br>\n`,
      )}<p><a href="index.html">Back to the main page</a></p></font>`,
    ),
    items: TITLES.map((_, n) => `https://plain.test/doc${n}.html`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'episodes whose title is not linked: only "Listen" and "Show notes" are',
    url: 'https://pod.test/',
    html: page(
      `${NAV}<div class="eps">${each(
        (title, n) =>
          `<div class="ep"><h3>${title}</h3><span class="date">Mar ${Number(day(n))}, 2026</span><p>In this episode we talk about it for an hour with somebody who knows.</p><a class="btn" href="/episodes/${90 - n}">Show notes</a> <a class="btn2" href="https://cdn.pod.test/${90 - n}.mp3">Download</a></div>`,
      )}</div>${FOOTER}`,
    ),
    items: TITLES.map((_, n) => `https://pod.test/episodes/${90 - n}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a wiki list of recent changes',
    url: 'https://wiki.test/Special:RecentChanges',
    html: page(
      `<div id="content"><h4>14 March 2026</h4><ul class="special">${TITLES.slice(0, 6)
        .map(
          (title, n) =>
            `<li class="mw-changeslist-line">(<a href="/index.php?title=T${n}&amp;diff=1${n}">diff</a> | <a href="/index.php?title=T${n}&amp;action=history">hist</a>) . . <span class="mw-title"><a href="/${slug(title)}" class="mw-changeslist-title">${title}</a></span>; <span class="mw-changeslist-date">10:0${n}</span> . . <a href="/User:Ann" class="mw-userlink">Ann</a> (<a href="/User_talk:Ann">talk</a>)</li>`,
        )
        .join('')}</ul><h4>13 March 2026</h4><ul class="special">${TITLES.slice(6)
        .map(
          (title, n) =>
            `<li class="mw-changeslist-line">(<a href="/index.php?title=U${n}&amp;diff=2${n}">diff</a> | <a href="/index.php?title=U${n}&amp;action=history">hist</a>) . . <span class="mw-title"><a href="/${slug(title)}" class="mw-changeslist-title">${title}</a></span>; <span class="mw-changeslist-date">09:0${n}</span> . . <a href="/User:Ben" class="mw-userlink">Ben</a> (<a href="/User_talk:Ben">talk</a>)</li>`,
        )
        .join('')}</ul></div>${FOOTER}`,
    ),
    items: TITLES.map((title) => `https://wiki.test/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => (n < 6 ? '2026-03-14T00:00:00.000Z' : '2026-03-13T00:00:00.000Z')),
  },
  {
    name: 'trending repositories: owner / name links, descriptions, stars',
    url: 'https://hub.test/trending',
    html: page(
      `<main>${each(
        (title, n) =>
          `<article class="Box-row"><div class="float-right"><a href="/login?return_to=x" class="btn">Star</a></div><h2 class="h3 lh-condensed"><a href="/owner${n}/tool-${n}"><span class="text-normal">owner${n} /</span> tool-${n}</a></h2><p class="col-9">${title} in one small program</p><div class="f6"><span>Rust</span><a href="/owner${n}/tool-${n}/stargazers">1,${n}00</a><a href="/owner${n}/tool-${n}/forks">${n}0</a><span>Built by <a href="/user${n}"><img class="avatar" src="/u/${n}"></a></span></div></article>`,
      )}</main>`,
    ),
    items: TITLES.map((_, n) => `https://hub.test/owner${n}/tool-${n}`),
  },
  {
    name: 'press releases: a date column, a title column, a PDF column',
    url: 'https://corp.test/investors/press-releases/',
    html: page(
      `${NAV}<div class="content"><div class="module-news">${each(
        (title, n) =>
          `<div class="module_item"><div class="module_date-time"><span class="module_date-text">03/${day(n)}/2026</span></div><div class="module_headline"><a class="module_headline-link" href="/investors/press-releases/press-release-details/2026/${slug(title)}/default.aspx">${title}</a></div><div class="module_links"><a class="module_link" href="/investors/press-releases/press-release-details/2026/${slug(title)}/default.aspx"><span>Read More</span></a><a class="module_link pdf" href="/files/doc_${n}.pdf">PDF</a></div></div>`,
      )}</div></div>${FOOTER}`,
      '',
      'en-US',
    ),
    items: TITLES.map(
      (title) =>
        `https://corp.test/investors/press-releases/press-release-details/2026/${slug(title)}/default.aspx`,
    ),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a gallery whose titles are captions beside the linked pictures',
    url: 'https://photos.test/',
    html: page(
      `${NAV}<div class="gallery">${each(
        (title, n) =>
          `<figure><a href="/p/${500 - n}"><img src="/thumbs/${500 - n}.jpg" alt=""></a><figcaption>${title}</figcaption></figure>`,
      )}</div>${FOOTER}`,
    ),
    items: TITLES.map((_, n) => `https://photos.test/p/${500 - n}`),
    titles: TITLES,
  },
  {
    name: 'a young blog with three posts and a fat footer',
    url: 'https://young.test/',
    html: page(
      `<header><nav>${['Home', 'Blog', 'Projects', 'Uses'].map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`).join('')}</nav></header><main><section><h1>Hello</h1><p>I write about computers and bread, mostly in that order, and seldom.</p></section><section>${TITLES.slice(
        0,
        3,
      )
        .map(
          (title, n) =>
            `<article><h2><a href="/posts/${slug(title)}">${title}</a></h2><time datetime="2026-03-${day(n)}">March ${Number(day(n))}</time><p>What it is about, in a sentence or two.</p></article>`,
        )
        .join(
          '',
        )}</section></main><footer><div><h4>Product</h4><ul>${Array.from({ length: 12 }, (_, n) => `<li><a href="/product/feature-number-${n}">Feature number ${n} of the product</a></li>`).join('')}</ul></div></footer>`,
    ),
    items: TITLES.slice(0, 3).map((title) => `https://young.test/posts/${slug(title)}`),
    titles: TITLES.slice(0, 3),
    dates: [0, 1, 2].map((n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'cards of guides beside a long sidebar that is a plain div',
    url: 'https://docs.test/guides',
    html: page(
      `<div class="wrap"><div class="side"><ul>${Array.from({ length: 60 }, (_, n) => `<li><a href="/guides/reference/topic-${n}">Topic ${n}</a></li>`).join('')}</ul></div><div class="body"><h1>Guides</h1><div class="grid">${each(
        (title) =>
          `<div class="guide"><h3><a href="/guides/${slug(title)}">${title}</a></h3><p>Read this when you want to know more about it.</p></div>`,
      )}</div></div></div>`,
    ),
    items: TITLES.map((title) => `https://docs.test/guides/${slug(title)}`),
    titles: TITLES,
  },
  {
    name: 'a trending box within the main column, above the list',
    url: 'https://trend.test/latest',
    html: page(
      `${NAV}<div class="col"><div class="trending"><h4>Trending</h4><ol>${TITLES.slice(6, 11)
        .map((title) => `<li><a href="/a/${slug(title)}">${title}</a></li>`)
        .join('')}</ol></div><div class="stream">${each(
        (title, n) =>
          `<div class="item"><a class="thumb" href="/a/${slug(title)}"><img src="/t/${n}.jpg" alt=""></a><div class="txt"><a class="hl" href="/a/${slug(title)}">${title}</a><div class="by">Ruth Okafor, ${n + 1} hours ago</div></div></div>`,
      )}</div></div>${FOOTER}`,
    ),
    items: TITLES.map((title) => `https://trend.test/a/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => new Date(NOW - (n + 1) * 3_600_000).toISOString()),
  },
  {
    name: 'links around list items, headlines cut short',
    url: 'https://cms.test/news/index.html',
    html: page(
      `${NAV}<ul class="newslist">${each(
        (title, n) =>
          `<a href="/art/${80 - n}.html" title="${title}" target="_blank"><li><i>·</i><span class="tit">${title.slice(0, 20)}...</span><em>[03-${day(n)}]</em></li></a>`,
      )}</ul>${FOOTER}`,
      '',
      'zh-CN',
    ),
    items: TITLES.map((_, n) => `https://cms.test/art/${80 - n}.html`),
    titles: TITLES,
  },
  {
    name: 'unclosed items, upper-case tags, bare attributes',
    url: 'http://ancient.test/news.htm',
    html: `<HTML><BODY BGCOLOR=white><TABLE><TR><TD VALIGN=top><A HREF=index.htm>Home</A><BR><A HREF=links.htm>Links</A></TD><TD><UL>${each(
      (title, n) =>
        `<LI><A HREF=n${n}.htm>${title}</A> <FONT SIZE=1>(${Number(day(n))} Mar 2026)</FONT><P>A few words on it.`,
    )}</UL></TABLE>`,
    items: TITLES.map((_, n) => `http://ancient.test/n${n}.htm`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'links in definition terms with the date in the description',
    url: 'https://press.test/archive',
    html: page(
      `${NAV}<dl class="press">${each(
        (title, n) =>
          `<dt><a href="/press/${slug(title)}">${title}</a></dt><dd>${day(n)}/03/2026</dd><dd>Press office, a summary of the release in a sentence.</dd>`,
      )}</dl>${FOOTER}`,
      '',
      'fr',
    ),
    items: TITLES.map((title) => `https://press.test/press/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'events grouped under day headings, time in the item',
    url: 'https://bulletin.test/',
    html: page(
      `${NAV}<div id="list">${[0, 1, 2]
        .map(
          (d) =>
            `<h2 class="daybreak">Thursday, March ${12 - d}, 2026</h2>${TITLES.slice(
              d * 4,
              d * 4 + 4,
            )
              .map(
                (title) =>
                  `<div class="entry"><span class="hour">9:30 am</span> <a href="/b/${slug(title)}">${title}</a></div>`,
              )
              .join('')}`,
        )
        .join('')}</div>${FOOTER}`,
    ),
    items: TITLES.map((title) => `https://bulletin.test/b/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${12 - Math.floor(n / 4)}T00:00:00.000Z`),
  },
  {
    name: 'a block theme: list items of posts, dates as links to the post',
    url: 'https://blocks.test/',
    html: page(
      `<div class="wp-site-blocks"><header class="wp-block-template-part"><nav><ul><li><a href="/">Home</a></li></ul></nav></header><main><ul class="wp-block-post-template">${each(
        (title, n) =>
          `<li class="wp-block-post post-${n} post type-post status-publish category-c${n} hentry"><figure class="wp-block-post-featured-image"><a href="https://blocks.test/${slug(title)}/"><img src="/f/${n}.jpg" alt=""></a></figure><h2 class="wp-block-post-title"><a href="https://blocks.test/${slug(title)}/">${title}</a></h2><div class="wp-block-post-date"><time datetime="2026-03-${day(n)}T10:00:00+01:00"><a href="https://blocks.test/${slug(title)}/">March ${day(n)}, 2026</a></time></div></li>`,
      )}</ul></main></div>`,
    ),
    items: TITLES.map((title) => `https://blocks.test/${slug(title)}/`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T09:00:00.000Z`),
  },
  {
    name: 'a company page with a teaser of posts between products',
    url: 'https://company.test/',
    html: page(
      `<header><nav><a href="/product">Product</a><a href="/pricing">Pricing</a></nav></header><main><section class="hero"><h1>Ship faster</h1><p>Everything your team needs.</p><a href="/signup">Start free</a></section><section class="features">${['Deploy', 'Observe', 'Scale', 'Secure'].map((name) => `<div><h3>${name}</h3><p>It does what it says and a little more.</p><a href="/product/${name.toLowerCase()}">Learn more</a></div>`).join('')}</section><section class="blog"><h2>From the blog</h2>${TITLES.slice(
        0,
        6,
      )
        .map(
          (title, n) =>
            `<article><time datetime="2026-03-${day(n)}">Mar ${day(n)}</time><h3><a href="/blog/${slug(title)}">${title}</a></h3><p>A teaser that says what is in it and why one should read on.</p></article>`,
        )
        .join('')}</section></main>`,
    ),
    items: TITLES.slice(0, 6).map((title) => `https://company.test/blog/${slug(title)}`),
    titles: TITLES.slice(0, 6),
  },
  {
    name: 'obfuscated classes, links in nested spans, metadata in the same link',
    url: 'https://obf.test/',
    html: page(
      `<div class="a b"><div class="c"><a class="af ag" href="/"><svg></svg></a><a class="af" href="/m/signin">Sign in</a></div></div><div class="d e">${each(
        (title, n) =>
          `<div class="k${n} m n"><div class="o"><a class="af ag ah" href="/@ruth${n}"><img class="avatar" src="/av/${n}.png" width="20"></a><a class="af ag" href="/@ruth${n}"><p class="be b">Ruth Okafor ${n}</p></a></div><a class="af ag ah ai" href="/@ruth${n}/${slug(title)}-${'a1b2c3d4e5f6'.slice(0, 12)}"><h2 class="be gx">${title}</h2><div><h3 class="be b">A subtitle that explains the title at greater length than it</h3></div></a><span>Mar ${day(n)}</span><span>5 min read</span></div>`,
      )}</div>`,
    ),
    items: TITLES.map((title, n) => `https://obf.test/@ruth${n}/${slug(title)}-a1b2c3d4e5f6`),
    titles: TITLES,
  },
  {
    name: 'a list of notices, each in several languages',
    url: 'https://city.test/notices',
    html: page(
      `${NAV}<ul class="notices">${each(
        (title, n) =>
          `<li><p class="d">${day(n)}.03.2026</p><p class="t"><a href="/notices/de/${300 - n}">${title}</a></p><p class="l"><a href="/notices/fr/${300 - n}">FR</a> <a href="/notices/it/${300 - n}">IT</a> <a href="/notices/en/${300 - n}">EN</a></p></li>`,
      )}</ul>${FOOTER}`,
      '',
      'de-CH',
    ),
    items: TITLES.map((_, n) => `https://city.test/notices/de/${300 - n}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'posts in full, one after the other in one article element, of unequal length',
    url: 'https://flat.test/log',
    html: page(
      `${NAV}<article><h1>Log</h1>${each(
        (title, n) =>
          `<h2><a href="/log/${slug(title)}">${title}</a></h2><p><small>${day(n)} March 2026</small></p>${'<p>A paragraph of the post as it was written, with all that it says about the matter, for those who read here.</p>'.repeat(1 + (n % 4))}`,
      )}</article>`,
      '<meta property="og:type" content="article">',
    ),
    items: TITLES.map((title) => `https://flat.test/log/${slug(title)}`),
    titles: TITLES,
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'headlines that mention days, articles with a header',
    url: 'https://history.test/',
    html: page(
      `${NAV}${each(
        (title, n) =>
          `<article><header><span class="k">History</span><h2><a href="/days/${slug(title)}">What was said on ${n + 1} April 1912 about: ${title}</a></h2></header><p>A summary of some words.</p><span class="on">${day(n)} March 2026</span></article>`,
      )}`,
    ),
    items: TITLES.map((title) => `https://history.test/days/${slug(title)}`),
    titles: TITLES.map((title, n) => `What was said on ${n + 1} April 1912 about: ${title}`),
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'headlines that mention days, and no date at all',
    url: 'https://history.test/undated',
    html: page(
      `${NAV}<ul>${each((title, n) => `<li><h3><a href="/days/${slug(title)}">On ${n + 1} May 2020</a></h3><p>${title}, told again for those who were not there.</p></li>`)}</ul>`,
    ),
    items: TITLES.map((title) => `https://history.test/days/${slug(title)}`),
  },
  {
    name: 'a thread of messages, replies in lists of their own',
    url: 'https://lists.test/2026-March/thread.html',
    html: page(
      `<h1>March 2026 archives by thread</h1><ul><li><b>Messages sorted by:</b> <a href="subject.html">[ subject ]</a> <a href="author.html">[ author ]</a></li></ul><p><b>Starting:</b> <i>Sun Mar 1 2026</i></p><ul>${[
        0, 4, 8,
      ]
        .map((from) => {
          const message = (n: number) =>
            `<a href="00${10 + n}.html">[dev] ${n === from ? '' : 'Re: '}${TITLES[n]}</a> <i>Ruth Okafor</i> <em>${Number(day(n))} Mar 2026</em>`;
          return `<li>${message(from)}<ul><li>${message(from + 1)}<ul><li>${message(from + 2)}</li></ul></li><li>${message(from + 3)}</li></ul></li>`;
        })
        .join('')}</ul>`,
    ),
    items: TITLES.map((_, n) => `https://lists.test/2026-March/00${10 + n}.html`),
    titles: TITLES.map((title, n) => `[dev] ${n % 4 === 0 ? '' : 'Re: '}${title}`),
    dates: TITLES.map((_, n) => `2026-03-${day(n)}T00:00:00.000Z`),
  },
  {
    name: 'a title link and a summary link without any names',
    url: 'https://unnamed.test/',
    html: page(
      `${NAV}<div>${each(
        (title, n) =>
          `<div><a href="/p/${n}00"><img src="/i/${n}.jpg" alt=""></a><div><a href="/p/${n}00">${title}</a><a href="/p/${n}00">The summary of it is linked as well, and is a good deal longer than any title on this page, so that it would win by length alone.</a><span>${n + 1} hours ago</span></div></div>`,
      )}</div>${FOOTER}`,
    ),
    items: TITLES.map((_, n) => `https://unnamed.test/p/${n}00`),
    titles: TITLES,
  },
  {
    name: 'columns: the name of the author in the headline',
    url: 'https://opinion.test/columns',
    html: page(
      `${NAV}<div class="fronts">${each(
        (title, n) =>
          `<div class="it"><h3><a href="/columns/${slug(title)}"><span class="it-byline">Ruth Okafor</span>: ${title}</a></h3><p>What she thinks of it.</p><time datetime="2026-03-${day(n)}">x</time></div>`,
      )}</div>${FOOTER}`,
    ),
    items: TITLES.map((title) => `https://opinion.test/columns/${slug(title)}`),
    titles: TITLES,
  },
  {
    name: 'a list archive of the old kind: unclosed items, one subject for a whole thread',
    url: 'https://pipe.test/pipermail/dev/2026-March/thread.html',
    html: `<HTML><HEAD><TITLE>The dev March 2026 Archive by thread</TITLE></HEAD><BODY BGCOLOR="#ffffff"><a name="start"></A><h1>March 2026 Archives by thread</h1><ul><li> <b>Messages sorted by:</b> <a href="subject.html#start">[ subject ]</a> <a href="author.html#start">[ author ]</a> <a href="date.html#start">[ date ]</a><li><b><a href="http://pipe.test/mailman/listinfo/dev">More info on this list...</a></b></ul><p><b>Starting:</b> <i>Sun Mar 1 08:00:00 UTC 2026</i><br><b>Messages:</b> 12<p><ul>${TITLES.map(
      (title, n) =>
        `<LI><A HREF="0001${10 + n}.html">[dev] ${n < 9 ? 'Why does the build take an hour on the new machines' : title}\n</A><A NAME="1${10 + n}">&nbsp;</A>\n<I>Ruth Okafor\n</I>\n${n < 5 ? '<UL>\n' : ''}${n >= 5 && n < 9 ? '</UL>\n' : ''}`,
    ).join(
      '',
    )}</UL></ul><p><a name="end"><b>Last message date:</b></a> <i>Sat Mar 14 10:00:00 UTC 2026</i></BODY></HTML>`,
    items: TITLES.map((_, n) => `https://pipe.test/pipermail/dev/2026-March/0001${10 + n}.html`),
  },
];

// npm run bench:generate [-- --dir DIR] [--held-back] [--verbose] [--page NAME]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateFeed } from '../src/service/generate/generate.js';
import { type PageScore, readLabels, type Share, scorePage } from './generate-score.js';

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: 'test/fixtures/pages' },
    'held-back': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    page: { type: 'string' },
    fast: { type: 'boolean', default: false },
  },
});

const labels = readLabels(options.dir);
const pages = Object.entries(labels.pages)
  .filter(([, page]) => (page.heldBack ?? false) === options['held-back'])
  .filter(([name]) => options.page === undefined || name.includes(options.page));

const scores: PageScore[] = [];
console.log(
  'page                          prec  recall    F1  exact  titles   dates  images authors      kB      ms',
);
for (const [name, page] of pages) {
  const score = await scorePage(options.dir, name, page, labels.now);
  scores.push(score);
  const html = readFileSync(join(options.dir, name), 'utf8');
  const time = options.fast ? 0 : await medianTime(html, page.url, labels.now);
  console.log(row(score, html.length, time));
  const shown = options.verbose ? score.remarks : score.remarks.slice(0, 3);
  for (const remark of shown) console.log(`    ${remark}`);
  if (score.remarks.length > shown.length)
    console.log(`    … ${score.remarks.length - shown.length} more`);
}
summary(scores);
if (!options.fast && options.page === undefined) await growth();

function row(score: PageScore, size: number, time: number): string {
  return [
    score.name.replace(/\.html$/, '').padEnd(28),
    ...[score.precision, score.recall, score.f1].map((value) => value.toFixed(3).padStart(6)),
    (score.exact ? 'yes' : 'NO').padStart(6),
    ...[score.titles, score.dates, score.images, score.authors].map((share) =>
      ratio(share).padStart(7),
    ),
    (size / 1000).toFixed(0).padStart(7),
    time.toFixed(1).padStart(7),
  ].join(' ');
}

function summary(all: readonly PageScore[]): void {
  const mean = (pick: (score: PageScore) => number) =>
    (all.reduce((sum, score) => sum + pick(score), 0) / Math.max(all.length, 1)).toFixed(4);
  const total = (pick: (score: PageScore) => Share) => {
    const right = all.reduce((sum, score) => sum + pick(score).right, 0);
    const of = all.reduce((sum, score) => sum + pick(score).of, 0);
    return of === 0 ? '-' : `${right}/${of} (${((100 * right) / of).toFixed(1)} %)`;
  };
  const exact = all.filter((score) => score.exact).length;
  console.log(`\n${all.length} pages${options['held-back'] ? ', held back' : ''}`);
  console.log(
    `mean precision ${mean((s) => s.precision)}  recall ${mean((s) => s.recall)}  F1 ${mean((s) => s.f1)}`,
  );
  console.log(
    `exact lists ${exact}/${all.length} (${((100 * exact) / Math.max(all.length, 1)).toFixed(1)} %)`,
  );
  console.log(
    `titles ${total((s) => s.titles)}  dates ${total((s) => s.dates)}  images ${total((s) => s.images)}  authors ${total((s) => s.authors)}`,
  );
}

/** Median of warm runs, milliseconds; the page is parsed in this thread. */
async function medianTime(
  html: string,
  url: string,
  now = '2026-01-01T00:00:00Z',
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const start = performance.now();
    await generateFeed({
      url,
      html,
      now: Date.parse(now),
      selectors: null,
      rule: null,
      inline: true,
    }).catch(() => null);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}

/** Pages of one list that grows: time must grow with it, not with its square. */
async function growth(): Promise<void> {
  console.log('\nsize       ms   ms/MB');
  for (const kilobytes of [100, 250, 500, 1000, 2000, 4000]) {
    const html = longPage(kilobytes * 1000);
    const time = await medianTime(html, 'https://long.example/news/', '2026-03-15T12:00:00Z');
    console.log(
      `${`${kilobytes} kB`.padEnd(8)} ${time.toFixed(1).padStart(7)} ${((time * 1000) / kilobytes).toFixed(1).padStart(7)}`,
    );
  }
}

function longPage(characters: number): string {
  const card = (
    n: number,
  ) => `<article class="post card"><a href="/news/2026/03/story-number-${n}-about-things"><img src="/i/${n}.jpg" alt=""></a>
<div class="meta"><span class="category"><a href="/news/topic-${n % 9}">Topic ${n % 9}</a></span> <time datetime="2026-03-${String((n % 14) + 1).padStart(2, '0')}T10:00:00Z">March ${(n % 14) + 1}</time></div>
<h2 class="title"><a href="/news/2026/03/story-number-${n}-about-things">Story number ${n} about the things that happened</a></h2>
<p class="excerpt">A summary of what happened in story number ${n}, long enough to be a real one, with <b>some</b> <i>inline</i> markup in it.</p>
<ul class="tags"><li><a href="/tag/a">a</a></li><li><a href="/tag/b">b</a></li><li><a href="/tag/c">c</a></li></ul></article>\n`;
  const cards: string[] = [];
  for (let length = 0, n = 0; length < characters; n += 1) {
    const text = card(n);
    cards.push(text);
    length += text.length;
  }
  return `<!doctype html><html lang="en"><head><title>Long</title></head><body><nav><a href="/">Home</a><a href="/about">About</a></nav><main>${cards.join('')}</main><footer><a href="/terms">Terms</a></footer></body></html>`;
}

function ratio({ right, of }: Share): string {
  return of === 0 ? '-' : `${right}/${of}`;
}

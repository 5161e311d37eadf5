// npm run bench:generate [-- --dir DIR] [--held-back] [--verbose] [--page NAME]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateFeed } from '../src/service/generate/generate.js';
import { largePage } from '../test/fixtures/pages/large-page.js';
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
  'page                          prec  recall    F1  exact  titles   dates  images authors      kB  cpu ms',
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

/** Reads a page in this thread, as it does for pages up to 256 KB. */
function generate(html: string, url: string, now = '2026-01-01T00:00:00Z') {
  return generateFeed({
    url,
    html,
    now: Date.parse(now),
    selectors: null,
    rule: null,
    inline: true,
  });
}

/** Median of warm runs, milliseconds of processor time, the garbage collector's threads included. */
async function medianTime(
  html: string,
  url: string,
  now = '2026-01-01T00:00:00Z',
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const start = process.cpuUsage();
    await generate(html, url, now).catch(() => null);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}

/** One page in growing sizes: time must grow with it, not with its square. */
async function growth(): Promise<void> {
  console.log('\nlarge page  cpu ms   ms/MB  exact');
  for (const kilobytes of [100, 250, 500, 1000, 2000, 4000]) {
    const { html, url, must } = largePage(kilobytes * 1000);
    const time = await medianTime(html, url, labels.now);
    const { document } = await generate(html, url, labels.now);
    const found = document.entries.map(({ url }) => url);
    const exact = found.every((address, at) => address === must[at]?.url);
    const columns = [time.toFixed(1), ((time * 1000) / kilobytes).toFixed(1), exact ? 'yes' : 'NO'];
    console.log(
      `${`${kilobytes} kB`.padEnd(8)} ${columns.map((column) => column.padStart(7)).join(' ')}`,
    );
  }
}

function ratio({ right, of }: Share): string {
  return of === 0 ? '-' : `${right}/${of}`;
}

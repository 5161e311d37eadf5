// npm run bench:generate -- [--dir DIR]... [--compare FILE] [--json] [--page NAME] [--verbose] [--fast]
//   [--held-back] [--now TIME]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateFeed } from '../src/service/sources/generate-feed.js';
import { largePage } from '../test/fixtures/pages/large-page.js';
import { readLabels } from './generate-labels.js';
import {
  changesSince,
  PAGE_HEADING,
  pageRow,
  readReport,
  reportOf,
  summaryText,
} from './generate-report.js';
import { type PageScore, scorePage } from './generate-score.js';

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', multiple: true, default: ['test/fixtures/pages'] },
    /** Results of an earlier run with --json. */
    compare: { type: 'string' },
    json: { type: 'boolean', default: false },
    'held-back': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    page: { type: 'string' },
    /** Without timing. */
    fast: { type: 'boolean', default: false },
    /** Time of the fetch, where the labels state none. */
    now: { type: 'string' },
  },
});

const timed = !options.fast && !options.json;
const scores: PageScore[] = [];
if (!options.json) console.log(PAGE_HEADING);
for (const directory of options.dir) await scoreFolder(directory);
const report = reportOf(scores);
if (options.json) console.log(JSON.stringify(report, null, 1));
else {
  console.log(`\n${summaryText(report)}`);
  if (options.compare !== undefined) {
    const changes = changesSince(readReport(options.compare), report);
    console.log(`\nsince ${options.compare}: ${changes.length} pages changed`);
    for (const change of changes) console.log(`    ${change}`);
  }
  if (timed && options.page === undefined) await growth();
}

async function scoreFolder(directory: string): Promise<void> {
  const labels = readLabels(directory);
  const now = labels.now ?? options.now;
  const pages = Object.entries(labels.pages)
    .filter(([, page]) => page.heldBack === options['held-back'])
    .filter(([name]) => options.page === undefined || name.includes(options.page));
  for (const [name, page] of pages) {
    const score = await scorePage(directory, name, page, now);
    scores.push(score);
    if (options.json) continue;
    const html = readFileSync(join(directory, name), 'utf8');
    const time = timed ? await medianTime(html, page.url, 0, now) : 0;
    console.log(pageRow(score, html.length, time));
    const shown = options.verbose ? score.remarks : score.remarks.slice(0, 3);
    for (const remark of shown) console.log(`    ${remark}`);
    if (score.remarks.length > shown.length)
      console.log(`    … ${score.remarks.length - shown.length} more`);
  }
}

/** After the newest date of the large page: what is ahead is no date of a publication. */
const AFTER_ALL = '2026-04-01T00:00:00Z';

/** Reads a page in this thread, as it does for pages up to 256 KB. */
function generate(html: string, url: string, now = AFTER_ALL) {
  return generateFeed({
    url,
    html,
    now: Date.parse(now),
    selectors: null,
    rule: null,
    inline: true,
  });
}

/**
 * Median of the second half of the runs, milliseconds of processor time, the garbage collector's
 * threads included: until its code is compiled a page of 100 kB takes three times as long.
 * @param leastMs processor time for all runs; there are at least nine
 */
async function medianTime(html: string, url: string, leastMs: number, now?: string) {
  const times: number[] = [];
  let measured = 0;
  while (measured < leastMs || times.length < 9) {
    const start = process.cpuUsage();
    await generate(html, url, now).catch(() => null);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    measured += (user + system) / 1000;
  }
  const warm = times.slice(times.length >> 1).sort((a, b) => a - b);
  return warm[warm.length >> 1] ?? 0;
}

/** One page in growing sizes: time must grow with it, not with its square. */
async function growth(): Promise<void> {
  console.log('\nlarge page  cpu ms   ms/MB  exact');
  for (const kilobytes of [100, 250, 500, 1000, 2000, 4000]) {
    const { html, url, must } = largePage(kilobytes * 1000);
    const time = await medianTime(html, url, 2000);
    const { document } = await generate(html, url);
    const found = document.entries.map(({ url }) => url);
    const exact = found.every((address, at) => address === must[at]?.url);
    const columns = [time.toFixed(1), ((time * 1000) / kilobytes).toFixed(1), exact ? 'yes' : 'NO'];
    console.log(
      `${`${kilobytes} kB`.padEnd(8)} ${columns.map((column) => column.padStart(7)).join(' ')}`,
    );
  }
}

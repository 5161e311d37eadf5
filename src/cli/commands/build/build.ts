import { duration, flag, one, text, texts, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';
import { runBuild } from './run-build.js';

/** Sample output of `build --json`. */
const SAMPLE = {
  out: 'public',
  written: ['example-news.xml', 'example-news.atom', 'example-news.json', 'index.html'],
  removed: [],
  feeds: [
    {
      slug: 'example-news',
      title: 'Example News',
      source: 'https://example.com/news',
      health: 'ok',
      outcome: 'updated',
      new: 2,
      changed: 0,
      items: 30,
      error: null,
    },
  ],
  bundles: [{ slug: 'morning', title: 'Morning', items: 80, complete: true }],
};

export const build = defineVerb({
  name: 'build',
  summary: 'Write the feeds of a file as a static site',
  description:
    'Fetches the feeds of a file and writes them as static files for any web server, without a service or a database: SLUG.xml, SLUG.atom and SLUG.json per feed and bundle, index.html, feeds.opml and status.json. The slug is that of the file (slug: NAME), or is made from the title and then kept. Sources are fetched conditionally; --max-age skips those fetched recently, and interval, quiet_hours and paused of the file count. A source that fails keeps its last items. Files that did not change are not touched, and a build that is interrupted changes nothing. What the next build needs is in one file beside the directory (--state); keep it with the site. When it is lost, the published files keep their items, guids and dates. The directory must be empty, new, or written by an earlier build. See docs/static-sites.md.',
  arguments: {
    file: one('FILE', 'feeds and bundles: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options: {
    out: text('DIR', 'directory to write'),
    format: fileFormatOption,
    siteUrl: text('URL', 'address that the directory is published at'),
    maxAge: duration('TIME', 'skip sources fetched more recently than this (default 0)', {
      allowZero: true,
    }),
    concurrency: wholeNumber('N', 'sources to fetch at once (default 128)', { min: 1, max: 1000 }),
    state: text('FILE', 'state between builds (default: DIR.state.json, beside the directory)'),
    report: text('FILE', 'write a report in Markdown, for an issue or a mail'),
    strictHealth: flag('exit with 9 when a feed is not healthy'),
    moved: texts('SLUG', 'feed whose address changed: keep its slug, items and guids'),
  },
  examples: {
    'feedctl build feeds.yaml --out public --site-url https://example.org/feeds/':
      'Write the site; run it again from cron',
    'feedctl build feeds.yaml --out public --report report.md --strict-health':
      'In a workflow: fail when a feed needs attention, with a report',
  },
  output: SAMPLE,
  exitCodes: [1, 8, 9, 130, 143],
  async run(context, { file }, { out, ...options }) {
    if (out === undefined || out === '') {
      throw new UsageError('--out is required: the directory to write the site to.', {
        hint: `feedctl build ${file} --out public`,
      });
    }
    return runBuild(context, file, { ...options, out });
  },
});

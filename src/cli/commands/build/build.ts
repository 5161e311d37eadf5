import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { replaceFile } from '../../../base/replace-file.js';
import { counted } from '../../../base/text.js';
import { parseUrl } from '../../../base/url.js';
import { startProgress } from '../../bulk/progress.js';
import {
  type BuiltSite,
  buildSite,
  loadSite,
  type SiteRequest,
} from '../../connection/site-service.js';
import {
  CliError,
  duration,
  type ExitCode,
  flag,
  type OptionValues,
  one,
  required,
  text,
  texts,
  UsageError,
  wholeNumber,
} from '../../kit/index.js';
import { spareMemory } from '../../kit/v8-flags.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import {
  openOutput,
  readBytes,
  readOutput,
  removeStaging,
  STAGING,
} from '../../site/output-directory.js';
import { outputError } from '../../site/output-errors.js';
import { readSiteState } from '../../site/read-state.js';
import { recover } from '../../site/switch-files.js';
import type { Manifest } from '../../sources/model.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { allowEnvOption, fileFormatOption } from '../base/index.js';
import { checkMoved, refuseEqualSlugs, refuseForeignSlugs } from './check-slugs.js';
import { markdownReport } from './report.js';
import { printResult, throwProblems } from './show-result.js';
import { wantedSite } from './site-request.js';
import { StagedFiles, writeSite } from './write-site.js';

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

const options = {
  out: required(text('DIR', 'directory to write'), {
    what: 'pass the directory to write the site to',
    hint: 'feedctl build feeds.yaml --out public',
  }),
  format: fileFormatOption,
  allowSecrets: flag('let the file read variables and files of its folder'),
  allowEnv: allowEnvOption,
  title: text('TEXT', 'title of the site (default: the host of --site-url)'),
  siteUrl: text('URL', 'address that the directory is published at'),
  pictures: flag('fetch and store the pictures of the newest items'),
  maxAge: duration('TIME', 'skip sources fetched more recently than this (default 0)', {
    allowZero: true,
  }),
  concurrency: wholeNumber('N', 'sources to fetch at once (default 128)', { min: 1, max: 1000 }),
  state: text('FILE', 'state between builds (default: DIR.state.json)'),
  report: text('FILE', 'write a report in Markdown, for an issue or a mail'),
  strictHealth: flag('exit with 9 when a feed is not healthy'),
  moved: texts('SLUG', 'feed whose address changed: keep its slug, items and guids'),
};

export const build = defineVerb({
  name: 'build',
  summary: 'Write the feeds of a file as a static site',
  description: `
    Fetches the feeds of a file and writes them as static files for any web server, without a
    service or a database: SLUG.xml, SLUG.atom, SLUG.json and SLUG.html per feed and bundle,
    index.html with the newest items of all and a search, feeds.html, feeds.opml and status.json.
    The slug is that of the file (slug: NAME), or is made from the title and then kept. Sources are
    fetched conditionally; --max-age skips those fetched recently, and interval, quiet_hours and
    paused of the file count.

    A source that fails keeps its last items. Files that did not change are not touched, and a build
    that is interrupted changes nothing. What the next build needs is in one file next to the
    directory (--state); keep it with the site. When it is lost, the published files keep their
    items, guids and dates. The directory must be empty, new, or written by an earlier build. See
    docs/static-sites.md.
  `,
  arguments: {
    file: one('FILE', 'feeds and bundles: YAML, JSON, OPML or CSV; - reads it from a pipe'),
  },
  options,
  examples: {
    'feedctl build feeds.yaml --out public --site-url https://example.org/feeds/':
      'Write the site; run it again from cron',
    'feedctl build feeds.yaml --out public --report report.md --strict-health':
      'In a workflow: fail when a feed needs attention, with a report',
  },
  output: SAMPLE,
  exitCodes: [1, 8, 9, 130, 143],
  requires: { allowEnv: 'allowSecrets' },
  run: (context, { file }, given) => runBuild(context, file, given),
});

/** Fetches due sources, and replaces the old version of the site. */
async function runBuild(
  context: Context,
  file: string,
  given: OptionValues<typeof options>,
): Promise<ExitCode | undefined> {
  const siteUrl = readSiteUrl(given.siteUrl);
  spareMemory();
  const manifest = await openManifest(context, file, {
    format: given.format,
    secrets: { allowEnv: given.allowEnv, isForbidden: !given.allowSecrets },
  });
  refuseEqualSlugs(manifest, file);
  await noteFullTexts(context, manifest);
  checkMoved(given.moved, manifest, file);
  const site = await loadSite();
  const wanted = await wantedSite(context, manifest, site);
  const statePath = resolve(given.state ?? `${resolve(given.out)}.state.json`);
  makeParent(statePath);
  const { built, written, removed } = await inOneBuild(statePath, given.out, site, async () => {
    const opened = await openOutput(given.out, site.MARKER_FILE);
    const wasKilled = await recover(opened, statePath);
    if (wasKilled) await context.notes.note('The last build was interrupted; it was completed.');
    const output = await openOutput(given.out, site.MARKER_FILE);
    const progress = { end: async () => {}, step: (_failed: boolean) => {} };
    const before = await readSiteState(output, statePath, site);
    const staged = new StagedFiles(output, new Set(Object.keys(before.marker?.files ?? {})));
    const request: SiteRequest = {
      ...wanted,
      title: given.title ?? (siteUrl === null ? 'Feeds' : new URL(siteUrl).host),
      pictures: given.pictures,
      siteUrl,
      maxAgeMs: given.maxAge ?? 0,
      moved: given.moved,
      ...before,
      readFile: (name) => readOutput(output, name),
      readBytes: (name) => readBytes(output, name),
      writeFile: (name, content) => staged.write(name, content),
      onStart: (sources) => Object.assign(progress, startProgress(context, 'Fetching', sources)),
      onFetched: ({ outcome }) => progress.step(outcome === 'failed'),
      signal: context.signal,
    };
    const again = ['feedctl', 'build', file, '--out', given.out];
    refuseForeignSlugs(manifest, request, site, { file, again });
    const hasTimes =
      request.maxAgeMs > 0 || manifest.feeds.some(({ interval }) => interval !== undefined);
    let result: BuiltSite;
    try {
      const { env } = context;
      result = await buildSite({ env, concurrency: given.concurrency }, request);
      context.signal.throwIfAborted();
    } catch (error) {
      await removeStaging(output);
      throw error;
    } finally {
      await progress.end();
    }
    const facts = { site, request, staged, built: result, hasTimes };
    return { built: result, ...(await writeSite(output, statePath, facts)) };
  });
  if (given.report !== undefined) {
    await writeReport(given.report, markdownReport(built, written));
  }
  await printResult(context, given.out, { built, written, removed });
  if (siteUrl === null) {
    await context.notes.hint(
      'Without --site-url, the feeds do not name their own address, and the addresses in feeds.opml are relative.',
    );
  }
  throwProblems(built, given.strictHealth);
  return undefined;
}

/**
 * Notes that a build reads feeds and list pages only: the state cannot hold the texts of articles.
 */
async function noteFullTexts(context: Context, { feeds }: Manifest): Promise<void> {
  const count = feeds.filter(({ full_text: fullText }) => fullText).length;
  if (count === 0) return;
  const which = counted(count, 'feed keeps', 'feeds keep');
  await context.notes.note(`full_text does not apply to builds: ${which} the text of the source.`);
}

/** The address of the site with a slash at its end; null if it was not given. */
function readSiteUrl(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const url = parseUrl(typed);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (!isWeb || url.search !== '' || url.hash !== '' || url.username + url.password !== '') {
    throw new UsageError(
      `--site-url takes an address such as https://example.org/feeds/, not "${typed}".`,
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** With the usual permissions: a web server reads the directory. */
/**
 * Refuses a second build with the same state, and one into the same directory under another name.
 * @throws {CliError} STATE_IN_USE
 */
function inOneBuild<T>(
  statePath: string,
  out: string,
  { MARKER_FILE }: { MARKER_FILE: string },
  work: () => Promise<T>,
): Promise<T> {
  return withLock(statePath, async () => {
    const { path } = await openOutput(out, MARKER_FILE);
    return withLock(join(path, STAGING), work, {
      subject: 'The output directory',
      hint: 'Wait for it to finish, or choose another directory with --out.',
    });
  });
}

function makeParent(path: string): void {
  try {
    makeDirectory(dirname(path));
  } catch (error) {
    throw outputError('created', dirname(path), error);
  }
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, text);
  } catch (error) {
    throw new CliError(`The report cannot be written: ${path}`, {
      exitCode: 1,
      code: 'REPORT_UNUSABLE',
      detail: messageOf(error),
      hint: 'The site was built. Choose another file with --report.',
      cause: error,
    });
  }
}

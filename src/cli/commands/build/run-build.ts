import { dirname, resolve } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { makeDirectory } from '../../../base/make-directory.js';
import { replaceFile } from '../../../base/replace-file.js';
import { counted } from '../../../base/text.js';
import { parseUrl } from '../../../base/url.js';
import { startProgress } from '../../bulk/progress.js';
import { spareMemory } from '../../bulk/spare-memory.js';
import {
  type BuiltSite,
  buildSite,
  loadSite,
  type SiteRequest,
} from '../../connection/site-service.js';
import { CliError, type ExitCode, UsageError } from '../../kit/index.js';
import type { FileFormat } from '../../manifest/file-format.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import { openOutput, readBytes, readOutput, removeStaging } from '../../site/output-directory.js';
import { outputError } from '../../site/output-errors.js';
import { readSiteState } from '../../site/read-state.js';
import { recover } from '../../site/switch-files.js';
import type { Manifest } from '../../sources/model.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { checkMoved, refuseEqualSlugs, refuseForeignSlugs } from './check-slugs.js';
import { markdownReport } from './report.js';
import { printResult, throwProblems } from './show-result.js';
import { wantedSite } from './site-request.js';
import { StagedFiles, writeSite } from './write-site.js';

export interface BuildOptions {
  out: string;
  format: FileFormat | undefined;
  siteUrl: string | undefined;
  maxAge: number | undefined;
  concurrency: number | undefined;
  state: string | undefined;
  report: string | undefined;
  strictHealth: boolean;
  moved: readonly string[];
}

/** Fetches what is due, and replaces the old version of the site by the new one. */
export async function runBuild(
  context: Context,
  file: string,
  options: BuildOptions,
): Promise<ExitCode | undefined> {
  const siteUrl = readSiteUrl(options.siteUrl);
  spareMemory();
  const manifest = await openManifest(context, file, { format: options.format });
  refuseEqualSlugs(manifest, file);
  await noteFullTexts(context, manifest);
  checkMoved(options.moved, manifest, file);
  const site = await loadSite();
  const wanted = await wantedSite(context, manifest, site);
  const statePath = resolve(options.state ?? `${resolve(options.out)}.state.json`);
  makeParent(statePath);
  const { built, written, removed } = await withLock(statePath, async () => {
    const opened = await openOutput(options.out, site.MARKER_FILE);
    const wasKilled = await recover(opened, statePath);
    if (wasKilled) await context.notes.note('The last build was interrupted; it was completed.');
    const output = await openOutput(options.out, site.MARKER_FILE);
    const progress = { end: async () => {}, step: (_failed: boolean) => {} };
    const before = await readSiteState(output, statePath, site);
    const staged = new StagedFiles(output, new Set(Object.keys(before.marker?.files ?? {})));
    const request: SiteRequest = {
      ...wanted,
      siteUrl,
      maxAgeMs: options.maxAge ?? 0,
      moved: options.moved,
      ...before,
      readFile: (name) => readOutput(output, name),
      readBytes: (name) => readBytes(output, name),
      writeFile: (name, text) => staged.write(name, text),
      onStart: (sources) => Object.assign(progress, startProgress(context, 'Fetching', sources)),
      onFetched: ({ outcome }) => progress.step(outcome === 'failed'),
      signal: context.signal,
    };
    const again = ['feedctl', 'build', file, '--out', options.out];
    refuseForeignSlugs(manifest, request, site, { file, again });
    const hasTimes =
      request.maxAgeMs > 0 || manifest.feeds.some(({ interval }) => interval !== undefined);
    let result: BuiltSite;
    try {
      const { env } = context;
      result = await buildSite({ env, concurrency: options.concurrency }, request);
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
  if (options.report !== undefined) {
    await writeReport(options.report, markdownReport(built, written));
  }
  await printResult(context, options.out, { built, written, removed });
  if (siteUrl === null) {
    await context.notes.hint(
      'Without --site-url, the feeds do not name their own address, and the addresses in feeds.opml are relative.',
    );
  }
  throwProblems(built, options.strictHealth);
  return undefined;
}

/** A build reads feeds and list pages only: the state has no place for the texts of articles. */
async function noteFullTexts(context: Context, { feeds }: Manifest): Promise<void> {
  const count = feeds.filter(({ full_text: fullText }) => fullText).length;
  if (count === 0) return;
  const which = counted(count, 'feed keeps', 'feeds keep');
  await context.notes.note(`full_text does not apply to builds: ${which} the text of the source.`);
}

/** The address of the site with a slash at its end; null when it was not given. */
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

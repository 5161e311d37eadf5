import type { BuiltSite, SiteModule, SiteRequest } from '../../connection/site-service.js';
import { CliError } from '../../kit/index.js';
import {
  type OutputDirectory,
  readBytes,
  readOutput,
  removeStaging,
} from '../../site/output-directory.js';
import { stageFile, switchTo } from '../../site/switch-files.js';

interface Written {
  /** Names of new and changed files. */
  written: string[];
  /** Names of deleted files. */
  removed: string[];
}

/** The new and changed files of a site, staged one by one. */
export class StagedFiles {
  readonly names: string[] = [];

  /** @param ours the names of the files that the last build wrote */
  constructor(
    private readonly output: OutputDirectory,
    private readonly ours: ReadonlySet<string>,
  ) {}

  /**
   * Stages a file that differs from the one in the directory.
   * @throws {CliError} OUTPUT_CONFLICT for a file that no build wrote; OUTPUT_UNUSABLE
   */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const { output } = this;
    if (output.names.has(name) && !this.ours.has(name)) throw conflict(output, name);
    const before = await readBytes(output, name);
    if (before?.equals(Buffer.from(content))) return;
    await stageFile(output, name, content);
    this.names.push(name);
  }
}

/**
 * Replaces the old version of the site by the staged files.
 * @throws {CliError} OUTPUT_UNUSABLE; nothing is changed then
 */
export async function writeSite(
  output: OutputDirectory,
  statePath: string,
  facts: {
    site: SiteModule;
    request: SiteRequest;
    staged: StagedFiles;
    built: BuiltSite;
    hasTimes: boolean;
  },
): Promise<Written> {
  const { site, request, staged, built, hasTimes } = facts;
  const ours = Object.keys(request.marker?.files ?? {});
  const written = staged.names;
  const files = [...written];
  const removed = ours.filter((name) => !built.files.has(name) && output.names.has(name));
  const marker = site.formatMarker(built.marker);
  if (marker !== (await readOutput(output, site.MARKER_FILE))) {
    await stageFile(output, site.MARKER_FILE, marker);
    files.push(site.MARKER_FILE);
  }
  const before = request.state;
  const isKnown = before !== null && !hasTimes && site.sameButTimes(before, built.state);
  const state = isKnown ? null : site.formatState(built.state);
  if (files.length + removed.length > 0 || state !== null) {
    await switchTo(output, statePath, { files, removed, state });
  }
  await removeStaging(output);
  return { written, removed };
}

/** A file that no build wrote is not replaced. */
function conflict({ shown }: OutputDirectory, name: string): CliError {
  return new CliError(`${shown} contains a file ${name} that no build wrote.`, {
    exitCode: 2,
    code: 'OUTPUT_CONFLICT',
    detail: 'A file of the site would replace it. Nothing was changed.',
    hint: `Move ${name} away, or give the feed another slug in the file (slug: NAME).`,
  });
}

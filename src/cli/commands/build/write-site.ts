import type { BuiltSite, SiteModule, SiteRequest } from '../../connection/site-service.js';
import { CliError } from '../../kit/index.js';
import { type OutputDirectory, readOutput, removeStaging } from '../../site/output-directory.js';
import { switchTo } from '../../site/switch-files.js';

interface Written {
  /** Names of new and changed files. */
  written: string[];
  /** Names of deleted files. */
  removed: string[];
}

/**
 * Writes what differs from the files in the directory.
 * @throws {CliError} OUTPUT_CONFLICT, OUTPUT_UNUSABLE; nothing is changed then
 */
export async function writeSite(
  output: OutputDirectory,
  statePath: string,
  facts: { site: SiteModule; request: SiteRequest; built: BuiltSite; hasTimes: boolean },
): Promise<Written> {
  const { site, request, built, hasTimes } = facts;
  const ours = new Set(Object.keys(request.marker?.files ?? {}));
  refuseConflicts(output, built, ours);
  const changed = new Map<string, string>();
  for (const [name, text] of built.files) {
    if (text !== null && text !== (await readOutput(output, name))) changed.set(name, text);
  }
  const written = [...changed.keys()];
  const removed = [...ours].filter((name) => !built.files.has(name) && output.names.has(name));
  const marker = site.formatMarker(built.marker);
  if (marker !== (await readOutput(output, site.MARKER_FILE))) {
    changed.set(site.MARKER_FILE, marker);
  }
  const before = request.state;
  const isKnown = before !== null && !hasTimes && site.sameButTimes(before, built.state);
  const state = isKnown ? null : site.formatState(built.state);
  if (changed.size + removed.length > 0 || state !== null) {
    await switchTo(output, statePath, { files: changed, removed, state });
  }
  await removeStaging(output);
  return { written, removed };
}

/** A file that no build wrote is not replaced. */
function refuseConflicts(
  output: OutputDirectory,
  { files }: BuiltSite,
  ours: ReadonlySet<string>,
): void {
  const name = [...files.keys()].find((file) => output.names.has(file) && !ours.has(file));
  if (name === undefined) return;
  throw new CliError(`${output.shown} contains a file ${name} that no build wrote.`, {
    exitCode: 2,
    code: 'OUTPUT_CONFLICT',
    detail: 'A file of the site would replace it. Nothing was changed.',
    hint: `Move ${name} away, or give the feed another slug in the file (slug: NAME).`,
  });
}

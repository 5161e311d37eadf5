import { join } from 'node:path';
import { errorCode } from '../../base/errors.js';
import { readNamedFile } from '../../base/read-file.js';
import type { SiteMarker, SiteModule, SiteState } from '../connection/site-service.js';
import { CliError } from '../kit/index.js';
import { type OutputDirectory, readOutput } from './output-directory.js';
import { outputError } from './output-errors.js';

/** Ten times the size for a thousand feeds of 500 items. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads what earlier builds stored: the state next to the directory, and the marker in it. @throws
 * {CliError} STATE_DAMAGED, OUTPUT_NOT_OURS for files of another program or version
 */
export async function readSiteState(
  output: OutputDirectory,
  statePath: string,
  { MARKER_FILE, parseMarker, parseState }: SiteModule,
): Promise<{ state: SiteState | null; marker: SiteMarker | null }> {
  const markerText = await readOutput(output, MARKER_FILE);
  const marker = markerText === null ? null : parseMarker(markerText);
  if (markerText !== null && marker === null) {
    const path = join(output.shown, MARKER_FILE);
    throw new CliError(`${path} is damaged, or was written by a newer feedctl.`, {
      exitCode: 2,
      code: 'OUTPUT_NOT_OURS',
      detail: 'Nothing was changed.',
      hint: `Restore it, update feedctl, or choose another directory with --out.`,
    });
  }
  const text = await readStateFile(statePath);
  const state = text === null ? null : parseState(text);
  if (text !== null && state === null) {
    throw new CliError(`Not a state file of feedctl build: ${statePath}`, {
      exitCode: 2,
      code: 'STATE_DAMAGED',
      detail: 'The file is damaged, or was written by a newer feedctl. Nothing was changed.',
      hint: 'Restore it, or move it away: the published files keep their items, guids and dates.',
    });
  }
  return { state, marker };
}

async function readStateFile(path: string): Promise<string | null> {
  try {
    return (await readNamedFile(path, { limitBytes: MAX_BYTES })).toString('utf8');
  } catch (error) {
    // The text is too long, which is reported as a damaged file.
    if (error instanceof RangeError) return '';
    if (errorCode(error) === 'ENOENT') return null;
    throw outputError('read', path, error);
  }
}

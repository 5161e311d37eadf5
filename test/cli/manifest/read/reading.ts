import { CliError } from '../../../../src/cli/kit/errors.js';
import { readManifest } from '../../../../src/cli/manifest/read/read-manifest.js';
import type { Manifest } from '../../../../src/cli/sources/model.js';

/** Reads a file of this name. */
export function read(text: string | Uint8Array, file = 'feeds.yaml'): Promise<Manifest> {
  return readManifest(typeof text === 'string' ? Buffer.from(text) : text, file);
}

/** What is wrong with a file, a line for each problem: `line:column: message`. */
export async function problems(text: string | Uint8Array, file = 'feeds.yaml'): Promise<string[]> {
  try {
    await read(text, file);
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'INVALID_FILE') throw error;
    if (error.exitCode !== 2) throw new Error(`exit code ${error.exitCode}`);
    const lines = [error.message, ...(error.detail?.split('\n') ?? [])];
    return lines.map((line) => line.replace(`${file}:`, ''));
  }
  return [];
}

/** The file with its feeds and bundles as short as they can be told apart. */
export async function gist(text: string | Uint8Array, file?: string) {
  const { feeds, bundles, notes } = await read(text, file);
  return {
    feeds: feeds.map(({ at: _, ...feed }) => feed),
    bundles: Object.fromEntries(
      bundles.map(({ name, feeds: members = [] }) => [name, members.map(({ source }) => source)]),
    ),
    notes,
  };
}

import { renameSync, rmSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { errorCode } from '../../base/errors.js';
import { makeDirectory } from '../../base/make-directory.js';
import { type OutputDirectory, removeStaging, STAGING } from './output-directory.js';
import { outputError } from './output-errors.js';

const JOURNAL = 'journal.json';

/** A file name without a directory, so that a journal cannot reach outside. */
const name = z.string().refine((value) => value === basename(value) && !/^\.{0,2}$/.test(value));

const journalSchema = z.object({
  version: z.literal(1),
  /** Files to put in place, in this order. */
  put: z.array(name),
  /** Files to delete afterwards. */
  remove: z.array(name),
  /** True if the state has a new version, too. */
  state: z.boolean(),
});

type Journal = z.infer<typeof journalSchema>;

/** The next version of a directory and of the state next to it. */
interface NextVersion {
  /** Names of new and changed files, which are staged, in the order in which they are put in place. */
  files: readonly string[];
  /** Files that no longer belong to the site. */
  removed: readonly string[];
  /** The state; null when it stays as it is. */
  state: string | null;
}

/**
 * Writes a file of the next version, and syncs it; the old version stays in place.
 * @throws {CliError} OUTPUT_UNUSABLE
 */
export async function stageFile(
  output: OutputDirectory,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  try {
    await writeSynced(join(output.path, STAGING, name), content);
  } catch (error) {
    throw outputError('written', output.shown, error);
  }
}

/**
 * Replaces the old version by the next one, or leaves everything as it is.
 *
 * All files are staged before. A journal is put in place: from here on the next version is the one
 * that counts. Renaming follows without an interruption by signals that a process can handle; if the
 * machine stops in between, the next build completes it before anything else.
 * A file is never half written.
 *
 * @throws {CliError} OUTPUT_UNUSABLE
 */
export async function switchTo(
  output: OutputDirectory,
  statePath: string,
  next: NextVersion,
): Promise<void> {
  const staging = join(output.path, STAGING);
  try {
    if (next.state !== null) {
      makeDirectory(dirname(statePath));
      await writeSynced(nextState(statePath), next.state, 0o600);
    }
    const journal: Journal = {
      version: 1,
      put: [...next.files],
      remove: [...next.removed],
      state: next.state !== null,
    };
    await writeSynced(join(staging, `${JOURNAL}.tmp`), `${JSON.stringify(journal)}\n`);
    await syncDirectory(staging);
    await syncDirectory(dirname(statePath));
    await rename(join(staging, `${JOURNAL}.tmp`), join(staging, JOURNAL));
    await syncDirectory(staging);
    await complete(output, statePath, journal);
  } catch (error) {
    throw outputError('written', output.shown, error);
  }
}

/**
 * Completes the switch that a killed build began, and removes what it only staged. @returns true if
 * there was something to complete @throws {CliError} OUTPUT_UNUSABLE
 */
export async function recover(output: OutputDirectory, statePath: string): Promise<boolean> {
  try {
    const journal = await readJournal(join(output.path, STAGING, JOURNAL));
    if (journal !== null) await complete(output, statePath, journal);
    await rm(nextState(statePath), { force: true });
    await removeStaging(output);
    makeDirectory(join(output.path, STAGING));
    return journal !== null;
  } catch (error) {
    throw outputError('written', output.shown, error);
  }
}

async function readJournal(path: string): Promise<Journal | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  return journalSchema.parse(JSON.parse(text));
}

async function complete(
  output: OutputDirectory,
  statePath: string,
  journal: Journal,
): Promise<void> {
  putInPlace(output, statePath, journal);
  await syncDirectory(output.path);
  await syncDirectory(dirname(statePath));
  await rm(join(output.path, STAGING, JOURNAL), { force: true });
}

/** Synchronous: a signal handler cannot end the process in between. Repeating it changes nothing. */
function putInPlace({ path }: OutputDirectory, statePath: string, journal: Journal): void {
  for (const file of journal.put) renameIfThere(join(path, STAGING, file), join(path, file));
  if (journal.state) renameIfThere(nextState(statePath), statePath);
  for (const file of journal.remove) rmSync(join(path, file), { force: true });
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function nextState(statePath: string): string {
  return `${statePath}.next`;
}

async function writeSynced(
  path: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  await withFile(await open(path, 'w', mode), async (file) => {
    await file.writeFile(content);
    await file.sync();
  });
}

/** Makes renames durable; some systems cannot open directories, and do not need it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    await withFile(await open(path, 'r'), (directory) => directory.sync());
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(errorCode(error) ?? '')) throw error;
  }
}

async function withFile(
  file: FileHandle,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { serviceKind } from '../../bulk/known-feeds.js';
import { UsageError } from '../../kit/index.js';
import { exportAccount } from '../../manifest/account/export-account.js';
import { readAccount } from '../../manifest/account/read-account.js';
import { chosenFormat, type FileFormat, formatByName } from '../../manifest/file-format.js';
import { FORMAT_TABLE } from '../../manifest/format-table.js';
import { readSettings } from '../../manifest/plan/make-plan.js';
import { counted } from '../../manifest/plan/show-plan.js';
import type { FeedEntry } from '../../sources/model.js';
import type { Context } from '../../verbs/context.js';

export interface ExportOptions {
  format: FileFormat | undefined;
  to: string | undefined;
  skipSettings: boolean;
}

/** Reads the account and writes it to a file, atomically. */
export async function runExport(
  context: Context,
  { format, to, skipSettings }: ExportOptions,
): Promise<undefined> {
  const { notes, streams, globals } = context;
  const asked = chosenFormat(format, globals.json ? 'json' : globals.output);
  const client = await context.client();
  const account = await context.during('Reading the account', () => readAccount(client));
  const settings = skipSettings
    ? new Map()
    : await readSettings(client, account.feeds, await serviceKind(client), context);
  const { warnings, ...exported } = exportAccount(account, settings);
  const chosen = asked ?? formatByName(to ?? '') ?? 'yaml';
  const written = await FORMAT_TABLE[chosen].write(exported);
  for (const warning of warnings) await notes.warn(warning);
  await noteSecrets(context, exported.feeds, chosen);
  if (account.shifted) {
    await notes.warn(
      'The account changed while it was being read. Export it again for a consistent copy.',
    );
  }
  if (to === undefined) {
    await streams.stdout.write(written);
    return;
  }
  await replaceFile(to, written);
  const { feeds, bundles } = exported;
  await notes.note(
    `Wrote ${counted(feeds.length, 'feed')} and ${counted(bundles.length, 'bundle')} to ${to}.`,
  );
}

/** Secrets are not in the file; says what stands for them. */
async function noteSecrets(
  { notes }: Context,
  feeds: readonly FeedEntry[],
  format: FileFormat,
): Promise<void> {
  const count = feeds.filter(({ access }) => access !== undefined).length;
  if (count === 0) return;
  const them = `${counted(count, 'feed')} with headers or secrets for the source`;
  if (FORMAT_TABLE[format].holdsAccess) {
    await notes.note(
      `${them}: the file names environment variables in place of the secrets. Set them before feedctl apply or import.`,
    );
  } else {
    await notes.warn(
      `${them}: ${format.toUpperCase()} cannot describe them, so they are left out. To keep them: --format yaml`,
    );
  }
}

/**
 * Replaces a file atomically: the old file stays until the new one is complete, so that an
 * interrupted backup does not destroy the previous one.
 *
 * @throws {UsageError} when the file cannot be written
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, text, { flag: 'wx', flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'the directory does not exist',
    ENOTDIR: 'the directory does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOSPC: 'the disk is full',
  };
  return why[code] === undefined
    ? error
    : new UsageError(`${path} cannot be written: ${why[code]}.`);
}

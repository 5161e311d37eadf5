import type { FeedClient, FeedSettings } from '../../../client/index.js';
import { startProgress } from '../../bulk/progress.js';
import { serviceKind } from '../../bulk/service-kind.js';
import type { Account } from '../../manifest/account/account.js';
import { exportAccount } from '../../manifest/account/export-account.js';
import { readAccount } from '../../manifest/account/read-account.js';
import { readSettings } from '../../manifest/plan/read-settings.js';
import { counted } from '../../manifest/plan/show-plan.js';
import { chosenFormat, type FileFormat, formatByName } from '../../manifest/read/format.js';
import { writeManifest } from '../../manifest/write/write-manifest.js';
import type { Context } from '../../verbs/context.js';
import { replaceFile } from './replace-file.js';

export interface ExportOptions {
  format: FileFormat | undefined;
  to: string | undefined;
  skipSettings: boolean;
}

/** Reads the account and writes it to a file, all of it or nothing. */
export async function runExport(
  context: Context,
  { format, to, skipSettings }: ExportOptions,
): Promise<undefined> {
  const { notes, streams, globals } = context;
  const asked = chosenFormat(format, globals.json ? 'json' : globals.output);
  const client = await context.client();
  const account = await context.during('Reading the account', () => readAccount(client));
  const settings = skipSettings ? new Map() : await settingsOf(context, client, account);
  const { warnings, ...exported } = exportAccount(account, settings);
  const chosen = asked ?? formatByName(to ?? '') ?? 'yaml';
  const written = await writeManifest(exported, chosen);
  for (const warning of warnings) await notes.warn(warning);
  if (account.shifted) {
    await notes.warn('The account changed while it was read; export it again to be sure.');
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

async function settingsOf(
  context: Context,
  client: FeedClient,
  { feeds }: Account,
): Promise<Map<string, FeedSettings>> {
  const progress = startProgress(context, 'Reading settings', feeds.length);
  try {
    const ids = feeds.map(({ id }) => id);
    const kind = await serviceKind(client);
    return await readSettings(client, ids, kind, () => progress.step());
  } finally {
    await progress.end();
  }
}

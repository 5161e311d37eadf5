import { serviceKind } from '../../bulk/known-feeds.js';
import { carryOut } from '../../manifest/apply/carry-out.js';
import { type FileFormat, fileFormatFlag } from '../../manifest/file-format.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import type { Context } from '../../verbs/context.js';
import { rateFlag } from '../base/index.js';

export interface ImportOptions {
  format: FileFormat | undefined;
  rate: number | undefined;
  /** Rejects a file with an invalid entry instead of skipping that entry. */
  strict: boolean;
  /** Sources that cannot be read now become failing feeds. */
  keepFailing: boolean;
}

/** Apply without prune: nothing is deleted, so there is no confirmation. */
export async function runImport(
  context: Context,
  file: string,
  { format, rate, strict, keepFailing }: ImportOptions,
): Promise<undefined> {
  const manifest = await openManifest(context, file, { format, skipUnusable: !strict });
  const client = await context.client({ creates: true, writeIntervalMs: rate });
  const plan = await makePlan(client, manifest, { file, prune: false, context });
  await carryOut(context, plan, {
    client,
    kind: await serviceKind(client),
    again: [
      ...['import', file],
      ...fileFormatFlag(format),
      ...rateFlag(rate),
      ...(strict ? ['--strict'] : []),
      ...(keepFailing ? ['--keep-failing'] : []),
    ],
    skipped: manifest.skipped,
    file,
    keepFailing: keepFailing || manifest.format === 'opml',
  });
}

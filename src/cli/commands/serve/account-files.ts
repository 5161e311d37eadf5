import { setImmediate as nextIteration } from 'node:timers/promises';
import { FeedClient, type UpdateSourceAccess } from '../../../client/index.js';
import { serviceKind } from '../../bulk/known-feeds.js';
import type { ServedFiles } from '../../connection/embedded.js';
import { readAccount } from '../../manifest/account.js';
import { applyPlan } from '../../manifest/apply/apply-plan.js';
import { entryReason } from '../../manifest/apply/carry-out.js';
import { exportAccount } from '../../manifest/export-account.js';
import { FORMAT_TABLE } from '../../manifest/formats.js';
import type { Change } from '../../manifest/plan/change.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { changeName, details } from '../../manifest/plan/show-plan.js';
import type { FeedEntry, Manifest } from '../../sources/model.js';
import { secretGiven } from '../../sources/secret-reference.js';
import { sourceId } from '../../sources/source-spec.js';
import { readUpload, type Sender } from './read-upload.js';

type Calls = Parameters<ServedFiles['plan']>[0];
type Uploaded = Parameters<ServedFiles['plan']>[1];

/** Import and export for the dashboard: the files of `feedctl import` and `feedctl export`. */
export const accountFiles: ServedFiles = {
  async plan(call, file, sender) {
    const read = await readFile(file, sender);
    if ('problem' in read) return read;
    const { manifest, warnings } = read;
    // Others are answered between the steps: a file may have 100,000 entries.
    await nextIteration();
    const plan = await planOf(clientOf(call), manifest, file.name);
    await nextIteration();
    const folders = foldersOf(manifest);
    const shown = {
      changes: plan.changes.map((change) => ({
        action: change.action,
        kind: change.kind,
        name: changeName(change),
        details: details(change),
        ...('source' in change && { folder: folders.get(sourceId(change.source, OURS)) }),
      })),
      unchanged: plan.unchanged,
      skipped: manifest.skipped.map(({ title, value, problems }) => ({
        title,
        value,
        line: problems[0]?.at.line ?? 1,
        reason: entryReason(problems),
      })),
      warnings: [...manifest.notes, ...warnings, ...plan.warnings].map(withoutCommand),
    };
    await nextIteration();
    return shown;
  },

  async *apply(call, file, sender) {
    const read = await readFile(file, sender);
    if ('problem' in read) throw new Error('A planned file can no longer be read.');
    const client = clientOf(call);
    const { changes, ...plan } = await planOf(client, read.manifest, file.name);
    const { signal } = new AbortController();
    const keepFailing = read.manifest.isForeign;
    const secrets = givenSecrets(changes);
    const tools = { client, ...(await serviceKind(client)), signal, keepFailing, secrets };
    const total = changes.length;
    for await (const result of applyPlan({ ...plan, changes }, tools)) {
      const name = changeName(result.change);
      yield { name, total, ...(!result.ok && { error: result.error.message }) };
    }
  },

  async export(call, format, { settings, isWhole }) {
    const account = await readAccount(clientOf(call));
    const feeds = account.feeds.filter(({ id }) => settings.has(id));
    const bundles = account.bundles
      .map((bundle) => ({ ...bundle, members: bundle.members.filter((id) => settings.has(id)) }))
      .filter(({ members }) => isWhole || members.length > 0);
    const exported = exportAccount({ feeds, bundles });
    const parts = await FORMAT_TABLE[format].write(exported);
    return { text: [...parts].join(''), warnings: exported.warnings };
  },
};

/** This service distinguishes a headline from a search. */
const OURS = { tellsModes: true };

/** The first bundle of each feed of a file, by the feed's source. */
function foldersOf({ bundles }: Manifest): Map<string, string> {
  const memberships = bundles.flatMap(({ name, feeds = [] }) =>
    feeds.map(({ source }) => [sourceId(source, OURS), name] as const),
  );
  return new Map(memberships.toReversed());
}

/** A client of the service in this process. Creating many feeds waits for the slots of their sites. */
function clientOf(call: Calls): FeedClient {
  return new FeedClient({ call, timeoutMs: 10 * 60_000 });
}

/**
 * Reads a file and leaves invalid entries out. References to secrets are removed: they name
 * variables and files of the server, which belong to its operator. A password in an address is kept.
 */
async function readFile(file: Uploaded, sender: Sender) {
  const read = await readUpload(file, sender);
  if ('problem' in read) return read;
  const { feeds, ...rest } = read.manifest;
  const kept = feeds.map(withoutReferences);
  const withSecrets = feeds.filter((feed, at) => feed.access && !kept[at]?.access).length;
  return {
    manifest: { ...rest, feeds: kept },
    warnings:
      withSecrets === 0
        ? []
        : [
            `${withSecrets} of the feeds name secrets such as cookies. An import in the browser leaves them out: import the file on the command line to set them.`,
          ],
  };
}

function withoutReferences({ access, ...feed }: FeedEntry): FeedEntry {
  const login = access?.basic_auth;
  const isGiven = login !== undefined && secretGiven(login) !== null;
  return isGiven ? { ...feed, access: { basic_auth: login } } : feed;
}

/** Secrets that the changes send to sources: only those in the file itself. */
function givenSecrets(changes: readonly Change[]) {
  const secrets = new Map<Change, UpdateSourceAccess>();
  for (const change of changes) {
    if (change.kind !== 'feed' || change.access === undefined) continue;
    const { basic_auth: login, ...others } = change.access;
    secrets.set(change, { ...others, basic_auth: login && secretGiven(login) });
  }
  return secrets;
}

async function planOf(client: FeedClient, manifest: Manifest, file: string) {
  const { changes, ...plan } = await makePlan(client, manifest, { file, prune: false });
  const isKept = (change: Change) => change.action !== 'delete';
  return { ...plan, changes: changes.filter(isKept) };
}

/** The warning without its last sentence, if that is a command for a terminal. */
function withoutCommand(warning: string): string {
  return warning.replace(/ To [^:]{1,100}: feedctl .*$/s, '');
}

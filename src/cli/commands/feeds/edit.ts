import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readNamedFile } from '../../../base/read-file.js';
import { replaceFile } from '../../../base/replace-file.js';
import { ApiError } from '../../../client/errors.js';
import { readInput } from '../../bulk/read-input.js';
import { CliError, flag, one, shellCommand, UsageError } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { accountFeed } from '../../manifest/account.js';
import { exportAccount } from '../../manifest/export-account.js';
import { FORMAT_TABLE } from '../../manifest/formats.js';
import { readManifest } from '../../manifest/read/read-manifest.js';
import { type FeedEntry, type FeedValues, isNews } from '../../sources/model.js';
import { sourceId } from '../../sources/source-spec.js';
import { MAX_FILE_BYTES } from '../../sources/text.js';
import { FEED_ROWS, valueText } from '../../sources/values.js';
import { defaultStatePath } from '../../state/default-path.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { FEED_SUMMARY_SAMPLE, FEED_VIEW, withFilters } from '../base/index.js';
import { FEED_SUMMARY_MORE } from '../base/more-output.js';
import { requireOwnService, sendChanges } from '../base/send-changes.js';

const HEADING = `# Save and close to apply, or change nothing to cancel. The names are those of account files
# (feedctl help import). A line that is removed removes its value. What the feed sends to its
# source is changed with feedctl feeds update.
`;

export const edit = defineVerb({
  name: 'edit',
  summary: 'Edit a feed in your editor',
  description: `
    Opens a feed as an entry of an account file in the editor of VISUAL or EDITOR (default vi), and
    applies what was changed. A mistake opens the file again, with the reason on top; closing it
    without a change cancels. What could not be applied is kept in a file that is named, and
    --continue applies that one.
  `,
  arguments: { feed: one('FEED', 'the feed to edit') },
  options: { continue: flag('apply the edited text that an earlier run kept') },
  examples: {
    "feedctl feeds edit 'Example News'": 'Change its title, interval and filters',
    "feedctl feeds edit 'Example News' --continue": 'Go on with what could not be applied',
  },
  output: FEED_SUMMARY_SAMPLE,
  moreOutput: () => FEED_SUMMARY_MORE,
  reports: true,
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, { feed }, { continue: goesOn }) {
    if (!goesOn) requireEditor(context);
    const id = await resolveName(context, feed, { of: 'feeds', verb: 'update' });
    const client = await context.client();
    const credentials = await context.credentials();
    const kept = new KeptText(defaultStatePath('edit', id, { env: context.env, credentials }));
    const start = goesOn ? await kept.read(id) : undefined;
    const before = await readForm(context, id);
    const directory = await mkdtemp(join(tmpdir(), 'feedctl-'));
    try {
      const changed = await editUntilApplied(context, join(directory, 'feed.yaml'), {
        text: before,
        start,
        keep: (text) => kept.write(context, id, text),
        apply: async (text) => {
          const changes = editedFields(await entryIn(before), await entryIn(text));
          const { values, url } = changes;
          if (Object.keys(values).length === 0 && url === undefined) return null;
          await requireOwnService(client, values);
          const { feed: sent, note } = await sendChanges(client, id, values, url ? { url } : {});
          if (note !== null) await context.notes.note(note);
          return sent ?? client.updateFeed(id, {});
        },
      });
      await kept.remove();
      if (changed === null) await context.notes.note('Nothing was changed.');
      else await context.output.record(changed, withFilters(FEED_VIEW, changed));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

/** The feed as the only entry of an account file, without headers and secrets for its source. */
async function readForm(context: Context, id: string): Promise<string> {
  const client = await context.client();
  const [feed, settings] = await context.during('Reading the feed', () =>
    Promise.all([client.getFeed(id), client.getFeedSettings(id)]),
  );
  const isOurs = client.service.version !== null;
  const entry = accountFeed({ ...feed, settings }, isOurs);
  const exported = exportAccount({ feeds: [{ ...entry, access: undefined }], bundles: [] });
  const text = [...(await FORMAT_TABLE.yaml.write(exported))].join('');
  return text.replace(/^bundles: \[\]\n/m, '');
}

/** True if an editor can be used; the default editor needs a terminal. */
function canEdit({ env, prompts }: Context): boolean {
  return prompts.canAsk || Boolean(env.VISUAL || env.EDITOR);
}

/** @throws {UsageError} if no editor can be used */
function requireEditor(context: Context): void {
  if (canEdit(context)) return;
  throw new UsageError('feeds edit opens an editor, which needs a terminal.', {
    hint: 'Change fields with feedctl feeds update, or set EDITOR to a program that edits the file.',
  });
}

/** The edited text of one feed that could not be applied. */
class KeptText {
  readonly #file: string;

  constructor(path: string) {
    this.#file = path.replace(/\.json$/, '.yaml');
  }

  async write({ notes }: Context, id: string, text: string): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await replaceFile(this.#file, text, 0o600);
    const command = shellCommand(['feedctl', 'feeds', 'edit', id, '--continue']);
    await notes.warn(`The edited text is kept in ${this.#file}. To go on: ${command}`);
  }

  /** @throws {UsageError} if there is none */
  async read(id: string): Promise<string> {
    const limitBytes = MAX_FILE_BYTES;
    const read = await readNamedFile(this.#file, { limitBytes }).catch(() => undefined);
    const text = read?.toString('utf8');
    if (text !== undefined) return text;
    throw new UsageError('No edited text of this feed is kept.', {
      hint: `Edit it: ${shellCommand(['feedctl', 'feeds', 'edit', id])}`,
    });
  }

  remove(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}

interface Editing<T> {
  text: string;
  /** A kept text to start from, in place of the editor. */
  start: string | undefined;
  /** Called with the last edited text when it could not be applied. */
  keep(text: string): Promise<void>;
  /** Returns null if there is nothing to apply. */
  apply(text: string): Promise<T | null>;
}

/**
 * Opens the editor until its text can be applied. After a mistake, the file has the reason at the
 * top. A text that could not be applied in the end is kept.
 *
 * @throws the mistake, if the file was closed without another change
 */
async function editUntilApplied<T>(
  context: Context,
  file: string,
  { text, start, keep, apply }: Editing<T>,
): Promise<T | null> {
  let shown = HEADING + text;
  let content = start;
  let mistake: Error | undefined;
  try {
    for (;;) {
      if (content === undefined || mistake !== undefined) {
        await writeFile(file, shown, { mode: 0o600 });
        await openEditor(context, file);
        const edited = (await readInput(context, file, MAX_FILE_BYTES)).bytes.toString('utf8');
        const written = edited.replace(/^#.*\n?/gm, '');
        const isSame = edited === shown || written.trim() === '' || written === text;
        if (isSame && mistake !== undefined) throw mistake;
        if (isSame) return null;
        content = written;
      }
      try {
        return await apply(content);
      } catch (error) {
        if (!isMistake(error) || !canEdit(context)) throw error;
        mistake = error;
        const reasons = `${error.message}\n${(error instanceof CliError && error.detail) || ''}`;
        const lines = reasons.trim().replaceAll(file, 'feed.yaml').split(/\r?\n/);
        shown = `${lines.map((line) => `# Error: ${line}\n`).join('')}${HEADING}${content}`;
      }
    }
  } catch (error) {
    if (content !== undefined) await keep(content);
    throw error;
  }
}

/** True for errors that another edit can fix. */
function isMistake(error: unknown): error is Error {
  if (error instanceof CliError) return error.exitCode === 2;
  return error instanceof ApiError && [400, 409, 422].includes(error.status);
}

async function openEditor({ env, signal }: Context, file: string): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // A shell splits the variable, as with git: it may have arguments, such as "code --wait".
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], { env, stdio: 'inherit' });
  // Rejects if there is no sh.
  const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
  signal.throwIfAborted();
  const isKept = existsSync(file);
  if (code === 0 && isKept) return;
  const what = isKept ? `ended with an error (${code})` : 'removed the file';
  throw new CliError(`The editor "${editor}" ${what}; nothing was changed.`, {
    exitCode: 1,
    code: 'EDITOR_FAILED',
    hint: 'Set VISUAL or EDITOR to an editor that is installed, or change the feed with feedctl feeds update.',
  });
}

/** @throws {CliError} INVALID_FILE unless the file has exactly one feed and nothing else */
async function entryIn(text: string): Promise<FeedEntry> {
  const { feeds, bundles } = await readManifest(Buffer.from(text), 'feed.yaml', { format: 'yaml' });
  const [entry, ...others] = feeds;
  if (entry !== undefined && others.length + bundles.length === 0) return entry;
  throw invalidEdit('The file must keep exactly one feed.');
}

/** @throws {CliError} for fields that are decided at creation */
function editedFields(before: FeedEntry, after: FeedEntry): { values: FeedValues; url?: string } {
  const url = changedUrl(before, after);
  const changed = FEED_ROWS.flatMap(([name, field]) => {
    const [from, to] = [before, after].map(
      (entry): unknown => Reflect.get(entry, name) ?? field.none,
    );
    if (valueText(from) === valueText(to)) return [];
    if (to === undefined) throw invalidEdit(`"${name}" cannot be removed.`);
    if (field.request !== 'create') return [[name, to] as const];
    throw invalidEdit(`"${name}" is decided when a feed is created. Create another feed for it.`);
  });
  return { values: Object.fromEntries(changed), ...(url !== undefined && { url }) };
}

function changedUrl({ source: from }: FeedEntry, { source: to }: FeedEntry): string | undefined {
  if (sourceId(from) === sourceId(to)) return undefined;
  if (!isNews(from) && !isNews(to) && from.mode === to.mode) return to.url;
  throw invalidEdit('A feed keeps the kind of its source. Create another feed for it.');
}

function invalidEdit(message: string): CliError {
  return new CliError(message, { exitCode: 2, code: 'INVALID_FILE' });
}

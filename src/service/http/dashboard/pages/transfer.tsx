import { ServiceError } from '../../../core/errors.js';
import {
  type AccountFiles,
  EXPORT_FORMATS,
  type ExportFormat,
  type UploadedFile,
} from '../../../dashboard/account-files.js';
import { findTask, planTask } from '../../../dashboard/tasks.js';
import { settingsOfFeeds } from '../../../feeds/feed-settings.js';
import type { HttpDeps } from '../../http-deps.js';
import { address } from '../frame/address.js';
import type { Form as SentForm } from '../frame/read-form.js';
import type { PageApp } from '../frame/requests.js';
import { type Screen, Visit } from '../kit/screen.js';
import { Button, Form, TextArea } from '../views/form.js';
import { Heading, RefusedNotice } from '../views/pieces.js';
import { accountFetch } from './tasks/account-fetch.js';
import { counted } from './tasks/task-words.js';

/** Maximum size of an uploaded form: the OPML of 10,000 feeds has 2.5 MB. */
const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

/** `/dashboard/transfer`: import with a plan, and export of all feeds or of a selection. */
export const TRANSFER: Screen = {
  section: 'feeds',
  uploadBytes: MAX_UPLOAD_BYTES,
  async show(visit) {
    requireFiles(visit.http);
    const selection = await selectionOf(visit);
    return {
      title: 'Import and export',
      content: (
        <>
          <Heading title={selection === null ? 'Import and export' : 'Export the selected feeds'} />
          <div class="columns">
            {selection === null && <ImportForm visit={visit} />}
            <Exports selection={selection} />
          </div>
        </>
      ),
    };
  },
  actions: {
    async transfer({ http, deps, account }, form) {
      const file = await uploadedFile(form);
      if (file === null) {
        throw new ServiceError('INVALID_FIELD', 'Choose a file, or paste its content.');
      }
      const plan = await requireFiles(http).plan(accountFetch(http, account), file);
      if ('problem' in plan) {
        throw new ServiceError('INVALID_FIELD', [plan.problem, ...plan.details].join('\n'));
      }
      const content = Buffer.from(file.bytes).toString('base64');
      const input = { kind: 'import', name: file.name, content } as const;
      const total = plan.changes.length;
      return { to: `tasks/${await planTask(deps, account, { input, total, report: { plan } })}` };
    },
  },
};

/** The feeds to export; null for all. */
type Selection = { id: string; ids: readonly string[] } | null;

async function selectionOf({ deps, account, context }: Visit): Promise<Selection> {
  const id = context.req.query('selection');
  if (id === undefined) return null;
  const { input } = await findTask(deps, account, id);
  return input.kind === 'export' ? { id, ids: input.ids } : null;
}

/** @throws ServiceError NOT_FOUND where nothing reads and writes files */
function requireFiles({ files }: HttpDeps): AccountFiles {
  if (files !== undefined) return files;
  throw new ServiceError('NOT_FOUND', 'This service does not import or export files.');
}

async function uploadedFile(form: SentForm): Promise<UploadedFile | null> {
  const file = await form.file('file');
  if (file !== null) return { ...file, name: shortName(file.name) };
  const content = form.text('content');
  return content === '' ? null : { name: 'pasted', bytes: Buffer.from(content) };
}

const MAX_NAME_LENGTH = 100;

/** Some browsers send a path. */
function shortName(name: string): string {
  return name.replace(/^.*[\\/]/, '').slice(-MAX_NAME_LENGTH) || 'file';
}

function ImportForm({ visit: { refused } }: { visit: Visit }) {
  return (
    <Form action="transfer" class="card fields" upload>
      <h2>Import</h2>
      <p class="muted">
        OPML of any feed reader, CSV with a heading, or an export of feedctl. You see what would
        change before anything is changed. Nothing is deleted.
      </p>
      <RefusedNotice refused={refused} />
      <div class="field">
        <label for="f-file">File</label>
        <input
          id="f-file"
          name="file"
          type="file"
          accept=".opml,.xml,.csv,.tsv,.yaml,.yml,.json,text/x-opml,text/csv"
        />
      </div>
      <TextArea
        name="content"
        label="Or paste its content"
        rows={6}
        value={refused?.form.text('content') ?? ''}
      />
      <div>
        <Button>Show what would change</Button>
      </div>
    </Form>
  );
}

const FORMATS: Readonly<Record<ExportFormat, readonly [use: string, mediaType: string]>> = {
  opml: ['for other feed readers', 'text/x-opml; charset=utf-8'],
  csv: ['for spreadsheets', 'text/csv; charset=utf-8'],
  yaml: [
    'with all settings, as a backup to edit and import again',
    'application/yaml; charset=utf-8',
  ],
  json: ['with all settings, for programs', 'application/json; charset=utf-8'],
};

function Exports({ selection }: { selection: Selection }) {
  const query = selection === null ? {} : { selection: selection.id };
  return (
    <section class="card">
      <h2>Export</h2>
      <p class="muted">
        {selection === null
          ? 'All feeds and bundles. Secrets such as cookies are never written.'
          : `${counted(selection.ids.length, 'feed')}, with the bundles they are in.`}
      </p>
      <ul class="plain">
        {EXPORT_FORMATS.map((format) => (
          <li>
            <a href={address('transfer/export', { format, ...query })} download={`feeds.${format}`}>
              {format.toUpperCase()}
            </a>{' '}
            <span class="muted">{FORMATS[format][0]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/dashboard/transfer/export`: the file. */
export function exportFile(app: PageApp, http: HttpDeps): void {
  app.get('/dashboard/transfer/export', async (context) => {
    const visit = new Visit(http, context);
    const { deps, account } = visit;
    const format = formatOf(context.req.query('format'));
    const selection = await selectionOf(visit);
    const { text } = await requireFiles(http).export(accountFetch(http, account), format, {
      settings: await settingsOfFeeds(deps, account, selection?.ids),
      isWhole: selection === null,
    });
    return context.body(text, 200, {
      'Content-Type': FORMATS[format][1],
      'Content-Disposition': `attachment; filename="feeds.${format}"`,
    });
  });
}

/** @throws ServiceError INVALID_FIELD */
function formatOf(given: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === given);
  if (format !== undefined) return format;
  throw new ServiceError('INVALID_FIELD', `The format must be ${EXPORT_FORMATS.join(', ')}.`);
}

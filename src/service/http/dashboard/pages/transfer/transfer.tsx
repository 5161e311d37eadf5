import type { Account } from '../../../../accounts/account.js';
import { ServiceError } from '../../../../core/errors.js';
import {
  type AccountFiles,
  EXPORT_FORMATS,
  type ExportFormat,
  type UploadedFile,
} from '../../../../dashboard/account-files.js';
import { findTask, planTask } from '../../../../dashboard/tasks.js';
import { settingsOfFeeds } from '../../../../feeds/feed-settings.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readUpload, type Upload } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { page } from '../../views/layout.js';
import { accountFetch } from '../tasks/account-fetch.js';
import { type Refused, Transfer } from './transfer-view.js';

/** Maximum size of an uploaded form: the OPML of 10,000 feeds has 2.5 MB. */
const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

/** `/dashboard/transfer`: import with a plan, and export of all feeds or of a selection. */
export function transferPages(app: PageApp, http: HttpDeps): void {
  const { deps } = http;

  app.get('/dashboard/transfer', async (context) => {
    requireFiles(http);
    const selection = await selectionOf(context);
    return answer(context, selection);
  });

  app.post('/dashboard/transfer', async (context) => {
    const files = requireFiles(http);
    const { account } = context.get('session');
    const form = await readUpload(context, MAX_UPLOAD_BYTES);
    const file = await uploadedFile(form);
    if (file === null) {
      return answer(context, null, {
        pasted: '',
        problem: 'Choose a file, or paste its content.',
        details: [],
      });
    }
    const plan = await files.plan(accountFetch(http, account), file);
    if ('problem' in plan) return answer(context, null, { ...plan, pasted: form.text('content') });
    const content = Buffer.from(file.bytes).toString('base64');
    const input = { kind: 'import', name: file.name, content } as const;
    const total = plan.changes.length;
    return seeOther(
      context,
      `tasks/${await planTask(deps, account, { input, total, report: { plan } })}`,
    );
  });

  app.get('/dashboard/transfer/export', async (context) => {
    const { account } = context.get('session');
    const format = formatOf(context.req.query('format'));
    const selection = await selectionOf(context);
    const { text } = await requireFiles(http).export(accountFetch(http, account), format, {
      settings: await settingsOfFeeds(deps, account, selection?.ids),
      isWhole: selection === null,
    });
    return context.body(text, 200, {
      'Content-Type': MEDIA_TYPES[format],
      'Content-Disposition': `attachment; filename="feeds.${format}"`,
    });
  });

  async function selectionOf(context: PageContext) {
    const id = context.req.query('selection');
    return id === undefined ? null : findSelection(context.get('session').account, id);
  }

  async function findSelection(account: Account, id: string) {
    const { input } = await findTask(deps, account, id);
    return input.kind === 'export' ? { id, ids: input.ids } : null;
  }
}

function answer(
  context: PageContext,
  selection: { id: string; ids: readonly string[] } | null,
  refused?: Refused,
): Response {
  return page(
    context,
    { title: 'Import and export', section: 'feeds', status: refused === undefined ? 200 : 400 },
    <Transfer selection={selection} refused={refused} />,
  );
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  opml: 'text/x-opml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** @throws ServiceError INVALID_FIELD */
function formatOf(given: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === given);
  if (format !== undefined) return format;
  throw new ServiceError('INVALID_FIELD', `The format must be ${EXPORT_FORMATS.join(', ')}.`);
}

/** @throws ServiceError NOT_FOUND where nothing reads and writes files */
function requireFiles({ files }: HttpDeps): AccountFiles {
  if (files !== undefined) return files;
  throw new ServiceError('NOT_FOUND', 'This service does not import or export files.');
}

async function uploadedFile(form: Upload): Promise<UploadedFile | null> {
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

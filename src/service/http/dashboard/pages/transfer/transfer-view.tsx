import { EXPORT_FORMATS, type ExportFormat } from '../../../../dashboard/account-files.js';
import { address } from '../../frame/address.js';
import { Button, Form, TextArea } from '../../views/form.js';
import { Heading, Notice } from '../../views/pieces.js';
import { counted } from '../tasks/task-words.js';

/** A file that was not accepted, and what was typed. */
export interface Refused {
  problem: string;
  details: readonly string[];
  pasted: string;
}

interface TransferProps {
  /** The feeds to export; null for all. */
  selection: { id: string; ids: readonly string[] } | null;
  refused: Refused | undefined;
}

export function Transfer({ selection, refused }: TransferProps) {
  return (
    <>
      <Heading title={selection === null ? 'Import and export' : 'Export the selected feeds'} />
      <div class="columns">
        {selection === null && <ImportForm refused={refused} />}
        <Exports selection={selection} />
      </div>
    </>
  );
}

function ImportForm({ refused }: { refused: Refused | undefined }) {
  return (
    <Form action="transfer" class="card fields" upload>
      <h2>Import</h2>
      <p class="muted">
        OPML of any feed reader, CSV with a heading, or an export of feedctl. You see what would
        change before anything is changed. Nothing is deleted.
      </p>
      {refused && (
        <Notice tone="bad">
          <p>{refused.problem}</p>
          {refused.details.map((line) => (
            <p>{line}</p>
          ))}
        </Notice>
      )}
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
        value={refused?.pasted ?? ''}
      />
      <div>
        <Button>Show what would change</Button>
      </div>
    </Form>
  );
}

const USES: Readonly<Record<ExportFormat, string>> = {
  opml: 'for other feed readers',
  csv: 'for spreadsheets',
  yaml: 'with all settings, as a backup to edit and import again',
  json: 'with all settings, for programs',
};

function Exports({ selection }: Pick<TransferProps, 'selection'>) {
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
            <span class="muted">{USES[format]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

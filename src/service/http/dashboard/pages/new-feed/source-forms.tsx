import { KEYWORD_MODES, LENGTHS, MODE_LABELS } from '../../../../../contract/index.js';
import { Button, Form, SelectField, TextField } from '../../views/form.js';
import { Notice } from '../../views/pieces.js';
import type { Draft } from './draft.js';
import type { Problems } from './problems.js';

const MODES = [
  ['', 'Automatic'],
  ...KEYWORD_MODES.map((mode) => [mode, MODE_LABELS[mode].choice] as const),
] as const;

interface SourceProps {
  draft: Draft;
  problems: Problems;
}

/** The first step: an address, or a search of the news. */
export function SourceForms({ draft, problems }: SourceProps) {
  return (
    <>
      {problems[''] && (
        <Notice tone="bad">
          <p>{problems['']}</p>
        </Notice>
      )}
      <div class="columns">
        <Form action="feeds/new" class="card fields">
          <h2>From a website or a feed</h2>
          <AddressField draft={draft} problems={problems} />
          <Button>Preview</Button>
        </Form>
        <Form action="feeds/new" class="card fields">
          <h2 id="news">From the news</h2>
          <SearchFields draft={draft} problems={problems} />
          <Button>Preview search</Button>
        </Form>
      </div>
    </>
  );
}

export function AddressField({ draft, problems }: SourceProps) {
  return (
    <TextField
      name="url"
      label="Address"
      hint="A page, or an RSS, Atom or JSON feed. A page without a feed is turned into one."
      value={draft.url ?? ''}
      error={problems.url}
      required
      maxLength={LENGTHS.url}
    />
  );
}

export function SearchFields({ draft, problems }: SourceProps) {
  return (
    <>
      <TextField
        name="keyword"
        label="Keyword or headline"
        value={draft.keyword ?? ''}
        error={problems.keyword}
        required
        maxLength={LENGTHS.keyword}
      />
      <TextField
        name="region"
        label="Country and language"
        hint="Such as US:en or DE:de; US:en when left empty."
        value={draft.region ?? ''}
        error={problems.region}
        maxLength={20}
      />
      <SelectField name="mode" label="Search for" options={MODES} value={draft.mode ?? ''} />
    </>
  );
}

import type { BundleSummary, Preview } from '../../../../../contract/index.js';
import { FilterFields } from '../../views/filter-fields.js';
import { Button, Form } from '../../views/form.js';
import { Notice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';
import { CandidateLists, isOffered, SelectorFields } from './candidate-lists.js';
import { type Draft, sourceOf } from './draft.js';
import type { Finding } from './find-source.js';
import { FoundSource } from './found-source.js';
import type { Problems } from './problems.js';
import { SettingsFields } from './settings-fields.js';
import { AddressField, SearchFields } from './source-forms.js';

interface FoundFormProps {
  draft: Draft;
  finding: Finding;
  isSearch: boolean;
  bundles: readonly BundleSummary[];
  now: number;
}

/**
 * The second step, one form: the source, what was found, its lists, selectors and filters, and the
 * settings of the new feed. Its first button previews, so that Enter in a field does.
 */
export function FoundForm({ draft, finding, isSearch, bundles, now }: FoundFormProps) {
  const { preview, problems, lists, isPage, knownId } = finding;
  return (
    <Form action="feeds/new" class="stack">
      <input type="hidden" name="previewed" value={sourceOf(draft)} />
      <input type="hidden" name="from" value={draft.from ?? ''} />
      {problems[''] && (
        <Notice tone="bad">
          <p>{problems['']}</p>
        </Notice>
      )}
      <div class="card fields">
        {isSearch ? (
          <SearchFields draft={draft} problems={problems} />
        ) : (
          <AddressField draft={draft} problems={problems} />
        )}
        <Button tone="quiet">Preview again</Button>
      </div>
      {preview && <FoundSource preview={preview} draft={draft} knownId={knownId} />}
      {isPage && <CandidateLists path="feeds/new" lists={lists} draft={draft} />}
      {isPage && (
        <SelectorFields
          path="feeds/new"
          draft={draft}
          problems={problems}
          isOpen={preview === null || !isOffered(lists, draft)}
        />
      )}
      {preview && <FilterRules draft={draft} problems={problems} />}
      {preview && <PreviewItems preview={preview} now={now} />}
      {preview && (
        <SettingsFields
          draft={withTitle(draft, preview)}
          sourceTitle={preview.title}
          problems={problems}
          bundles={bundles}
        />
      )}
    </Form>
  );
}

/** The title of the source, until another one is entered. */
function withTitle(draft: Draft, { title }: Preview): Draft {
  const isTyped = draft.title !== undefined && draft.title !== (draft.source_title ?? '');
  return isTyped ? draft : { ...draft, title };
}

/** The rules of the new feed; open when there are some. */
export function FilterRules({ draft, problems }: { draft: Draft; problems: Problems }) {
  const { include = '', exclude = '' } = draft;
  const isOpen = [include, exclude, problems.include, problems.exclude].some(Boolean);
  return (
    <details id="rules" class="card" open={isOpen}>
      <summary>Filter items</summary>
      <div class="fields">
        <FilterFields values={{ include, exclude }} errors={problems} />
        <Button tone="quiet" goTo="feeds/new#rules">
          Apply filters
        </Button>
      </div>
    </details>
  );
}

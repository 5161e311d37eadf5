import type { BundleSummary, Preview } from '../../../../../contract/index.js';
import { LENGTHS } from '../../../../../contract/index.js';
import { FEED_FIELDS } from '../../../../../resources/feed.js';
import { address } from '../../frame/address.js';
import { type Input, Inputs } from '../../kit/inputs.js';
import { inputsOf, textsOf } from '../../kit/resource-inputs.js';
import { Button, Form } from '../../views/form.js';
import { RefusedNotice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';
import { CandidateLists, isOffered, SelectorFields } from './candidate-lists.js';
import { type Draft, sourceOf } from './draft.js';
import type { Finding } from './find-source.js';
import { FoundSource, OtherReadings } from './found-source.js';
import type { Problems } from './problems.js';
import { AddressField, SearchFields } from './source-forms.js';

interface FoundFormProps {
  draft: Draft;
  finding: Finding;
  isSearch: boolean;
  /** Whether its page can be shown for pointing at a list. */
  hasSavedPage: boolean;
  bundles: readonly BundleSummary[];
  now: number;
}

/**
 * The second step, one form: the source, its lists with the items of the chosen one beside them, rules,
 * and the settings of the new feed. Its first button previews, so that Enter in a field does; the one
 * that creates is always in sight.
 */
export function FoundForm(props: FoundFormProps) {
  const { draft, finding, isSearch, hasSavedPage, bundles, now } = props;
  const { preview, problems, lists, isPage, knownId } = finding;
  return (
    <Form action="feeds/new" class="stack">
      <input type="hidden" name="previewed" value={sourceOf(draft)} />
      <input type="hidden" name="from" value={draft.from ?? ''} />
      <RefusedNotice refused={problems[''] ? { message: problems[''] } : null} />
      <div class="card fields again">
        {isSearch ? (
          <SearchFields draft={draft} problems={problems} />
        ) : (
          <AddressField draft={draft} problems={problems} />
        )}
        <Button tone="quiet">Preview again</Button>
      </div>
      {preview === null && isPage && <OtherReadings preview={null} draft={draft} />}
      {preview && <FoundSource preview={preview} draft={draft} knownId={knownId} />}
      <div class="columns">
        <div class="stack">
          {isPage && (
            <CandidateLists path="feeds/new" lists={lists} draft={draft}>
              {hasSavedPage && <SavedPage url={draft.url ?? ''} />}
            </CandidateLists>
          )}
          {isPage && (
            <SelectorFields
              path="feeds/new"
              draft={draft}
              problems={problems}
              isOpen={preview === null || !isOffered(lists, draft)}
            />
          )}
          {preview && <FilterRules draft={draft} problems={problems} />}
          {preview && (
            <NewFeedSettings
              draft={withTitle(draft, preview)}
              sourceTitle={preview.title}
              problems={problems}
              bundles={bundles}
            />
          )}
        </div>
        <div class="beside">{preview && <PreviewItems preview={preview} now={now} />}</div>
      </div>
      {preview && (
        <div class="sticky">
          <button type="submit" name="do" value="create" class="button primary">
            Create feed
          </button>
          <span class="muted">
            {preview.items.length === 1 ? '1 item' : `${preview.items.length} items`}
          </span>
        </div>
      )}
    </Form>
  );
}

/** The page in a frame without scripts; with that of the dashboard, a click takes a list. */
function SavedPage({ url }: { url: string }) {
  return (
    <div class="card list">
      <p data-script hidden>
        Click the list on the page.
      </p>
      <iframe
        class="frame"
        title="The page, its lists outlined"
        sandbox="allow-same-origin"
        src={address('feeds/new/page', { url })}
        data-lists
      />
    </div>
  );
}

/** The title of the source, until another one is entered. */
function withTitle(draft: Draft, { title }: Preview): Draft {
  const isTyped = draft.title !== undefined && draft.title !== (draft.source_title ?? '');
  return isTyped ? draft : { ...draft, title };
}

/** The rules of the new feed; open when there are some. */
function FilterRules({ draft, problems }: { draft: Draft; problems: Problems }) {
  const inputs = inputsOf(FEED_FIELDS, ['filters']);
  const isOpen = inputs.some(({ name }) => draft[name] || problems[name]);
  return (
    <details id="rules" class="card" open={isOpen}>
      <summary>Filter items</summary>
      <div class="fields">
        <Inputs inputs={inputs} values={draft} problems={problems} />
        <Button tone="quiet" goTo="feeds/new#rules">
          Apply filters
        </Button>
      </div>
    </details>
  );
}

interface SettingsProps {
  draft: Draft;
  sourceTitle: string;
  problems: Problems;
  bundles: readonly BundleSummary[];
}

const SCHEDULE = ['interval', 'quiet_hours', 'full_text'] as const;

function NewFeedSettings({ draft, sourceTitle, problems, bundles }: SettingsProps) {
  const inputs: Input[] = [
    { name: 'title', label: 'Title', maxLength: LENGTHS.title },
    {
      name: 'bundle',
      label: 'Bundle',
      hint: 'Joins several feeds under one address.',
      as: 'choice',
      options: [
        ['', 'No bundle'],
        ...bundles.map(({ id, name }) => [id, name] as const),
        ['new', 'A new bundle'],
      ],
    },
    {
      name: 'new_bundle',
      label: 'Name of the new bundle',
      hint: 'Only for “A new bundle”.',
      maxLength: LENGTHS.title,
    },
    ...inputsOf(FEED_FIELDS, SCHEDULE),
  ];
  const values = { ...textsOf(FEED_FIELDS, SCHEDULE, {}), ...withoutEmpty(draft) };
  return (
    <section class="card fields" aria-labelledby="settings">
      <h2 id="settings">The new feed</h2>
      <input type="hidden" name="source_title" value={sourceTitle} />
      <Inputs inputs={inputs} values={values} problems={problems} />
    </section>
  );
}

function withoutEmpty(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''));
}

import { parseUrl } from '../../../../../base/url.js';
import {
  type BundleSummary,
  type Explanation,
  KEYWORD_MODES,
  LENGTHS,
  MODE_LABELS,
  type Preview,
} from '../../../../../contract/index.js';
import { Button, Form, type Input, Inputs, type Texts } from '../../kit/form.js';
import { address } from '../../kit/http.js';
import { PreviewItems } from '../../kit/items.js';
import { Badge, counted, FactLine, Notice, RemoteLink, type Tone } from '../../kit/parts.js';
import { FeedIcon } from '../../kit/pictures.js';
import { type Draft, EDITORS, followsChanges, sourceOf } from './draft.js';
import type { Finding } from './find-source.js';
import { CandidateLists, isOffered, SelectorFields } from './lists.js';

export const ADDRESS: readonly Input[] = [
  {
    name: 'url',
    label: 'Address',
    hint: 'A page, or an RSS, Atom or JSON feed. A page without a feed is turned into one.',
    required: true,
    maxLength: LENGTHS.url,
  },
];

export const SEARCH: readonly Input[] = [
  {
    name: 'keyword',
    label: 'Keyword or headline',
    required: true,
    maxLength: LENGTHS.keyword,
  },
  {
    name: 'region',
    label: 'Country and language',
    hint: 'Such as US:en or DE:de; US:en when left empty.',
    maxLength: 20,
  },
  {
    name: 'mode',
    label: 'Search for',
    options: [
      ['', 'Automatic'],
      ...KEYWORD_MODES.map((mode) => [mode, MODE_LABELS[mode].choice] as const),
    ],
  },
];

interface FoundProps {
  finding: Finding;
  isSearch: boolean;
  /** Whether its page can be shown for pointing at a list. */
  hasSavedPage: boolean;
  bundles: readonly BundleSummary[];
}

/**
 * The second step, one form: the source, its lists with the items of the chosen one beside them, rules,
 * and the settings of the new feed. Its first button previews, so that Enter in a field does; the one
 * that creates is always in sight.
 */
export function FoundForm({ finding, isSearch, hasSavedPage, bundles }: FoundProps) {
  const { draft, preview, problems, lists, isPage, noList } = finding;
  return (
    <Form action="feeds/new" class="stack">
      <input type="hidden" name="previewed" value={sourceOf(draft)} />
      <input type="hidden" name="from" value={draft.from ?? ''} />
      <Notice tone="bad" text={problems['']} />
      <div class="card fields again">
        <Inputs inputs={isSearch ? SEARCH : ADDRESS} values={draft} problems={problems} />
        <Button tone="quiet">Preview again</Button>
      </div>
      <Notice
        tone="warn"
        text={noList && `${noList}\nEach change of its text is an item instead.`}
      />
      {preview ? (
        <FoundSource finding={finding} preview={preview} />
      ) : (
        isPage && <OtherReadings preview={null} draft={draft} />
      )}
      <div class="columns">
        <div class="stack">
          {isPage && (
            <CandidateLists path="feeds/new" lists={lists} draft={draft}>
              {hasSavedPage && lists.length > 0 && <SavedPage url={draft.url ?? ''} />}
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
            <section class="card fields" aria-labelledby="settings">
              <h2 id="settings">The new feed</h2>
              <input type="hidden" name="source_title" value={preview.title} />
              <Inputs
                inputs={settingsOf(bundles)}
                values={withTitle(draft, preview)}
                problems={problems}
              />
            </section>
          )}
        </div>
        <div class="beside">
          {preview && <PreviewItems {...preview} />}
          {preview && followsChanges(draft) && <WatchedText preview={preview} />}
        </div>
      </div>
      {preview && (
        <div class="sticky">
          <Button name="do" value="create">
            Create feed
          </Button>
          <span class="muted">{counted(preview.items.length, 'item')}</span>
        </div>
      )}
    </Form>
  );
}

/** The text whose changes become items. */
function WatchedText({ preview: { items } }: { preview: Preview }) {
  return (
    <section class="card" aria-labelledby="watched">
      <h2 id="watched">The text that is watched</h2>
      <div class="excerpt watched" tabindex={0} dir="auto">
        {items[0]?.description_text}
      </div>
    </section>
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

function settingsOf(bundles: readonly BundleSummary[]): Input[] {
  return [
    { name: 'title', label: 'Title', maxLength: LENGTHS.title },
    {
      name: 'bundle',
      label: 'Bundle',
      hint: 'Joins several feeds under one address.',
      options: [
        ['', 'No bundle'],
        ...bundles.map(({ id, name }) => [id, name] as const),
        ['new', 'A new bundle'],
      ],
    },
    { name: 'new_bundle', label: 'Name of the new bundle', maxLength: LENGTHS.title },
    ...EDITORS.schedule.inputs,
    ...EDITORS.fullText.inputs,
  ];
}

/** The title of the source, until another one is entered. */
function withTitle(draft: Draft, { title }: Preview): Texts {
  const isTyped = draft.title && draft.title !== draft.source_title;
  return { ...draft, title: isTyped ? draft.title : title };
}

/** The rules of the new feed; open when there are some. */
function FilterRules({ draft, problems }: { draft: Draft; problems: Texts }) {
  const { inputs } = EDITORS.filters;
  return (
    <details
      id="rules"
      class="card"
      open={inputs.some(({ name }) => draft[name] || problems[name])}
    >
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

/** What the source is, which document of it is read, and how certain that is. */
function FoundSource({ finding, preview }: { finding: Finding; preview: Preview }) {
  const { draft, knownId } = finding;
  const { title, description, icon, site_url: siteUrl, poll_url: pollUrl, explanation } = preview;
  return (
    <section class="card" aria-labelledby="found">
      <div class="found">
        <FeedIcon title={title} source_url={pollUrl} icon={icon} />
        <div>
          <h2 id="found" dir="auto">
            {title || 'Untitled'}
          </h2>
          {description !== '' && (
            <p class="muted" dir="auto">
              {description.slice(0, 300)}
            </p>
          )}
        </div>
      </div>
      {knownId !== null && (
        <p class="notice info">
          You have a feed of this source already. <a href={`feeds/${knownId}`}>Go to the feed</a>
        </p>
      )}
      <FactLine
        facts={[
          ['Read from', documentName(preview, draft)],
          ['Address', <RemoteLink href={pollUrl} />],
          siteUrl && [
            'Website',
            <RemoteLink href={siteUrl}>{parseUrl(siteUrl)?.host ?? siteUrl}</RemoteLink>,
          ],
          ['Items', preview.items.length + (preview.dropped?.length ?? 0)],
          !followsChanges(draft) && [
            'Confidence',
            explanation === null ? (
              <>
                <Badge tone="good">Certain</Badge> The site offers this feed.
              </>
            ) : (
              <Confidence {...explanation} />
            ),
          ],
        ]}
      />
      {preview.note && (
        <p class="hint" dir="auto">
          {preview.note}
        </p>
      )}
      <OtherReadings preview={preview} draft={draft} />
    </section>
  );
}

function documentName({ from, poll_url: pollUrl, rendered }: Preview, draft: Draft): string {
  if (!draft.url) return 'A search of the news';
  if (followsChanges(draft)) return 'The text of the page; each change of it is an item';
  if (from === 'feed') return pollUrl === draft.url ? 'A feed' : 'A feed that the page names';
  return rendered ? 'The page, opened in a browser' : 'The page';
}

/** What else can be made of an address, and the label of its button. */
const READINGS = {
  html: 'Read the page instead',
  feed: 'Look for its feed instead',
  changes: 'Follow the changes of its text instead',
} as const;

/** Buttons for the other ways to read an address; a page without a list has no preview. */
function OtherReadings({ preview, draft }: { preview: Preview | null; draft: Draft }) {
  if (!draft.url || (preview?.from === 'feed' && preview.poll_url === draft.url)) return null;
  const list = preview?.from === 'feed' || followsChanges(draft) ? 'html' : 'feed';
  const ways: (keyof typeof READINGS)[] = followsChanges(draft)
    ? [list]
    : preview === null
      ? ['changes']
      : [list, 'changes'];
  return (
    <div class="actions">
      {ways.map((read) => (
        <Button tone="quiet" small name="read" value={read}>
          {READINGS[read]}
        </Button>
      ))}
    </div>
  );
}

const LEVELS: readonly (readonly [from: number, label: string, tone: Tone])[] = [
  [0.8, 'High', 'good'],
  [0.6, 'Medium', 'info'],
  [0, 'Low', 'warn'],
];

const MAX_EVIDENCE = 6;

function Confidence({ strategy, confidence, evidence }: Explanation) {
  if (strategy === 'selectors') return <Badge tone="info">Chosen by you</Badge>;
  const [, label, tone] = LEVELS.find(([from]) => confidence >= from) ?? [0, 'Low', 'warn'];
  return (
    <>
      <Badge tone={tone}>{label}</Badge> <span class="count">{Math.round(confidence * 100)} %</span>
      {evidence.length > 0 && (
        <details>
          <summary>Why</summary>
          <ul class="hint">
            {evidence.slice(0, MAX_EVIDENCE).map((reason) => (
              <li>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

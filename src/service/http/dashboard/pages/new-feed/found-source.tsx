import { parseUrl } from '../../../../../base/url.js';
import type { Explanation, Preview } from '../../../../../contract/index.js';
import { FactLine } from '../../kit/detail.js';
import { FeedIcon } from '../../views/picture.js';
import { Badge, RemoteLink, type Tone } from '../../views/pieces.js';
import { type Draft, followsChanges } from './draft.js';

interface FoundSourceProps {
  preview: Preview;
  draft: Draft;
  knownId: string | null;
}

/** What the source is, which document of it is read, and how certain that is. */
export function FoundSource({ preview, draft, knownId }: FoundSourceProps) {
  const { title, description, icon, site_url: siteUrl, poll_url: pollUrl, explanation } = preview;
  return (
    <section class="card" aria-labelledby="found">
      <div class="found">
        <FeedIcon title={title} sourceUrl={pollUrl} icon={icon} />
        <div>
          <h2 id="found" dir="auto">
            {title === '' ? 'Untitled' : title}
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
          ['Address', <RemoteLink href={pollUrl}>{pollUrl}</RemoteLink>],
          siteUrl && [
            'Website',
            <RemoteLink href={siteUrl}>{parseUrl(siteUrl)?.host ?? siteUrl}</RemoteLink>,
          ],
          ['Items', preview.items.length + (preview.dropped?.length ?? 0)],
          followsChanges(draft)
            ? null
            : [
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
      {preview.note !== null && (
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
export function OtherReadings({ preview, draft }: { preview: Preview | null; draft: Draft }) {
  if (!draft.url || (preview?.from === 'feed' && preview.poll_url === draft.url)) return null;
  const isFeed = preview?.from === 'feed';
  const list = isFeed || followsChanges(draft) ? 'html' : 'feed';
  const ways = followsChanges(draft) ? [list] : preview === null ? ['changes'] : [list, 'changes'];
  return (
    <p>
      {(ways as (keyof typeof READINGS)[]).map((read) => (
        <button type="submit" name="read" value={read} class="button quiet small">
          {READINGS[read]}
        </button>
      ))}
    </p>
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

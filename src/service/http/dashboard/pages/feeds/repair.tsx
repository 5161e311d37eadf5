import type { FeedRepair } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { ServiceError } from '../../../../core/errors.js';
import { getFeedSummary } from '../../../../dashboard/feed-details.js';
import { withCreationSlot } from '../../../../limits/creations.js';
import { acceptFeedRepair, proposeFeedRepair } from '../../../../refresh/repair-feed.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp } from '../../frame/requests.js';
import { ActionButton } from '../../views/form.js';
import { Badge, Heading, Notice, RemoteLink } from '../../views/pieces.js';
import { type Answer, streamedPage } from '../../views/streamed-page.js';
import { errorAnswer } from '../error.js';
import { browserWords } from '../new-feed/problems.js';

const PATH = '/dashboard/feeds/:id/repair';

/** `POST /dashboard/feeds/:id/repair`: the list of a feed beside that of its page now. */
export function repairPages(app: PageApp, http: HttpDeps): void {
  const { deps, logger } = http;
  const facts = { title: 'Repair the list', section: 'feeds' } as const;
  const reading = <p>Reading the page…</p>;

  app.post(PATH, async (context) => {
    await readForm(context);
    const { account } = context.get('session');
    const answer = propose(account, context.req.param('id'));
    const shown = answer.catch((error: unknown) => errorAnswer(error, context, logger));
    return streamedPage(context, facts, reading, shown);
  });

  app.post(`${PATH}/accept`, async (context) => {
    const proposal = (await readForm(context)).text('proposal');
    const { account } = context.get('session');
    const answer = accept(account, context.req.param('id'), proposal);
    const shown = answer.catch((error: unknown) => errorAnswer(error, context, logger));
    return streamedPage(context, facts, reading, shown);
  });

  async function propose(account: Account, id: string): Promise<Answer> {
    const feed = await getFeedSummary(deps, account, id);
    const repair = await withCreationSlot(deps, account, () =>
      proposeFeedRepair(deps, account, id),
    ).catch(refusedWords);
    if (typeof repair === 'string') {
      return { status: 400, content: <Refused id={id} title={feed.title} reason={repair} /> };
    }
    return { status: 200, content: <Repair id={id} title={feed.title} repair={repair} /> };
  }

  async function accept(account: Account, id: string, proposal: string): Promise<Answer> {
    const feed = await getFeedSummary(deps, account, id);
    const refused = await withCreationSlot(deps, account, () =>
      acceptFeedRepair(deps, account, id, { proposal }),
    ).catch(refusedWords);
    if (typeof refused === 'string') {
      return { status: 400, content: <Refused id={id} title={feed.title} reason={refused} /> };
    }
    // What the refresh brings is in the history.
    for await (const _ of (await http.refresher()).refresh(account, [id]));
    return { goTo: `feeds/${id}`, done: 'list-repaired' };
  }
}

/** Why the page could not be read, without commands for a terminal. */
function refusedWords(error: unknown): string {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const words = browserWords(error.message).replace(/^proposal: /, '');
  const sentences = words.split(/(?<=\.)\s+/).filter((part) => !/feedctl |GET \/v1/.test(part));
  return sentences.join(' ').replace(/^./, (first) => first.toUpperCase());
}

function Refused({ id, title, reason }: { id: string; title: string; reason: string }) {
  return (
    <>
      <Head id={id} title={title} />
      <Notice tone="bad">
        <p>{reason}</p>
      </Notice>
      <ActionButton action={`feeds/${id}/repair`} label="Read the page again" />
    </>
  );
}

function Head({ id, title }: { id: string; title: string }) {
  return (
    <Heading
      title="Repair the list"
      sub={
        <a href={`feeds/${id}`} dir="auto">
          {title || 'Untitled feed'}
        </a>
      }
    />
  );
}

const STATES = {
  intact: ['good', 'The feed finds its list'],
  found: ['good', 'The list was found again'],
  uncertain: ['warn', 'This may be the list'],
} as const;

function Repair({ id, title, repair }: { id: string; title: string; repair: FeedRepair }) {
  const [tone, words] = STATES[repair.state];
  return (
    <>
      <Head id={id} title={title} />
      <div class="card">
        <p>
          <Badge tone={tone}>{words}</Badge>{' '}
          <span class="count">{Math.round(repair.confidence * 100)} % sure</span>
        </p>
        <p>{repair.reason}</p>
        <p class="muted">
          {repair.known.found} of {repair.known.of} known items are in the list of{' '}
          <RemoteLink href={repair.page_url}>{repair.page_url}</RemoteLink>
        </p>
        {repair.proposal !== null && (
          <ActionButton
            action={`feeds/${id}/repair/accept`}
            label="Use the new list"
            tone="primary"
            fields={{ proposal: repair.proposal }}
          />
        )}
      </div>
      <Lists items={repair.items} />
    </>
  );
}

/** Rows that the page shows. */
const SHOWN = 60;

function Lists({ items }: Pick<FeedRepair, 'items'>) {
  return (
    <div class="table-card">
      <table class="table pairs">
        <caption class="unseen">The items of the feed beside those of the page</caption>
        <thead>
          <tr>
            <th scope="col">Now in the feed</th>
            <th scope="col">On the page</th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, SHOWN).map((pair) => (
            <tr>
              <td data-label="Now in the feed">
                <Listed item={pair.old} missing="New" />
              </td>
              <td data-label="On the page">
                <Listed item={pair.new} missing="No longer there" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Listed(props: { item: FeedRepair['items'][number]['old']; missing: string }) {
  const { item, missing } = props;
  if (item === null) return <span class="muted">{missing}</span>;
  return (
    <div dir="auto">
      <RemoteLink href={item.url}>{item.title || item.url || 'Untitled'}</RemoteLink>
    </div>
  );
}

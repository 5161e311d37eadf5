import { PAGE } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { listBundles } from '../../../../bundles/bundle.js';
import { ServiceError } from '../../../../core/errors.js';
import type { HttpDeps } from '../../../http-deps.js';
import { sendText } from '../../frame/compressed.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp } from '../../frame/requests.js';
import { contentSecurityPolicy } from '../../frame/responses.js';
import { HTML, page } from '../../views/layout.js';
import { Heading } from '../../views/pieces.js';
import { type Answer, streamedPage } from '../../views/streamed-page.js';
import { errorAnswer } from '../error.js';
import { createFromDraft } from './create.js';
import { type Draft, linkedDraft, readDraft } from './draft.js';
import { findSource, sourcesOf } from './find-source.js';
import { FoundForm } from './found-form.js';
import { PreviewCache } from './preview-cache.js';
import type { Problems } from './problems.js';
import { PAGE_POLICY, pageDocument } from './saved-page.js';
import { SourceForms } from './source-forms.js';

const FACTS = { title: 'Add a feed', section: 'feeds' } as const;

/**
 * `/dashboard/feeds/new`: an address or a search, then a preview to adjust, then the feed. Nothing is
 * stored before the feed is created: every form carries everything that was entered.
 */
export function newFeedPage(app: PageApp, { deps, logger }: HttpDeps): void {
  const cache = new PreviewCache(deps.clock);

  app.get('/dashboard/feeds/new', (context) => {
    const draft = linkedDraft(context.req.query('url'), context.req.query('keyword'));
    return page(context, FACTS, <NewFeed draft={draft} problems={{}} />);
  });

  app.get('/dashboard/feeds/new/page', (context) => {
    const { account } = context.get('session');
    for (const source of sourcesOf(context.req.query('url'))) {
      const page = cache.page(account.id, source);
      const lists = cache.get(account.id, source)?.explanation?.suggestions ?? [];
      if (page === undefined) continue;
      context.header('Content-Security-Policy', PAGE_POLICY);
      context.header('X-Frame-Options', 'SAMEORIGIN');
      return sendText(context, pageDocument(page, lists), 200, HTML);
    }
    throw new ServiceError('NOT_FOUND', 'Preview the page again to see it.');
  });

  app.post('/dashboard/feeds/new', async (context) => {
    const policy = contentSecurityPolicy({ 'frame-src': "'self'" });
    context.header('Content-Security-Policy', policy);
    const form = await readForm(context);
    const draft = readDraft(form);
    const isSearch = form.has('keyword');
    const { account } = context.get('session');
    const answer =
      form.text('do') === 'create'
        ? create(account, draft, isSearch)
        : find(account, draft, isSearch);
    const source = isSearch ? draft.keyword : draft.url;
    return streamedPage(
      context,
      FACTS,
      <Reading source={source ?? ''} />,
      answer.catch((error: unknown) => errorAnswer(error, context, logger)),
    );
  });

  async function create(account: Account, draft: Draft, isSearch: boolean): Promise<Answer> {
    const result = await createFromDraft(deps, account, draft, isSearch);
    if ('problems' in result) return find(account, draft, isSearch, result.problems);
    return { goTo: `feeds/${result.id}`, done: result.created ? 'feed-created' : 'feed-known' };
  }

  /** @param problems those of the settings, to be shown with what is found */
  async function find(
    account: Account,
    draft: Draft,
    isSearch: boolean,
    problems: Problems = {},
  ): Promise<Answer> {
    const finding = await findSource(deps, account, draft, { cache, isSearch });
    const all = { ...finding.problems, ...problems };
    const status = Object.keys(all).length > 0 ? 400 : 200;
    if (finding.preview === null && !finding.isPage && !draft.previewed) {
      return { status, content: <NewFeed draft={draft} problems={all} /> };
    }
    const bundles = await listBundles(deps, account, { limit: PAGE.maxLimit, offset: 0 });
    return {
      status,
      content: (
        <>
          <Heading title="Add a feed" />
          <FoundForm
            draft={draft}
            finding={{ ...finding, problems: all }}
            isSearch={isSearch}
            hasSavedPage={sourcesOf(draft.url).some((source) => cache.page(account.id, source))}
            bundles={bundles}
            now={deps.clock.now()}
          />
        </>
      ),
    };
  }
}

function NewFeed({ draft, problems }: { draft: Draft; problems: Problems }) {
  return (
    <>
      <Heading title="Add a feed" sub="You see what is there before the feed is created." />
      <SourceForms draft={draft} problems={problems} />
    </>
  );
}

function Reading({ source }: { source: string }) {
  return (
    <>
      <h1>Reading the source</h1>
      <p class="muted">
        <bdi>{source}</bdi>
      </p>
      <p class="bar" />
      <p class="hint">
        This can take half a minute: a page without a feed is analysed, and slow sites take their
        time.
      </p>
    </>
  );
}

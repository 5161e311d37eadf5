import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { PageContext } from '../frame/page-env.js';
import { doneMessage } from './done.js';
import { Layout, type Section } from './layout.js';

export interface PageFacts {
  title: string;
  section: Section | null;
  status?: ContentfulStatusCode;
}

/** Answers with a whole page around this content. */
export function page(context: PageContext, facts: PageFacts, content: Child): Response {
  const html = (
    <Layout
      title={facts.title}
      section={facts.section}
      signedIn={context.get('session') !== undefined}
      formToken={context.get('formToken') ?? ''}
      path={context.req.path}
      search={new URL(context.req.url).search}
      done={doneMessage(context.req.query('done'))}
    >
      {content}
    </Layout>
  );
  return context.body(`<!doctype html>${html.toString()}`, facts.status ?? 200, {
    'Content-Type': 'text/html; charset=utf-8',
  });
}

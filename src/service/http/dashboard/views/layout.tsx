import { type Child, Fragment } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { PageContext } from '../frame/requests.js';
import { pathToRoot } from '../frame/responses.js';
import { ICON_PATH, STYLE_PATH } from '../style/assets.js';
import { doneMessage, Form, FormToken } from './form.js';

const SECTIONS = [
  ['feeds', 'Feeds'],
  ['bundles', 'Bundles'],
  ['webhooks', 'Webhooks'],
  ['deliveries', 'Deliveries'],
  ['keys', 'API keys'],
] as const;

type Section = (typeof SECTIONS)[number][0];

interface LayoutProps {
  title: string;
  /** Where in the navigation the page is; null on pages that are seen without signing in. */
  section: Section | null;
  signedIn: boolean;
  formToken: string;
  /** Path of the request, and its query. */
  path: string;
  search: string;
  /** What has just been done. */
  done: string | null;
  children?: Child;
}

function Layout(props: LayoutProps) {
  const root = pathToRoot(props.path);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <base href={root} />
        <title>{`${props.title} - feedctl`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <FormToken.Provider value={props.formToken}>
          <a class="skip" href={`${belowRoot(props.path)}${props.search}#content`}>
            Skip to the content
          </a>
          <header class="top">
            <div class="top-inner">
              <a class="brand" href={props.signedIn ? 'feeds' : 'sign-in'}>
                <Mark />
                feedctl
              </a>
              {props.signedIn && <Navigation section={props.section} />}
            </div>
          </header>
          <main id="content" tabindex={-1}>
            {props.done && (
              <p class="notice good" role="status">
                {props.done}
              </p>
            )}
            {props.children}
          </main>
        </FormToken.Provider>
      </body>
    </html>
  );
}

/** The base of the page holds for links within it, too. */
function belowRoot(path: string): string {
  return path.split('/').slice(2).join('/');
}

function Navigation({ section }: { section: Section | null }) {
  return (
    <Fragment>
      <nav aria-label="Main">
        <ul>
          {SECTIONS.map(([path, label]) => (
            <li>
              <a href={path} {...(path === section ? { 'aria-current': 'page' } : {})}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Form action="sign-out" class="sign-out">
        <button type="submit" class="link">
          Sign out
        </button>
      </Form>
    </Fragment>
  );
}

/** The waves of a feed, small enough to be written into every page. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="5" cy="15" r="2.2" />
      <path d="M3 9.2a7.8 7.8 0 0 1 7.8 7.8M3 3.6A13.4 13.4 0 0 1 16.4 17" />
    </svg>
  );
}

interface PageFacts {
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

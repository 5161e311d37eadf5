import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { VERSION } from '../../../../contract/index.js';
import { sendText } from '../frame/compressed.js';
import { type DoneMessage, doneMessage } from '../frame/done.js';
import type { PageContext } from '../frame/requests.js';
import { pathToRoot } from '../frame/responses.js';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from '../style/assets.js';
import { Form, FormToken } from './form.js';
import { Notice } from './pieces.js';

/** The main navigation: path below the dashboard, and label. */
const SECTIONS = [
  ['items', 'Items'],
  ['feeds', 'Feeds'],
  ['bundles', 'Bundles'],
  ['webhooks', 'Webhooks'],
  ['deliveries', 'Deliveries'],
  ['keys', 'Keys'],
] as const;

export type Section = (typeof SECTIONS)[number][0];

interface LayoutProps {
  title: string;
  /** The current section; null on pages outside the navigation. */
  section: Section | null;
  /** The signed-in account; null on the sign-in pages. */
  accountName: string | null;
  formToken: string;
  /** Path of the request, and its query. */
  path: string;
  search: string;
  /** The result of the last form. */
  done: DoneMessage | null;
  refreshSeconds: number | undefined;
  children?: Child;
}

function Layout(props: LayoutProps) {
  return (
    <html lang="en">
      <Head {...props} />
      <body>
        <FormToken.Provider value={props.formToken}>
          <a class="skip" href={`${belowRoot(props.path)}${props.search}#content`}>
            Skip to the content
          </a>
          <header class="top">
            <div class="top-inner">
              <a class="brand" href={props.accountName === null ? 'sign-in' : 'items'}>
                <Mark />
                feedctl
              </a>
              {props.accountName !== null && <Navigation section={props.section} />}
              {props.accountName !== null && <User name={props.accountName} />}
            </div>
          </header>
          <main id="content" tabindex={-1}>
            {props.done && (
              <Notice tone={props.done.isFailure ? 'bad' : 'good'}>
                <p>{props.done.text}</p>
              </Notice>
            )}
            {props.children}
          </main>
          <Foot />
        </FormToken.Provider>
      </body>
    </html>
  );
}

function Head({ title, path, refreshSeconds }: LayoutProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <base href={pathToRoot(path)} />
      <title>{`${title} - feedctl`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      {refreshSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={String(refreshSeconds)} />
        </noscript>
      )}
      <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
      <link rel="stylesheet" href={STYLE_PATH} />
      <script src={SCRIPT_PATH} defer />
    </head>
  );
}

/** The base of the page holds for links within it, too. */
function belowRoot(path: string): string {
  return path.split('/').slice(2).join('/');
}

function Navigation({ section }: { section: Section | null }) {
  return (
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
  );
}

function User({ name }: { name: string }) {
  return (
    <div class="user">
      <span class="name" title={`Signed in to the account ${name}`}>
        <span class="unseen">Account </span>
        <bdi>{name}</bdi>
      </span>
      <Form action="sign-out">
        <button type="submit" class="link">
          Sign out
        </button>
      </Form>
    </div>
  );
}

function Foot() {
  return (
    <footer class="foot">
      <div class="foot-inner">
        <span>feedctl {VERSION}</span>
        <a href="help" data-help>
          Help and keys
        </a>
      </div>
    </footer>
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

export interface PageFacts {
  title: string;
  section: Section | null;
  status?: ContentfulStatusCode;
  /** Reloads the page after this many seconds in browsers without scripts. */
  refreshSeconds?: number;
}

/** Responds with a whole page around this content. */
export function page(context: PageContext, facts: PageFacts, content: Child): Promise<Response> {
  return sendText(context, pageHtml(context, facts, content), facts.status ?? 200, HTML);
}

export const HTML = { 'Content-Type': 'text/html; charset=utf-8' } as const;

/** The HTML before and after the content of a page. */
export function pageFrame(context: PageContext, facts: PageFacts): [before: string, after: string] {
  const html = pageHtml(context, facts, raw(PLACE));
  const at = html.lastIndexOf(PLACE);
  return [html.slice(0, at), html.slice(at + PLACE.length)];
}

/** Content that is written into the frame of a page later. */
export function contentHtml(context: PageContext, content: Child): string {
  const html = (
    <FormToken.Provider value={context.get('formToken') ?? ''}>{content}</FormToken.Provider>
  );
  return html.toString();
}

const PLACE = '<!--content-->';

function pageHtml(context: PageContext, facts: PageFacts, content: Child): string {
  const html = (
    <Layout
      title={facts.title}
      section={facts.section}
      accountName={context.get('session')?.accountName ?? null}
      formToken={context.get('formToken') ?? ''}
      path={context.req.path}
      search={new URL(context.req.url).search}
      done={doneMessage(context.req.query('done'))}
      refreshSeconds={facts.refreshSeconds}
    >
      {content}
    </Layout>
  );
  return `<!doctype html>${html.toString()}`;
}

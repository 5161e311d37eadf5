import { html as escaped, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { withoutHidden } from '../../../base/hidden-characters.js';
import { OWNER_ID } from '../../accounts/account.js';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from '../style/assets.js';
import { doneMessage } from './done.js';
import { FollowDialog } from './follow.js';
import { Form } from './form.js';
import { HereContext } from './here.js';
import { contentSecurityPolicy, type PageContext, pathToRoot, sendText } from './http.js';
import { Icon } from './icons.js';
import { FactLine, type Facts, Notice } from './parts.js';
import { timeZoneOf } from './zone.js';

/** The main navigation: path below the dashboard, label, and the other pages of the section. */
const SECTIONS = [
  ['items', 'Items', []],
  ['feeds', 'Feeds', ['trouble', 'tasks', 'transfer']],
  ['bundles', 'Bundles', []],
  ['webhooks', 'Webhooks', ['deliveries']],
] as const;

/** The content of a page. */
export interface Shown {
  title: string;
  /** Content below the title. */
  sub?: Child;
  /** Buttons next to the title. */
  actions?: Child;
  /** A line of facts below the title. */
  facts?: Facts;
  tabs?: Tabs;
  content: Child;
  status?: ContentfulStatusCode;
  /** Reloads the page after this many seconds, also in browsers without scripts. */
  live?: number | undefined;
  /** Additional directives of the policy, such as `{ 'media-src': 'https:' }`. */
  policy?: Readonly<Record<string, string>>;
  /**
   * `article`, `river`: one column for reading; `centred`: a card in the middle; `first`: a single
   * field; `tool`: the heading is hidden visually.
   */
  layout?: 'article' | 'river' | 'centred' | 'first' | 'tool';
}

interface Tabs {
  /** The subject of the tabs, for screen readers. */
  label: string;
  /** Path of the first tab, below the dashboard. */
  at: string;
  /** Suffixes of the paths, with labels. */
  of: readonly (readonly [path: string, label: string, count?: number])[];
  here: string;
}

/**
 * Responds with a whole page.
 * @param body the HTML of the body, if it is already rendered
 */
export function page(
  context: PageContext,
  shown: Shown,
  body = bodyHtml(context, shown),
): Promise<Response> {
  setPolicy(context, shown);
  const [before, after] = frameHtml(context, shown);
  return sendText(context, before + body + after, undefined, shown.status);
}

export function setPolicy(context: PageContext, { policy }: Pick<Shown, 'policy'>): void {
  if (policy) context.header('Content-Security-Policy', contentSecurityPolicy(policy));
}

/** The part of a page that is known before its body. */
type Framing = Pick<Shown, 'title' | 'tabs' | 'live' | 'layout' | 'status'>;

const PLACE = '<!--page-->';
const PROBLEMS = '<!--problems-->';

/** The HTML before and after the body of a page. */
export function frameHtml(context: PageContext, facts: Framing) {
  const html = `<!doctype html>${render(context, <Frame context={context} facts={facts} />)}`;
  const at = html.lastIndexOf(PLACE);
  return [html.slice(0, at), html.slice(at + PLACE.length)] as const;
}

/** Heading and content of a page. */
export function bodyHtml(context: PageContext, shown: Shown): string {
  return render(context, <Body {...shown} />);
}

export function render(context: PageContext, content: Child): string {
  const here = {
    formToken: context.get('formToken') ?? '',
    isReadOnly: context.get('session')?.isReadOnly ?? false,
    hasFiles: context.get('hasFiles') ?? false,
    now: context.get('now') ?? Date.now(),
    timeZone: timeZoneOf(context),
    refused: context.get('refused') ?? null,
    wrong: { fields: [] as string[], others: [] as string[] },
  };
  const html = <HereContext.Provider value={here}>{content}</HereContext.Provider>;
  const written = html.toString();
  const { fields, others } = here.wrong;
  if (fields.length + others.length === 0) {
    // Shows problems that no part of the page shows, such as those of a form that the page no
    // longer has.
    const isSaid = (problem: string) => written.includes(String(escaped`${problem}`));
    others.push(...(here.refused?.problems ?? []).filter((problem) => !isSaid(problem)));
  }
  if (fields.length + others.length === 0) return withoutHidden(written);
  const named =
    fields.length > 0 ? [`Not saved. Check these fields: ${[...new Set(fields)].join(', ')}.`] : [];
  const notice = <Notice tone="bad" text={[...named, ...others].join('\n')} />;
  return withoutHidden(written.replace(PROBLEMS, () => notice.toString()));
}

interface FrameProps {
  context: PageContext;
  facts: Framing;
}

function Frame({ context, facts: { title, tabs, live, layout, status = 200 } }: FrameProps) {
  const { path, url } = context.req;
  const session = context.get('session');
  const [, tab = ''] = tabs?.of.find(([end]) => end === tabs.here && end !== '') ?? [];
  const chosen = ['show', 'status', 'q'].map(
    (name) => context.req.query(name)?.slice(0, 100) ?? '',
  );
  const parts = [tab.toLowerCase(), ...chosen].filter((part) => !title.includes(part));
  // Links within the page need the full path, because the base of the page applies to them, too.
  const own = `${path.split('/').slice(2).join('/')}${new URL(url).search}`;
  const done = doneMessage(context.req.query('done'));
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <base href={pathToRoot(path)} />
        <title>{`${[400, 403].includes(status) ? 'Error: ' : ''}${[title, ...parts].join(': ')} - feedctl`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {live !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(live)} />
          </noscript>
        )}
        <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
        <link rel="stylesheet" href={STYLE_PATH} />
        <script src={SCRIPT_PATH} defer />
      </head>
      <body>
        <a class="skip" href={`${own}#content`}>
          Skip to content
        </a>
        <header class="top">
          <div class="top-inner">
            <a class="brand" href={session ? 'items' : 'sign-in'}>
              <Mark />
              feedctl
            </a>
            {session && <Navigation path={path} />}
            {session && (
              <User name={session.accountName} isOwner={session.account.id === OWNER_ID} />
            )}
          </div>
        </header>
        <main id="content" tabindex={-1}>
          <Notice tone={done?.isFailure ? 'bad' : 'good'} text={done?.text} />
          {session?.isReadOnly && <p class="hint">Read-only: your key cannot change anything.</p>}
          {raw(PLACE)}
        </main>
        {session && !session.isReadOnly && layout !== 'first' && <FollowDialog />}
      </body>
    </html>
  );
}

function Navigation({ path }: { path: string }) {
  const part = path.includes('/items/') ? 'items' : (path.split('/')[2] ?? '');
  return (
    <nav aria-label="Main">
      <ul>
        {SECTIONS.map(([section, label, others]) => (
          <li>
            <Link to={section} isHere={[section, ...others].includes(part as never)}>
              <Icon name={section} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Link({ to, isHere, children }: { to: string; isHere: boolean; children?: Child }) {
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** The menu of the account. */
function User({ name, isOwner }: { name: string; isOwner: boolean }) {
  return (
    <details class="user">
      <summary class="name" title={`Signed in to the account ${name}`}>
        <span class="unseen">Account </span>
        <bdi>{name}</bdi>
      </summary>
      <div>
        <a href="keys">API keys</a>
        {isOwner && <a href="accounts">Accounts</a>}
        <a href="help" data-help>
          Help
        </a>
        <Form action="sign-out" isForAll>
          <button type="submit" class="link">
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}

/** The logo: waves of a feed, small enough to be part of every page. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="5" cy="15" r="2.2" />
      <path d="M3 9.2a7.8 7.8 0 0 1 7.8 7.8M3 3.6A13.4 13.4 0 0 1 16.4 17" />
    </svg>
  );
}

function Body({ title, sub, actions, facts, tabs, content, live, layout }: Shown) {
  return (
    <div id="page" class={`page ${layout ?? ''}`.trim()} data-live={live}>
      {raw(PROBLEMS)}
      <div class="heading">
        <h1 dir="auto">{title}</h1>
        {sub && <div class="sub">{sub}</div>}
        {facts && <FactLine facts={facts} />}
        {actions && <div class="actions">{actions}</div>}
      </div>
      {tabs && (
        <nav class="tabs" aria-label={tabs.label}>
          <ul>
            {tabs.of.map(([end, name, count]) => (
              <li>
                <Link to={`${tabs.at}${end}`} isHere={end === tabs.here}>
                  {name}
                  {count !== undefined && <span class="count"> {count.toLocaleString('en')}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {content}
    </div>
  );
}

import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ServiceError } from '../../../core/errors.js';
import { InvalidFields } from '../../error-response.js';
import type { HttpDeps } from '../../http-deps.js';
import { pageNumber } from '../frame/address.js';
import type { DoneKey } from '../frame/done.js';
import { type Form, readForm } from '../frame/read-form.js';
import type { PageApp, PageContext } from '../frame/requests.js';
import { contentSecurityPolicy, seeOther } from '../frame/responses.js';
import { page, type Section } from '../views/layout.js';

/** One page of the dashboard, and what its forms do. It has no state: a visit brings everything. */
export interface Screen {
  section: Section | null;
  show(visit: Visit): Shown | Promise<Shown>;
  /** Its forms send files, of at most this many bytes together. */
  uploadBytes?: number;
  /** By the path that a form is sent to, below the dashboard. */
  actions?: Readonly<Record<string, Action>>;
}

/**
 * What a form does. A refusal that its user can correct is shown on the page of the form, with what
 * was entered: see `Visit.refused`.
 */
type Action = (visit: Visit, form: Form) => Promise<Shown | GoTo>;

/** A page as it is shown. */
export interface Shown {
  title: string;
  content: Child;
  status?: ContentfulStatusCode;
  /** Reloads the page after this many seconds in browsers without scripts. */
  refreshSeconds?: number;
  /** Directives beside those of every page, such as `{ 'media-src': 'https:' }`. */
  policy?: Readonly<Record<string, string>>;
}

/** Another page, below the dashboard, and what was done. */
export interface GoTo {
  to: string;
  done?: DoneKey;
}

/** A form that was not accepted. */
export interface Refused {
  /** Where it was sent to, below the dashboard. */
  action: string;
  form: Form;
  message: string;
  /** What is wrong with each field, or the message alone. */
  problems: readonly string[];
}

/** Longest value in an address that is read. */
const MAX_LENGTH = 200;

/** One request of somebody who has signed in. */
export class Visit {
  constructor(
    readonly http: HttpDeps,
    readonly context: PageContext,
    readonly refused: Refused | null = null,
  ) {}

  get deps() {
    return this.http.deps;
  }

  get db() {
    return this.http.deps.store.db;
  }

  get account() {
    return this.context.get('session').account;
  }

  /** Milliseconds. */
  get now(): number {
    return this.http.deps.clock.now();
  }

  /** A part of the path. */
  param(name: string): string {
    return this.context.req.param(name) ?? '';
  }

  /** The value of a parameter in the address, trimmed; "" without one. */
  query(name: string): string {
    return (this.context.req.query(name) ?? '').trim().slice(0, MAX_LENGTH);
  }

  /** The page of a list, from 1. */
  get page(): number {
    return pageNumber(this.context.req.query('page'));
  }

  get webhooks() {
    return this.http.webhooks.of(this.account);
  }
}

/** Mounts pages by their paths below the dashboard, and the actions of each. */
export function mountScreens(
  app: PageApp,
  http: HttpDeps,
  screens: Readonly<Record<string, Screen>>,
): void {
  for (const [path, screen] of Object.entries(screens)) {
    app.get(`/dashboard/${path}`, (context) => show(screen, new Visit(http, context)));
    for (const [target, act] of Object.entries(screen.actions ?? {})) {
      app.post(`/dashboard/${target}`, async (context) => {
        const form = await readForm(context, screen.uploadBytes);
        const visit = new Visit(http, context);
        try {
          return answer(visit, screen, await act(visit, form));
        } catch (error) {
          if (!isCorrectable(error)) throw error;
          const action = context.req.path.split('/').slice(2).join('/');
          const { message } = error;
          const problems = error instanceof InvalidFields ? error.problems : [message];
          const refused = { action, form, message, problems };
          return show(screen, new Visit(http, context, refused));
        }
      });
    }
  }
}

/** Whether the user can do something about it on the page of the form. */
function isCorrectable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [400, 409, 422].includes(error.status);
}

async function show(screen: Screen, visit: Visit): Promise<Response> {
  return answer(visit, screen, await screen.show(visit));
}

function answer(visit: Visit, { section }: Screen, result: Shown | GoTo) {
  const { context, refused } = visit;
  if ('to' in result) return seeOther(context, result.to, result.done);
  const { content, policy, ...facts } = result;
  if (policy) context.header('Content-Security-Policy', contentSecurityPolicy(policy));
  const status = facts.status ?? (refused === null ? 200 : 400);
  return page(context, { ...facts, section, status }, content);
}

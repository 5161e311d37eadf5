import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { HttpDeps } from '../../http/http-deps.js';
import { acceptsGzip } from '../../http/published.js';
import type { Session } from '../use-cases/sign-in.js';
import type { AccountFiles, UploadedFile } from '../use-cases/tasks.js';
import type { DoneKey } from './done.js';

/** What the dashboard is made from. */
export interface DashboardDeps extends HttpDeps {
  /** Import and export; absent where nothing implements them. */
  files?: AccountFiles | undefined;
}

/** The submitted values of a form. */
export interface Form {
  /** The trimmed value of a field; "" when it is missing. */
  text(name: string): string;
  /** All values of a repeated field. */
  all(name: string): string[];
  /** Whether the field was sent, such as a ticked checkbox. */
  has(name: string): boolean;
  /** The file of a field; null when none was chosen. */
  file(name: string): Promise<UploadedFile | null>;
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

/** The context of a dashboard request. */
export interface PageEnv {
  Bindings: { requestId: string; clientAddress: string };
  Variables: {
    /** Set on every page except the sign-in pages. */
    session: Session;
    /** The form token of this visitor, against cross-site requests. */
    formToken: string;
    /** Whether files can be imported and exported. */
    hasFiles: boolean;
    /** Milliseconds. */
    now: number;
    /** The form that this page answers, when it was not accepted. */
    refused: Refused | null;
  };
}

export type PageContext = Context<PageEnv>;
export type PageApp = Hono<PageEnv>;

/** A path below the dashboard with its query, without empty values: `feeds?show=failing`. */
export function dashboardAddress(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The path of a request below the dashboard. */
export function pathBelow({ req }: PageContext): string {
  return req.path.split('/').slice(2).join('/');
}

/**
 * The relative path to the start of the dashboard. A proxy may serve it under a longer path that
 * only the browser knows, so all links are relative.
 */
export function pathToRoot(path: string): string {
  return `${'../'.repeat(path.split('/').length - 2)}dashboard/`;
}

/**
 * Redirects to a page after a form was processed.
 * @param page below the dashboard, such as `keys`
 */
export function seeOther(context: PageContext, page: string, done?: DoneKey): Response {
  const target = `${pathToRoot(context.req.path)}${page}`;
  const query = done === undefined ? '' : `${target.includes('?') ? '&' : '?'}done=${done}`;
  return context.redirect(`${target}${query}`, 303);
}

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * Allows the style sheet, script and pictures of this service: nothing inline and nothing from
 * elsewhere (a remote picture would tell its publisher who reads it), no frames. `base-uri` allows
 * the one relative base of every page.
 * @param additional directives of one page, such as `{ 'frame-src': "'self'" }`
 */
export function contentSecurityPolicy(additional: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...POLICY, ...additional })
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Headers of every response under `/dashboard`, errors included. */
export const securityHeaders = createMiddleware<PageEnv>(async (context, next) => {
  context.header('Content-Security-Policy', contentSecurityPolicy());
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'same-origin');
  context.header('Cross-Origin-Opener-Policy', 'same-origin');
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  context.header('Cache-Control', 'no-store');
  await next();
});

const compress = promisify(gzip);

/** Smaller texts would hardly shrink. */
const MIN_GZIP_BYTES = 1024;

export const HTML = { 'Content-Type': 'text/html; charset=utf-8' } as const;

/**
 * Answers with a text, in gzip where the browser takes it. A page has no secret that repeats: the
 * tokens of its forms are masked, so that its length says nothing about them.
 */
export async function sendText(
  context: PageContext,
  text: string,
  headers: Readonly<Record<string, string>> = HTML,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  context.header('Vary', 'Accept-Encoding');
  const accepted = acceptsGzip(context.req.header('Accept-Encoding'));
  if (text.length < MIN_GZIP_BYTES || !accepted) return context.body(text, status, headers);
  const body = new Uint8Array(await compress(text));
  return context.body(body, status, { ...headers, 'Content-Encoding': 'gzip' });
}

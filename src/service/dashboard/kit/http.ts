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

/** Dependencies of the dashboard. */
export interface DashboardDeps extends HttpDeps {
  /** Import and export; undefined if nothing implements them. */
  files?: AccountFiles | undefined;
}

/** The submitted values of a form. */
export interface Form {
  /** The trimmed value of a field; "" if it is missing. */
  text(name: string): string;
  /** All values of a repeated field. */
  all(name: string): string[];
  /** True if the field was sent; browsers send a checkbox only if it is ticked. */
  has(name: string): boolean;
  /** The file of a field; null if none was chosen. */
  file(name: string): Promise<UploadedFile | null>;
}

/** A form that was not accepted. */
export interface Refused {
  /** The target of the form, below the dashboard. */
  action: string;
  form: Form;
  message: string;
  /** The problems of the fields, or only the message. */
  problems: readonly string[];
}

/** The context of a dashboard request. */
export interface PageEnv {
  Bindings: { requestId: string; clientAddress: string };
  Variables: {
    /** The session; set on every page except the sign-in pages. */
    session: Session;
    /** The form token of this visitor, against cross-site requests. */
    formToken: string;
    /** True if files can be imported and exported. */
    hasFiles: boolean;
    /** The current time, in milliseconds. */
    now: number;
    /** The refused form that this page responds to; null if there is none. */
    refused: Refused | null;
  };
}

export type PageContext = Context<PageEnv>;
export type PageApp = Hono<PageEnv>;

/**
 * A path below the dashboard with its query, without empty values, such as `feeds?show=failing`.
 */
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
 * The relative path to the root of the dashboard. All links are relative, because a proxy may serve
 * the dashboard under a longer path that only the browser knows.
 */
export function pathToRoot(path: string): string {
  return `${'../'.repeat(path.split('/').length - 2)}dashboard/`;
}

/**
 * Redirects to a page after a form was processed.
 * @param page path below the dashboard, such as `keys`
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
 * Allows the style sheet, the script and the pictures of this service. Inline code, frames and
 * remote resources are blocked: a remote picture would tell its publisher who reads it. `base-uri`
 * allows the one relative base of every page.
 * @param additional directives of one page, such as `{ 'frame-src': "'self'" }`
 */
export function contentSecurityPolicy(additional: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...POLICY, ...additional })
    .map((directive) => directive.join(' '))
    .join('; ');
}

/** Sets the headers of every response under `/dashboard`, including errors. */
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

/** Minimum size for gzip, in bytes: smaller texts would hardly shrink. */
const MIN_GZIP_BYTES = 1024;

export const HTML = { 'Content-Type': 'text/html; charset=utf-8' } as const;

/**
 * Responds with a text, compressed with gzip if the browser accepts it. Compression reveals no
 * secret, because no secret of a page repeats: the tokens of its forms are masked.
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

import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { isBundleId, VERSION } from '../../contract/index.js';
import { encodeText } from '../core/answers.js';
import { ServiceError } from '../core/errors.js';
import type { Clock } from '../core/time.js';
import { NO_PICTURE, type PictureCache } from '../fetch/pictures/picture-cache.js';
import { rssFeedUrl } from '../operation/public-address.js';
import { type FormatName, isFormatName, mediaTypeOf, writeDocument } from '../publish/formats.js';
import { pictureKey, picturesOf } from '../publish/html.js';
import { pagePolicy } from '../publish/page.js';
import type { PublishedRevision, PublishedSource } from '../publish/published-channel.js';
import type { AnswerCache } from './answer-cache.js';
import { refuseOtherMethods } from './error-response.js';
import type { HttpEnv } from './http-deps.js';
import { sendParts } from './send-parts.js';

export interface PublishedDeps {
  feeds: PublishedSource;
  bundles: PublishedSource;
  clock: Clock;
  /** Where the documents are published: they name their own address. */
  base(): Promise<string>;
  /** Documents, plain and in gzip. */
  answers: AnswerCache;
  /** Remote pictures for the pages. */
  pictures(): Promise<Pick<PictureCache, 'get'>>;
  /** The hub that the documents name. */
  hub?: { url: string } | undefined;
}

const PATH = '/feeds/:file';
const PICTURE_PATH = '/feeds/:id/pictures/:key';
const FILE = /^(_?[0-9A-Za-z]{16})\.([a-z]+)$/;

/** Smaller documents would hardly shrink. */
const MIN_GZIP_BYTES = 1024;

const compress = promisify(gzip);

/**
 * `/feeds/<id>.xml`, `.atom`, `.json`, `.csv` and `.html` of feeds and bundles. Who knows the id may read;
 * a reader that has the newest document is told so before a single item is loaded.
 */
export function publishedRoutes(deps: PublishedDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(PATH, publicDocument);
  app.get(PATH, (context) => answerPublished(context, deps));
  app.options(PATH, preflight);
  app.get(PICTURE_PATH, (context) => sendPicture(context, deps));
  refuseOtherMethods(app, [
    { method: 'GET', path: PATH },
    { method: 'GET', path: PICTURE_PATH },
  ]);
  return app;
}

/**
 * A page runs the one script that its hash allows, in an origin of its own, and its links may be opened
 * next to it. `feed:` opens a program.
 */
const PAGE_POLICY = `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols; ${pagePolicy()}`;

/** The text of strangers under our own name: readable from anywhere, never run as a page. */
const publicDocument: MiddlewareHandler<HttpEnv> = async (context, next) => {
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Access-Control-Expose-Headers', 'ETag, Last-Modified, Link');
  context.header('Content-Security-Policy', 'sandbox');
  context.header('X-Content-Type-Options', 'nosniff');
  await next();
};

/** Browsers ask first when a script sends validators. */
function preflight(context: Context<HttpEnv>): Response {
  context.header('Access-Control-Allow-Methods', 'GET, HEAD');
  context.header('Access-Control-Allow-Headers', 'If-None-Match, If-Modified-Since');
  context.header('Access-Control-Max-Age', '86400');
  return context.body(null, 204);
}

async function answerPublished(context: Context<HttpEnv>, deps: PublishedDeps): Promise<Response> {
  const { id, format } = publishedDocument(context.req.path);
  const { source, revision } = await find(id, deps);

  const validators = validatorsOf(revision, deps.clock.now(), deps.hub?.url);
  context.header('ETag', validators.etag);
  context.header('Last-Modified', validators.lastModified.toUTCString());
  context.header('Cache-Control', 'public, max-age=60');
  context.header('Vary', 'Accept-Encoding, Sec-Fetch-Dest');
  if (isForPeople(context, format)) return context.redirect(`${id}.html`, 303);
  if (deps.hub !== undefined && format !== 'csv' && format !== 'html') {
    const self = rssFeedUrl(await deps.base(), id).replace(/xml$/, format);
    context.header('Link', `<${deps.hub.url}>; rel="hub", <${self}>; rel="self"`);
  }
  if (isUnchanged(context.req.raw.headers, validators)) return context.body(null, 304);

  const name = `published ${id}.${format} ${await deps.base()}`;
  const plain = await deps.answers.get(name, revision.revision, async () => {
    const channel = await source.loadChannel(id);
    if (channel === null) throw unknown(id);
    return encodeText(writeDocument(channel, format));
  });
  const zip = plain.length >= MIN_GZIP_BYTES && acceptsGzip(context.req.header('Accept-Encoding'));
  if (zip) context.header('Content-Encoding', 'gzip');
  const body = zip
    ? await deps.answers.get(
        `${name} gzip`,
        revision.revision,
        async () => new Uint8Array(await compress(plain)),
      )
    : plain;
  if (format === 'html') context.header('Content-Security-Policy', PAGE_POLICY);
  context.header('Content-Type', mediaTypeOf(format));
  context.header('Content-Length', String(body.length));
  return sendParts(context, [body], 200);
}

async function find(id: string, { feeds, bundles }: PublishedDeps) {
  const source = isBundleId(id) ? bundles : feeds;
  const revision = await source.findRevision(id);
  if (revision === null) throw unknown(id);
  return { source, revision };
}

/** How long a page waits for a picture that is not kept yet, in milliseconds. */
const PICTURE_WAIT_MS = 1_500;

/** A picture that the page of a feed or a bundle shows: no other address is fetched. */
async function sendPicture(context: Context<HttpEnv>, deps: PublishedDeps): Promise<Response> {
  const { id = '', key } = context.req.param();
  const { source, revision } = await find(id, deps);
  const addresses = await deps.answers.get(`pictures of ${id}`, revision.revision, async () => {
    const channel = await source.loadChannel(id);
    return encodeText(channel === null ? '' : picturesOf(channel).join('\n'));
  });
  const all = new TextDecoder().decode(addresses).split('\n');
  const address = all.find((one) => pictureKey(one) === key);
  if (address === undefined) throw new ServiceError('NOT_FOUND', 'The page shows no such picture.');
  const picture = await (await deps.pictures()).get(address, PICTURE_WAIT_MS);
  context.header('Content-Security-Policy', "default-src 'none'; sandbox");
  context.header('X-Content-Type-Options', 'nosniff');
  if (picture.state === 'found') {
    context.header('Cache-Control', 'public, max-age=604800, immutable');
    return context.body(new Uint8Array(picture.body), 200, { 'Content-Type': picture.type });
  }
  const isPending = picture.state === 'pending';
  context.header('Cache-Control', isPending ? 'no-store' : 'public, max-age=3600');
  return context.body(new Uint8Array(NO_PICTURE), 200, { 'Content-Type': 'image/gif' });
}

/**
 * Whether a person has followed a link to the XML in a browser, which would show its source: no program
 * asks for a document to navigate to (Fetch Metadata, `Sec-Fetch-Dest`). Any query shows the source.
 */
function isForPeople({ req }: Context<HttpEnv>, format: FormatName): boolean {
  const isXml = format === 'xml' || format === 'atom';
  return isXml && req.header('Sec-Fetch-Dest') === 'document' && !req.url.includes('?');
}

function publishedDocument(path: string): { id: string; format: FormatName } {
  const [, id, extension = ''] = FILE.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  if (id !== undefined && isFormatName(extension)) return { id, format: extension };
  throw new ServiceError(
    'NOT_FOUND',
    `There is nothing at ${path}. Feeds are published as /feeds/ID.xml, .atom, .json, .csv and .html.`,
  );
}

function unknown(id: string): ServiceError {
  const message = `Nothing is published under ${id}: it was deleted, or the address is mistyped.`;
  return new ServiceError(isBundleId(id) ? 'BUNDLE_NOT_FOUND' : 'FEED_NOT_FOUND', message);
}

/**
 * The ETag is weak because it stands for the document in any encoding, and names our version because
 * a new one may write the same items differently. HTTP dates have whole seconds: what changed within
 * this very second may do so again, so it is dated a second back.
 */
function validatorsOf(
  { revision, updatedAt }: PublishedRevision,
  now: number,
  hub: string | undefined,
): Validators {
  const changed = Math.floor(updatedAt / 1000);
  const seconds = changed === Math.floor(now / 1000) ? changed - 1 : changed;
  // Readers learn of another hub, too.
  const named = hub === undefined ? '' : `.${hash('sha256', hub, 'hex').slice(0, 8)}`;
  return {
    etag: `W/"${VERSION}.${revision}${named}"`,
    lastModified: new Date(seconds * 1000),
  };
}

/** Whether an Accept-Encoding header (RFC 9110 section 12.5.3) takes gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((entry) => {
      const [coding = '', ...parameters] = entry
        .split(';')
        .map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, q === undefined ? 1 : Number(q)];
    }),
  );
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return weight > 0;
}

/** What a reader may compare its copy by. */
interface Validators {
  /** With its quotes, and `W/` when weak. */
  etag: string;
  /** In whole seconds. */
  lastModified: Date;
}

/**
 * Whether a conditional GET (RFC 9110 section 13) gets 304. Entity tags are compared weakly; a date
 * counts only when there are none.
 */
function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers.get('If-None-Match');
  if (noneMatch !== null) {
    return noneMatch.trim() === '*' || entityTags(noneMatch).includes(opaque(etag));
  }
  const since = Date.parse(headers.get('If-Modified-Since') ?? '');
  return lastModified.getTime() <= since;
}

/** The quoted parts; a bare one, which some readers send, counts as well. */
function entityTags(header: string): string[] {
  const tags = header.match(/"[^"]*"/g);
  return tags ?? header.split(',').map((tag) => `"${opaque(tag.trim())}"`);
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

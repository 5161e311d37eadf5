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
  /** Base address of the published documents, which contain their own address. */
  base(): Promise<string>;
  /** Cached documents, plain and gzipped. */
  answers: AnswerCache;
  /** Remote pictures for the pages. */
  pictures(): Promise<Pick<PictureCache, 'get'>>;
  /** The hub that the documents declare. */
  hub?: { url: string } | undefined;
}

const PATH = '/feeds/:file';
const PICTURE_PATH = '/feeds/:id/pictures/:key';
const FILE = /^(_?[0-9A-Za-z]{16})\.([a-z]+)$/;

/** Minimum size for gzip: smaller documents hardly shrink. */
const MIN_GZIP_BYTES = 1024;

const compress = promisify(gzip);

/**
 * `/feeds/<id>.xml`, `.atom`, `.json`, `.csv` and `.html` of feeds and bundles. Anyone who knows
 * the id may read them. A reader with the newest document gets 304 before any item is loaded.
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
 * Policy of a page: it runs the one script that its hash allows, in an origin of its own, and its
 * links may open new windows. `feed:` opens a program.
 */
const PAGE_POLICY = `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols; ${pagePolicy()}`;

/**
 * Headers for documents with untrusted text under the service's own name: readable from any origin,
 * never run as a page.
 */
const publicDocument: MiddlewareHandler<HttpEnv> = async (context, next) => {
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Access-Control-Expose-Headers', 'ETag, Last-Modified, Link');
  context.header('Content-Security-Policy', 'sandbox');
  context.header('X-Content-Type-Options', 'nosniff');
  await next();
};

/** Answers the preflight request that browsers send if a script sets validators. */
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

/** Time for which a page waits for a picture that is not stored, in milliseconds. */
const PICTURE_WAIT_MS = 1_500;

/** Sends a picture that the page of a feed or a bundle shows; other addresses are not fetched. */
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
 * True if a person followed a link to the XML in a browser, which would show its source: programs
 * do not navigate (Fetch Metadata, `Sec-Fetch-Dest`). Any query shows the source.
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
 * The ETag is weak because it stands for the document in any encoding. It contains the version of
 * feedctl, because another version may write the same items differently. HTTP dates have whole
 * seconds: a change within the current second is dated one second back, because another may follow.
 */
function validatorsOf(
  { revision, updatedAt }: PublishedRevision,
  now: number,
  hub: string | undefined,
): Validators {
  const changed = Math.floor(updatedAt / 1000);
  const seconds = changed === Math.floor(now / 1000) ? changed - 1 : changed;
  // The hub is part of the ETag, so that readers notice another one.
  const named = hub === undefined ? '' : `.${hash('sha256', hub, 'hex').slice(0, 8)}`;
  return {
    etag: `W/"${VERSION}.${revision}${named}"`,
    lastModified: new Date(seconds * 1000),
  };
}

/** True if an Accept-Encoding header (RFC 9110 section 12.5.3) accepts gzip. */
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

/** Validators by which a reader compares its copy. */
interface Validators {
  /** Entity tag with its quotes, and with `W/` if it is weak. */
  etag: string;
  /** Time of the last change, in whole seconds. */
  lastModified: Date;
}

/**
 * True if a conditional GET (RFC 9110 section 13) gets 304. Entity tags are compared weakly; a date
 * counts only without them.
 */
function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers.get('If-None-Match');
  if (noneMatch !== null) {
    return noneMatch.trim() === '*' || entityTags(noneMatch).includes(opaque(etag));
  }
  const since = Date.parse(headers.get('If-Modified-Since') ?? '');
  return lastModified.getTime() <= since;
}

/** The quoted parts; an unquoted tag, which some readers send, counts as well. */
function entityTags(header: string): string[] {
  const tags = header.match(/"[^"]*"/g);
  return tags ?? header.split(',').map((tag) => `"${opaque(tag.trim())}"`);
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

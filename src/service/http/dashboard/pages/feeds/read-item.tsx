import { createHash } from 'node:crypto';
import { parseUrl } from '../../../../../base/url.js';
import type { Attachment } from '../../../../../contract/index.js';
import { getFeedSummary } from '../../../../dashboard/feed-details.js';
import { feedItem, type PlacedItem } from '../../../../dashboard/feed-items.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp } from '../../frame/requests.js';
import { contentSecurityPolicy } from '../../frame/responses.js';
import { Attachments, Tags, titleOf } from '../../views/items.js';
import { page } from '../../views/layout.js';
import { Heading, RemoteLink, Time } from '../../views/pieces.js';

/** Files that one page plays. */
const MAX_PLAYERS = 4;

/**
 * `/dashboard/feeds/:id/items/:place`: one item, its text in a frame without scripts, requests and
 * origin, and players of its files.
 */
export function readItemPages(app: PageApp, { deps }: HttpDeps): void {
  const { db } = deps.store;
  app.get('/dashboard/feeds/:id/items/:place', async (context) => {
    const { account } = context.get('session');
    const { id, place } = context.req.param();
    const feed = await getFeedSummary(deps, account, id);
    const item = await feedItem(db, account, id, place);
    const playable = playableOf(item);
    // Players load from any host, because podcast hosts redirect to each other; nothing is loaded
    // before somebody plays.
    context.header(
      'Content-Security-Policy',
      contentSecurityPolicy({
        'frame-src': "'self'",
        ...(playable.length > 0 && { 'media-src': 'https:' }),
      }),
    );
    return page(
      context,
      { title: titleOf(item), section: 'feeds' },
      <ReadItem
        feed={{ id, title: feed.title }}
        item={item}
        playable={playable}
        now={deps.clock.now()}
      />,
    );
  });

  app.get('/dashboard/feeds/:id/items/:place/text', async (context) => {
    const { account } = context.get('session');
    const { id, place } = context.req.param();
    const item = await feedItem(db, account, id, place);
    context.header('Content-Security-Policy', TEXT_POLICY);
    context.header('X-Frame-Options', 'SAMEORIGIN');
    context.header('Referrer-Policy', 'no-referrer');
    return context.html(textDocument(item));
  });
}

interface ReadItemProps {
  feed: { id: string; title: string };
  item: PlacedItem;
  playable: readonly Attachment[];
  now: number;
}

function ReadItem({ feed, item, playable, now }: ReadItemProps) {
  const at = `feeds/${feed.id}`;
  return (
    <>
      <Heading
        title={titleOf(item)}
        sub={
          <>
            <a href={at} dir="auto">
              {feed.title || 'Untitled feed'}
            </a>
            {' · '}
            {item.date_published === null ? (
              'No date'
            ) : (
              <Time at={Date.parse(item.date_published)} now={now} />
            )}
            {item.authors.length > 0 && (
              <>
                {' · '}
                <bdi>{item.authors.map(({ name }) => name).join(', ')}</bdi>
              </>
            )}
          </>
        }
      >
        {item.url !== '' && <RemoteLink href={item.url}>Open at the source</RemoteLink>}
      </Heading>
      {playable.map((file) => (
        <Player file={file} />
      ))}
      {item.attachments && <Attachments files={item.attachments} />}
      {item.tags && <Tags names={item.tags} />}
      {item.summary && <p dir="auto">{item.summary}</p>}
      {item.description_html === '' ? (
        <p class="muted">The item has no text.</p>
      ) : (
        <>
          <iframe
            class="frame"
            title="Text of the item"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={`${at}/items/${item.place}/text`}
          />
          <p class="hint">
            Pictures in the text are not loaded: the site would learn that you read it.
          </p>
        </>
      )}
    </>
  );
}

function Player({ file }: { file: Attachment }) {
  const { url, mime_type: type, title } = file;
  const host = parseUrl(url)?.host ?? '';
  const isAudio = type.startsWith('audio/');
  const label = `${title ?? (isAudio ? 'Audio' : 'Video')} from ${host}`;
  // Feeds name no captions.
  const Media = isAudio ? 'audio' : 'video';
  return (
    <figure class="player">
      <Media controls preload="none" src={url} aria-label={label} />
      <figcaption class="meta" dir="auto">
        {label}. It is loaded when you play it.
      </figcaption>
    </figure>
  );
}

function playableOf({ attachments = [] }: PlacedItem): Attachment[] {
  return attachments
    .filter(
      ({ url, mime_type }) => /^https:\/\//i.test(url) && /^(?:audio|video)\//.test(mime_type),
    )
    .slice(0, MAX_PLAYERS);
}

const TEXT_STYLE =
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}body{margin:0;padding:20px;font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'pre{overflow:auto}img{font-style:italic}table{border-collapse:collapse}td,th{border:1px solid;padding:4px 8px}blockquote{margin-inline-start:0;padding-inline-start:16px;border-inline-start:3px solid}';

/** The text loads nothing: no pictures, styles, fonts or scripts, whatever its HTML says. */
const TEXT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(TEXT_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** The HTML of the item is sanitised when it is stored. Links open outside of the frame. */
function textDocument({ title, description_html, language }: PlacedItem): string {
  const lang = language !== undefined && /^[\w-]{1,35}$/.test(language) ? language : '';
  return `<!doctype html><html${lang === '' ? '' : ` lang="${lang}"`} dir="auto"><head><meta charset="utf-8"><title>${escaped(title || 'Item')}</title><base target="_blank"><meta name="viewport" content="width=device-width"><style>${TEXT_STYLE}</style></head><body dir="auto"><main>${description_html}</main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { parseUrl } from '../../../../../base/url.js';
import type { Attachment } from '../../../../../contract/index.js';
import { getFeedSummary } from '../../../../dashboard/feed-details.js';
import { feedItem, type PlacedItem } from '../../../../dashboard/feed-items.js';
import { neighboursOf } from '../../../../dashboard/river.js';
import type { Screen } from '../../kit/screen.js';
import { articleHtml } from '../../views/article-html.js';
import { nameOfFeed } from '../../views/feed-parts.js';
import { Attachments, SourceLink, Tags, titleOf } from '../../views/items.js';
import { Heading, Time } from '../../views/pieces.js';

/** Files that one page plays. */
const MAX_PLAYERS = 4;

/** `/dashboard/feeds/:id/items/:place`: one item, its text, and players of its files. */
export const ARTICLE: Screen = {
  section: 'items',
  async show(visit) {
    const { deps, db, account, now } = visit;
    const [id, place] = [visit.param('id'), visit.param('place')];
    const feed = await getFeedSummary(deps, account, id);
    const item = await feedItem(db, account, id, place);
    const [addedAt = 0, position = 0] = place.split('-').map(Number);
    const { newer, older } = await neighboursOf(deps, id, { addedAt, position });
    const playable = playableOf(item);
    const at = `feeds/${id}`;
    const html = articleHtml(item.description_html, visit.context.get('formToken'));
    const isSummaryNew =
      item.summary && !item.description_text.startsWith(item.summary.slice(0, 80));
    return {
      title: titleOf(item),
      // Players load from any host, because podcast hosts redirect to each other; nothing is loaded
      // before somebody plays.
      ...(playable.length > 0 && { policy: { 'media-src': 'https:' } }),
      content: (
        <article class="article">
          <Heading
            title={titleOf(item)}
            sub={
              <>
                <a href={at} dir="auto">
                  {nameOfFeed(feed)}
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
                <SourceLink url={item.url} title={titleOf(item)} />
              </>
            }
          />
          {playable.map((file) => (
            <Player file={file} />
          ))}
          {isSummaryNew && <p dir="auto">{item.summary}</p>}
          {item.description_html === '' ? (
            <p class="muted">The item has no text.</p>
          ) : (
            <div
              class="prose"
              dir="auto"
              {...languageOf(item)}
              dangerouslySetInnerHTML={{ __html: html }}
            />
          )}
          {item.attachments && <Attachments files={item.attachments} />}
          {item.tags && <Tags names={item.tags} />}
          <nav class="pager" aria-label="Items of the feed">
            {newer === null ? (
              <span />
            ) : (
              <a href={`${at}/items/${newer}`} rel="prev">
                Newer
              </a>
            )}
            {older === null ? (
              <span />
            ) : (
              <a href={`${at}/items/${older}`} rel="next">
                Older
              </a>
            )}
          </nav>
        </article>
      ),
    };
  },
};

function languageOf({ language }: PlacedItem) {
  return language !== undefined && /^[\w-]{1,35}$/.test(language) ? { lang: language } : {};
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

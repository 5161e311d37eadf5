import type { FeedEntry } from '../../../dashboard/find-feeds.js';
import { Monogram } from './pieces.js';

/** A feed in a list, on the way to its page. */
export function FeedName({ id, title, sourceUrl }: Pick<FeedEntry, 'id' | 'title' | 'sourceUrl'>) {
  return (
    <div class="who">
      <Monogram text={title} />
      <div>
        <a href={`feeds/${id}`}>{title === '' ? 'Untitled feed' : title}</a>
        <div class="meta">{URL.canParse(sourceUrl) ? new URL(sourceUrl).host : sourceUrl}</div>
      </div>
    </div>
  );
}

import { useContext } from 'hono/jsx';
import { parseUrl } from '../../../../base/url.js';
import { picturePath } from '../pictures.js';
import { FormToken } from './form.js';

interface FeedIconProps {
  title: string;
  sourceUrl: string;
  /** The address of the icon; "" for that of the site. */
  icon?: string;
}

/** The icon of a feed, or the first letter of its title. Decoration: the title is beside it. */
export function FeedIcon({ title, sourceUrl, icon = '' }: FeedIconProps) {
  const address = /^https?:/i.test(icon) ? icon : siteIcon(sourceUrl);
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '#';
  return (
    <img
      class="picture"
      src={picturePath(useContext(FormToken), address, letter)}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      decoding="async"
    />
  );
}

/** Where browsers look for the icon of a site that names none. */
function siteIcon(sourceUrl: string): string {
  return new URL('/favicon.ico', parseUrl(sourceUrl)?.origin ?? 'http://localhost').href;
}

/** The picture of an item; nothing when it has none. */
export function Thumbnail({ url }: { url: string | null }) {
  if (url === null || !/^https?:/i.test(url)) return null;
  return (
    <img
      class="thumbnail"
      src={picturePath(useContext(FormToken), url)}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      decoding="async"
    />
  );
}

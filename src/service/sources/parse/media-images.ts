import type { MediaNs } from 'feedsmith';
import { present } from './raw-entry.js';

const IMAGE_PATH = /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i;

/** Images of Media RSS, thumbnails before contents. */
export function mediaImages(media: MediaNs.ItemOrFeed | undefined): string[] {
  if (media === undefined) return [];
  const groups = media.groups ?? [];
  const contents = [...(media.contents ?? []), ...groups.flatMap((group) => group.contents ?? [])];
  const thumbnails = [media, ...groups, ...contents].flatMap((part) => part.thumbnails ?? []);
  return present(
    ...thumbnails.map(({ url }) => url as string | undefined),
    ...contents.filter(isImage).map(({ url }) => url),
  );
}

function isImage({ url = '', type = '', medium = '' }: MediaNs.Content): boolean {
  return medium === 'image' || type.startsWith('image/') || (type === '' && IMAGE_PATH.test(url));
}

/** Images among enclosures and attachments. */
export function enclosedImages(
  enclosures: ReadonlyArray<{ url?: unknown; type?: string | undefined }> | undefined,
): string[] {
  return (enclosures ?? []).flatMap(({ url, type = '' }) =>
    typeof url === 'string' && (type.startsWith('image/') || (type === '' && IMAGE_PATH.test(url)))
      ? [url]
      : [],
  );
}

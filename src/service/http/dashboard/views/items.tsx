import type { Attachment, Item } from '../../../../contract/index.js';
import { Thumbnail } from './picture.js';
import { RemoteLink, Time } from './pieces.js';

/** Items with what they say in short: text only, whatever their HTML holds. */
export function Items(props: {
  items: readonly Item[];
  now: number;
  /** Where an item is read in the dashboard; omitted: nowhere. */
  pathOf?: (index: number) => string;
}) {
  const { items, now, pathOf } = props;
  return (
    <ul class="items">
      {items.map((item, index) => (
        <li>
          <div class="title" dir="auto">
            <RemoteLink href={item.url}>{titleOf(item)}</RemoteLink>
          </div>
          <div class="meta">
            {item.date_published === null ? (
              'No date'
            ) : (
              <Time at={Date.parse(item.date_published)} now={now} />
            )}
            {item.authors.length > 0 && ` · ${item.authors.map(({ name }) => name).join(', ')}`}
            {pathOf && (
              <>
                {' · '}
                <a href={pathOf(index)}>
                  Read here<span class="unseen">: {titleOf(item)}</span>
                </a>
              </>
            )}
          </div>
          {item.attachments && <Attachments files={item.attachments} />}
          {item.tags && <Tags names={item.tags} />}
          <Thumbnail url={item.thumbnail} />
          {item.description_text !== '' && (
            <p class="text" dir="auto">
              {item.description_text.slice(0, SHOWN)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 400;

export function titleOf({ title, description_text, url }: Item): string {
  return title || description_text.slice(0, 100) || url || 'Untitled item';
}

/** A page of items is no place for all of them; the published feed has the rest. */
const MAX_SHOWN = 8;

/** Links. Players are on the page of an item only: its policy lets the browser load media. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  return (
    <ul class="files" aria-label="Attachments">
      {files.slice(0, MAX_SHOWN).map((file) => (
        <li>
          <RemoteLink href={file.url}>{nameOf(file)}</RemoteLink>
          <span class="meta">{detailsOf(file)}</span>
        </li>
      ))}
      {files.length > MAX_SHOWN && <li class="meta">and {files.length - MAX_SHOWN} more</li>}
    </ul>
  );
}

export function Tags({ names }: { names: readonly string[] }) {
  return (
    <ul class="tags" aria-label="Tags">
      {names.slice(0, MAX_SHOWN).map((name) => (
        <li class="badge plain">{name}</li>
      ))}
      {names.length > MAX_SHOWN && <li class="meta">and {names.length - MAX_SHOWN} more</li>}
    </ul>
  );
}

function nameOf({ title, mime_type }: Attachment): string {
  if (title !== undefined) return title;
  if (mime_type.startsWith('audio/')) return '▶ Play audio';
  if (mime_type.startsWith('video/')) return '▶ Play video';
  return mime_type.startsWith('image/') ? 'Open image' : 'Open file';
}

function detailsOf({ mime_type, size_in_bytes, duration_in_seconds }: Attachment): string {
  return [
    ...(duration_in_seconds === undefined ? [] : [clockTime(duration_in_seconds)]),
    ...(size_in_bytes === undefined ? [] : [sizeOf(size_in_bytes)]),
    mime_type,
  ]
    .map((detail) => ` · ${detail}`)
    .join('');
}

/** `1:02:03`, or `2:03` below an hour. */
function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? part : String(part).padStart(2, '0'))).join(':');
}

function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

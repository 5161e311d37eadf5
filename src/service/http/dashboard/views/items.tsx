import type { Child } from 'hono/jsx';
import type { Attachment, Item } from '../../../../contract/index.js';
import { Icon } from './icons.js';
import { Thumbnail } from './picture.js';
import { Badge, RemoteLink, Time } from './pieces.js';

interface ItemsProps {
  items: readonly Item[];
  now: number;
  /** Where an item is read in the dashboard; omitted: its title leads to its source. */
  pathOf?: (index: number) => string;
  /** What is said of an item before its date, such as its feed. */
  about?: (index: number) => Child;
  /** Titles and dates alone. */
  isBrief?: boolean;
}

/** Items with what they say in short: text only, whatever their HTML holds. */
export function Items({ items, now, pathOf, about, isBrief = false }: ItemsProps) {
  return (
    <ul class="items">
      {items.map((item, index) => (
        <li>
          <div class="title" dir="auto">
            {pathOf ? (
              <a href={pathOf(index)}>{titleOf(item)}</a>
            ) : (
              <RemoteLink href={item.url}>{titleOf(item)}</RemoteLink>
            )}
          </div>
          <div class="meta">
            {about && <>{about(index)} · </>}
            {item.date_published === null ? (
              'No date'
            ) : (
              <Time at={Date.parse(item.date_published)} now={now} />
            )}
            {item.authors.length > 0 && !isBrief && (
              <>
                {' · '}
                <bdi>{item.authors.map(({ name }) => name).join(', ')}</bdi>
              </>
            )}
            {pathOf && <SourceLink url={item.url} title={titleOf(item)} />}
          </div>
          {item.dropped_by && <DroppedBy {...item.dropped_by} />}
          {!isBrief && item.description_text !== '' && (
            <p class="text" dir="auto">
              {item.description_text.slice(0, SHOWN)}
            </p>
          )}
          {!isBrief && item.attachments && <Attachments files={item.attachments} />}
          {!isBrief && item.tags && <Tags names={item.tags} />}
          <Thumbnail url={item.thumbnail} />
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 300;

export function titleOf({ title, description_text, url }: Item): string {
  return title || description_text.slice(0, 100) || url || 'Untitled item';
}

/** The source of an item as an icon. */
export function SourceLink({ url, title }: { url: string; title: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <>
      {' '}
      <a href={url} rel="noreferrer noopener external" data-visit title="Open at the source">
        <Icon name="external" />
        <span class="unseen">Source of {title}</span>
      </a>
    </>
  );
}

function DroppedBy({ rule }: NonNullable<Item['dropped_by']>) {
  if (rule === null) return <Badge tone="plain">No rule keeps it</Badge>;
  return (
    <div>
      <Badge tone="warn">
        Dropped by <code>{rule}</code>
      </Badge>
    </div>
  );
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

/** `34 MB`. */
export function sizeOf(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`;
}

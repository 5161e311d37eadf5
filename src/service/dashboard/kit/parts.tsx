import type { Child } from 'hono/jsx';
import { relativeTime } from '../../../base/relative-time.js';
import { useHere } from './here.js';
import { Icon } from './icons.js';
import { dayIn } from './zone.js';

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'plain';

/** A state as a word; colour is never its only sign. */
export function Badge(props: { tone?: Tone; children?: Child }) {
  return <span class={`badge ${props.tone ?? 'plain'}`}>{props.children}</span>;
}

/** A coloured dot with a word and a reason. `unseen`: the word is only for screen readers. */
export function Dot(props: { tone: Tone; unseen?: boolean; why?: Child; children?: Child }) {
  const { tone, unseen, why, children } = props;
  return (
    <div>
      <span class="nowrap">
        <span class={`dot ${tone}`} /> <span class={unseen ? 'unseen' : undefined}>{children}</span>
      </span>
      {why && <span class="why">{why}</span>}
    </div>
  );
}

/** A notice; each line of its text is a paragraph. */
export function Notice(props: { tone: Tone; text?: string | null | undefined; children?: Child }) {
  const { tone, text, children } = props;
  if (!text && !children) return null;
  return (
    <div class={`notice ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
      {text?.split('\n').map((line) => (
        <p>{line}</p>
      ))}
      {children}
    </div>
  );
}

/**
 * A time relative to now; the tooltip shows the exact time.
 * @param at milliseconds or ISO 8601
 * @param none the text for null
 */
export function Time({ at, none = 'Never' }: { at: number | string | null; none?: string }) {
  const { now, timeZone } = useHere();
  if (at === null) return <>{none}</>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}>
      {relativeTime(Date.parse(iso), now) ?? dayIn(timeZone, Date.parse(iso))}
    </time>
  );
}

/** The time unit of a bar in a chart. */
export type SlotUnit = 'day' | 'hour' | 'minute';

const DAY_NAMES = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats `31 Jan`, or `31 Jan, 14:00 UTC`: the time that is shown if the script does not run. */
export function slotName(at: number, slot: SlotUnit): string {
  const name = DAY_NAMES.format(at);
  return slot === 'day' ? name : `${name}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
}

/**
 * The time of a bar, which the script converts to the time zone of the browser. Days are days in
 * UTC.
 */
export function SlotTime({ at, slot }: { at: number; slot: SlotUnit }) {
  const iso = new Date(at).toISOString();
  return slot === 'day' ? (
    <time dateTime={iso.slice(0, 10)}>{slotName(at, slot)}</time>
  ) : (
    <time dateTime={iso} data-slot>
      {slotName(at, slot)}
    </time>
  );
}

/** A placeholder for missing content, with the next step. */
export function Empty(props: { title: string; children?: Child }) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      <p>{props.children}</p>
    </div>
  );
}

/** A section of a page with its heading, a sentence about it, and its content. */
export function Card(props: { title: Child; text?: Child; children?: Child }) {
  return (
    <section class="card">
      <h2>{props.title}</h2>
      {props.text && <p class="muted">{props.text}</p>}
      {props.children}
    </section>
  );
}

/** A link to a remote address: only http and https become links, and no referrer is sent. */
export function RemoteLink(props: { href: string; children?: Child }) {
  const { href, children = href } = props;
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="noreferrer noopener external" dir="auto">
      {children}
    </a>
  );
}

/** A text to copy: one click, or Tab and Ctrl-A, selects all of it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <div class="copyable">
      <span class="copyable-label">{label}</span>
      <code>{value}</code>
      <CopyButton label={label} value={value} />
    </div>
  );
}

function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <button
      type="button"
      class="button quiet small copy"
      data-copy={value}
      aria-label={`Copy ${label}`}
      data-script
      hidden
    >
      <Icon name="copy" />
      <span>Copy</span>
    </button>
  );
}

/** An address in a table that can be opened or copied. */
export function CopyLink({ url }: { url: string }) {
  return (
    <span class="copy-link">
      <a href={url}>
        <code>{url}</code>
      </a>
      <CopyButton label={url} value={url} />
    </span>
  );
}

/** Facts about the subject of a page, in one line. A fact without a value is left out. */
export type Facts = readonly (readonly [name: string, value: Child] | '' | null | false)[];

export function FactLine({ facts }: { facts: Facts }) {
  const told = facts.filter((fact) => fact && fact[1] !== null) as [string, Child][];
  return (
    <dl class="facts">
      {told.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * A list that ends with the number of rows that are not shown.
 * @param most maximum number of rows that are shown
 */
export function Some<Row>(props: {
  rows: readonly Row[];
  most: number;
  /** Number of all rows; default: the length of the list. */
  count?: number;
  children: (row: Row) => Child;
}) {
  const { rows, most, count = rows.length, children } = props;
  const rest = count - Math.min(most, rows.length);
  return (
    <ul class="plain">
      {rows.slice(0, most).map((row) => (
        <li dir="auto">{children(row)}</li>
      ))}
      {rest > 0 && <li class="muted">and {rest.toLocaleString('en')} more</li>}
    </ul>
  );
}

/** Formats a count with its noun: `1 feed`, `2,000 feeds`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Formats a size: `34 MB`. */
export function sizeInWords(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`;
}

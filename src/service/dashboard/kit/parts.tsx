import type { Child } from 'hono/jsx';
import { relativeTime } from '../../../base/relative-time.js';
import { useHere } from './here.js';
import { Icon } from './icons.js';
import { dayIn } from './zone.js';

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'plain';

/** A word on how something is; colour never says it alone. */
export function Badge(props: { tone?: Tone; children?: Child }) {
  return <span class={`badge ${props.tone ?? 'plain'}`}>{props.children}</span>;
}

/**
 * A coloured dot with a word, and why. `unseen`: the word is only for those who do not see the colour.
 */
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

/** A text stands in paragraphs, a line each. */
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
 * A moment, told from now; the exact time shows on pointing at it.
 * @param at milliseconds or ISO 8601
 * @param none what stands for null
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

/** What the bars of a chart stand for. */
export type SlotUnit = 'day' | 'hour' | 'minute';

const DAY_NAMES = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `31 Jan`, or `31 Jan, 14:00 UTC`: the time where the script does not run. */
export function slotName(at: number, slot: SlotUnit): string {
  const name = DAY_NAMES.format(at);
  return slot === 'day' ? name : `${name}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
}

/** The time of a bar, which the script shows in the zone of the browser. Days are those of UTC. */
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

/** Nothing here yet, and what to do about it. */
export function Empty(props: { title: string; children?: Child }) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      <p>{props.children}</p>
    </div>
  );
}

/** A part of a page with its heading, a sentence on it, and what it holds. */
export function Card(props: { title: Child; text?: Child; children?: Child }) {
  return (
    <section class="card">
      <h2>{props.title}</h2>
      {props.text && <p class="muted">{props.text}</p>}
      {props.children}
    </section>
  );
}

/** An address from elsewhere: followed only when it is of the web, and told nothing of us. */
export function RemoteLink(props: { href: string; children?: Child }) {
  const { href, children = href } = props;
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="noreferrer noopener external" dir="auto">
      {children}
    </a>
  );
}

/** Something to copy: one click or a tab and Ctrl-A select the whole of it. */
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

/** An address in a table, to be opened or copied. */
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

/** What is said of a thing, in a line. Nothing is said without a value. */
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

/** A list that ends with how many are not shown. @param most rows that are */
export function Some<Row>(props: {
  rows: readonly Row[];
  most: number;
  /** Of all rows; default: the length of the list. */
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

/** `1 feed`, `2,000 feeds`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `34 MB`. */
export function sizeInWords(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? ['kB', bytes / 1e3] : bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`;
}

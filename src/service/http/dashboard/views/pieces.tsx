import type { Child } from 'hono/jsx';
import { relativeTime } from '../../../../base/relative-time.js';

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'plain';

/** A word on how something is; colour never says it alone. */
export function Badge(props: { tone: Tone; children?: Child }) {
  return <span class={`badge ${props.tone}`}>{props.children}</span>;
}

/** A coloured dot with a word; `unseen`: the word is only for those who do not see the colour. */
export function Dot(props: { tone: Tone; unseen?: string; children?: Child }) {
  const { tone, unseen, children } = props;
  return (
    <span class="nowrap">
      <span class={`dot ${tone}`} title={unseen} />
      {unseen ? <span class="unseen">{unseen}</span> : <> {children}</>}
    </span>
  );
}

/** Why the form of this page was not accepted. */
export function RefusedNotice({ refused }: { refused: { message: string } | null }) {
  return (
    refused && (
      <Notice tone="bad">
        {refused.message.split('\n').map((line) => (
          <p>{line}</p>
        ))}
      </Notice>
    )
  );
}

export function Notice(props: { tone: 'good' | 'warn' | 'bad'; children?: Child }) {
  return (
    <div class={`notice ${props.tone}`} role={props.tone === 'good' ? 'status' : 'alert'}>
      {props.children}
    </div>
  );
}

/** A moment in milliseconds, told from now; the exact time shows on pointing at it. */
export function Time({ at, now }: { at: number; now: number }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}>
      {relativeTime(at, now) ?? iso.slice(0, 10)}
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

/** An address from elsewhere: followed only when it is of the web, and told nothing of us. */
export function RemoteLink(props: { href: string; children?: Child }) {
  if (!/^https?:\/\//i.test(props.href)) return <span>{props.children}</span>;
  return (
    <a href={props.href} rel="noreferrer noopener external">
      {props.children}
    </a>
  );
}

/** Something to copy: one click or a tab and Ctrl-A select the whole of it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <div class="copyable">
      <span class="copyable-label">{label}</span>
      <code>{value}</code>
    </div>
  );
}

export function Heading(props: { title: string; sub?: Child; children?: Child }) {
  return (
    <div class="heading">
      <div>
        <h1>{props.title}</h1>
        {props.sub && <div class="sub">{props.sub}</div>}
      </div>
      {props.children && <div class="actions">{props.children}</div>}
    </div>
  );
}

import type { Child } from 'hono/jsx';

/** Tiles with one number each. */
export function Tiles({ children }: { children?: Child }) {
  return <ul class="tiles">{children}</ul>;
}

interface TileProps {
  value: number | string;
  label: string;
  /** Where the number is explained. */
  href?: string;
  /** Only when the number needs attention. */
  tone?: 'good' | 'warn' | 'bad' | undefined;
}

/** A number, what it counts, and a link to the details. */
export function Tile({ value, label, href, tone }: TileProps) {
  const content = (
    <>
      <span class="value">{typeof value === 'number' ? value.toLocaleString('en') : value}</span>
      <span class="label">{label}</span>
    </>
  );
  const style = tone === undefined ? 'tile' : `tile ${tone}`;
  return (
    <li>
      {href === undefined ? (
        <div class={style}>{content}</div>
      ) : (
        <a class={style} href={href}>
          {content}
        </a>
      )}
    </li>
  );
}

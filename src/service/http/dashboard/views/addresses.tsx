import { Copyable } from './pieces.js';

const OTHERS = [
  ['Atom', 'atom'],
  ['JSON Feed', 'json'],
  ['CSV', 'csv'],
  ['Page for people', 'html'],
] as const;

/** All addresses under which readers and programs get a feed or a bundle. */
export function Addresses({ rss }: { rss: string }) {
  return (
    <div class="stack">
      <Copyable label="Address for readers (RSS)" value={rss} />
      <details>
        <summary>Atom, JSON, CSV and a page for people</summary>
        <div class="spaced">
          {OTHERS.map(([label, extension]) => (
            <Copyable label={label} value={rss.replace(/xml$/, extension)} />
          ))}
        </div>
      </details>
    </div>
  );
}

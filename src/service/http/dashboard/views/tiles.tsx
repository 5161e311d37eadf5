/** A number, what it counts, and where it is explained. */
interface Tile {
  value: number;
  label: string;
  href: string;
  /** When there is one at all. */
  tone?: 'warn' | 'bad';
}

/** Tiles with one number each; a zero is grey. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul class="tiles">
      {tiles.map(({ value, label, href, tone }) => (
        <li>
          <a class={`tile ${value === 0 ? 'none' : (tone ?? '')}`.trim()} href={href}>
            <span class="value">{value.toLocaleString('en')}</span>
            <span class="label">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

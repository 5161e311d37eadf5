import type { RefreshEntry } from '../../../refresh/history.js';

/** Units of the drawing, which is stretched to the width of its place. */
const SLOT = 10;
const HEIGHT = 60;
const MIN_BAR = 6;
/** A few bars are not stretched to the whole width. */
const MIN_SLOTS = 40;

const COLOURS = { updated: 'c1', unchanged: 'c-none', failed: 'c-bad' } as const;

/** The last fetches, the oldest first: colour for the outcome, height for the time each took. */
export function FetchStrip({ refreshes }: { refreshes: readonly RefreshEntry[] }) {
  const slowest = Math.max(1, ...refreshes.map(({ duration_ms: ms }) => ms));
  const failed = refreshes.filter(({ outcome }) => outcome === 'failed').length;
  const slots = Math.max(MIN_SLOTS, refreshes.length);
  const fetches = refreshes.length === 1 ? '1 fetch' : `${refreshes.length} fetches`;
  const summary = `${fetches}, ${failed} failed, the slowest took ${slowest.toLocaleString('en')} ms`;
  return (
    <figure class="card">
      <figcaption>
        <h2>Last fetches</h2>
        <p class="hint">{summary}</p>
      </figcaption>
      <svg
        class="bars strip"
        role="img"
        aria-label={`Last fetches: ${summary}`}
        viewBox={`0 0 ${slots * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {refreshes.toReversed().map(({ at, outcome, duration_ms: ms }, index) => {
          const height = Math.max(MIN_BAR, Math.round((ms / slowest) * HEIGHT));
          return (
            <rect
              class={COLOURS[outcome]}
              x={index * SLOT + 1}
              y={HEIGHT - height}
              width={SLOT - 2}
              height={height}
            >
              <title>{`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC: ${outcome}, ${ms} ms`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}

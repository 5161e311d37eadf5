import { Card, counted, SlotTime, type SlotUnit, slotName } from './parts.js';

/** A colour class of the style sheet. */
type Colour = 'c1' | 'c2' | 'c3' | 'c-bad' | 'c-none';

/** One colour of a chart, with a value for each slot. */
interface Series {
  name: string;
  colour: Colour;
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  /** The total as text. */
  summary: string;
  /** Stacked values, the oldest slot first. */
  series: readonly Series[];
  /** The start of a slot, in milliseconds. */
  slotAt(index: number): number;
  slot: SlotUnit;
  /**
   * The unit of the values, such as ` ms`; if it is set, the legend counts bars instead of adding
   * up their values.
   */
  unit?: string;
}

/** Sizes in units of the drawing, which is stretched to the available width. */
const SLOT = 10;
const BAR = 8;
const HEIGHT = 100;
/** Minimum height of a bar: one item among many remains visible. */
const MIN_BAR = 2;
/**
 * Minimum width of a chart, in slots: a few bars are not stretched to the whole width, and the
 * newest bar is at the right.
 */
const MIN_SLOTS = 24;

/**
 * A bar chart with an axis, drawn by the service. Tooltips show the values; a text gives the
 * summary.
 */
export function BarChart({ title, summary, series, slotAt, slot, unit = '' }: BarChartProps) {
  const slots = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: slots }, (_, at) =>
    sum(series.map(({ values }) => values[at] ?? 0)),
  );
  const highest = Math.max(1, ...totals);
  const amount = (value: number) => `${value.toLocaleString('en')}${unit}`;
  return (
    <figure class="card">
      <figcaption>
        <h2>{title}</h2>
        <p class="hint">{summary}</p>
      </figcaption>
      <div class="plot">
        <div class="axis" aria-hidden="true">
          <span>{amount(highest)}</span>
          {highest % 2 === 0 && <span>{amount(highest / 2)}</span>}
          <span>0</span>
        </div>
        <Bars
          label={`${title}: ${summary}`}
          slot={slot}
          bars={totals.map((total, at) => ({
            at: slotAt(at),
            words: total === 0 ? 'none' : valuesAt(at),
            parts: stack(at),
          }))}
          hasGrid
        />
      </div>
      {series.length > 1 && (
        <ul class="legend-list">
          {series.map(({ name, colour, values }) => (
            <li>
              <svg width="10" height="10" aria-hidden="true">
                <rect class={colour} width="10" height="10" rx="2" />
              </svg>
              {name}{' '}
              <span class="count">
                {(unit ? values.filter(Boolean).length : sum(values)).toLocaleString('en')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );

  function stack(at: number) {
    let top = HEIGHT;
    return series.flatMap(({ colour, values }) => {
      const value = values[at] ?? 0;
      if (value === 0) return [];
      const height = Math.max(MIN_BAR, Math.round((value / highest) * HEIGHT));
      top = Math.max(0, top - height);
      return [{ colour, y: top, height }];
    });
  }

  function valuesAt(at: number): string {
    const there = series.filter(({ values }) => (values[at] ?? 0) > 0);
    return there.map(({ name, values }) => `${amount(values[at] ?? 0)} ${name}`).join(', ');
  }
}

interface Bar {
  at: number;
  words: string;
  /** Segments of the bar from the bottom up, in units of the drawing. */
  parts: readonly { colour: Colour; y: number; height: number }[];
}

/** Bars above their times, the oldest first: the last time is below the last bar. */
function Bars(props: { label: string; slot: SlotUnit; bars: readonly Bar[]; hasGrid?: boolean }) {
  const { label, slot, bars, hasGrid } = props;
  const empty = Math.max(0, MIN_SLOTS - bars.length);
  const width = (empty + bars.length) * SLOT;
  const last = bars.length - 1;
  const told = empty === 0 ? [0, Math.floor(last / 2), last] : [last];
  return (
    <>
      <svg
        class="bars"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {hasGrid && <path class="grid" d={`M0 0H${width}M0 ${HEIGHT / 2}H${width}`} />}
        {bars.map(({ at, words, parts }, index) => (
          <g data-at={slot === 'day' ? undefined : new Date(at).toISOString()}>
            <title>{`${slotName(at, slot)}: ${words}`}</title>
            <rect class="slot" x={(empty + index) * SLOT} width={SLOT} height={HEIGHT} />
            {parts.map(({ colour, y, height }) => (
              <rect
                class={colour}
                x={(empty + index) * SLOT + 1}
                y={y}
                width={BAR}
                height={height}
              />
            ))}
          </g>
        ))}
      </svg>
      <div class="scale">
        {told.map((index) => (
          <SlotTime at={bars[index]?.at ?? 0} slot={slot} />
        ))}
      </div>
    </>
  );
}

interface SharesProps {
  title: string;
  summary: string;
  shares: readonly (readonly [name: string, value: number, colour: Colour])[];
}

/** Shares of a total as rows with bars. */
export function Shares({ title, summary, shares }: SharesProps) {
  const total = Math.max(1, sum(shares.map(([, value]) => value)));
  return (
    <Card title={title}>
      <p class="hint">{summary}</p>
      <ul class="shares">
        {shares.map(([name, value, colour]) => (
          <li>
            <span>{name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="slot-line" y={4} width={100} height={2} />
              <rect class={colour} width={Math.round((value / total) * 100)} height={10} rx={1} />
            </svg>
            <span class="count">{Math.round((value / total) * 100)} %</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Width of a bar, distance between the starts of two bars, and height of the drawing, in pixels.
 */
const SPARK = { bar: 2, step: 3.25, height: 20 };

/**
 * Items of the last days as bars, the oldest first. The heights are square roots, so that feeds
 * with few items remain visible next to feeds with hundreds.
 * @param most maximum number of items of a day among all charts of the list, which share one scale
 */
export function Sparkline({ days, most }: { days: readonly number[]; most: number }) {
  const { bar, step, height } = SPARK;
  const width = days.length * step;
  const bars = days.map((count, index) => {
    const high = Math.max(3, Math.round(Math.sqrt(count / Math.max(1, most)) * height));
    return count === 0 ? '' : `M${index * step} ${height}v-${high}h${bar}v${high}z`;
  });
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={`${counted(sum(days), 'item')} in ${days.length} days`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <path class="none" d={`M0 ${height}h${width}v-1H0z`} />
      <path d={bars.join('')} />
    </svg>
  );
}

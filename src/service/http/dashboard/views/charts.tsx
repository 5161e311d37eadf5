import type { Child } from 'hono/jsx';

/** One colour of a chart. */
export interface ChartSeries {
  name: string;
  /** A class of the style sheet, such as `c1`. */
  colour: 'c1' | 'c2' | 'c3' | 'c4' | 'c-bad' | 'c-none';
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  /** The total, in words. */
  summary: string;
  /** Stacked; all with one value for each slot. */
  series: readonly ChartSeries[];
  /** The name of a slot, such as a day. */
  slotName(index: number): string;
  children?: Child;
}

/** Units of the drawing, which is stretched to the width of its place. */
const SLOT = 10;
const BAR = 8;
const HEIGHT = 100;
/** So that one item among many is still visible. */
const MIN_BAR = 2;

/** Stacked bars, drawn by the service: the values show as tooltips, and the summary as text. */
export function BarChart({ title, summary, series, slotName, children }: BarChartProps) {
  const slots = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: slots }, (_, at) =>
    sum(series.map(({ values }) => values[at] ?? 0)),
  );
  const highest = Math.max(1, ...totals);
  return (
    <figure class="card">
      <figcaption>
        <h2>{title}</h2>
        <p class="hint">{summary}</p>
      </figcaption>
      <svg
        class="bars"
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${slots * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {totals.map((total, at) => (
          <g>
            <title>{`${slotName(at)}: ${total === 0 ? 'none' : valuesAt(series, at)}`}</title>
            <rect class="slot" x={at * SLOT} y={0} width={SLOT} height={HEIGHT} />
            <Stack series={series} at={at} highest={highest} />
          </g>
        ))}
      </svg>
      <div class="scale" aria-hidden="true">
        <span>{slotName(0)}</span>
        <span>highest: {highest.toLocaleString('en')}</span>
        <span>{slotName(slots - 1)}</span>
      </div>
      {series.length > 1 && <Legend series={series} />}
      {children}
    </figure>
  );
}

function Stack(props: { series: readonly ChartSeries[]; at: number; highest: number }) {
  const { series, at, highest } = props;
  let top = HEIGHT;
  return (
    <>
      {series.map(({ colour, values }) => {
        const value = values[at] ?? 0;
        if (value === 0) return null;
        const height = Math.max(MIN_BAR, Math.round((value / highest) * HEIGHT));
        top = Math.max(0, top - height);
        return <rect class={colour} x={at * SLOT + 1} y={top} width={BAR} height={height} />;
      })}
    </>
  );
}

function valuesAt(series: readonly ChartSeries[], at: number): string {
  return series
    .filter(({ values }) => (values[at] ?? 0) > 0)
    .map(({ name, values }) => `${(values[at] ?? 0).toLocaleString('en')} ${name}`)
    .join(', ');
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul class="legend-list">
      {series.map(({ name, colour, values }) => (
        <li>
          <Swatch colour={colour} />
          {name} <span class="count">{sum(values).toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ colour }: Pick<ChartSeries, 'colour'>) {
  return (
    <svg width="10" height="10" aria-hidden="true">
      <rect class={colour} width="10" height="10" rx="2" />
    </svg>
  );
}

interface SharesProps {
  title: string;
  summary: string;
  shares: readonly { name: string; value: number; colour: ChartSeries['colour'] }[];
}

/** Parts of a whole as rows with bars. */
export function Shares({ title, summary, shares }: SharesProps) {
  const total = Math.max(1, sum(shares.map(({ value }) => value)));
  return (
    <figure class="card">
      <figcaption>
        <h2>{title}</h2>
        <p class="hint">{summary}</p>
      </figcaption>
      <ul class="shares">
        {shares.map(({ name, value, colour }) => (
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
    </figure>
  );
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** One colour of a chart. */
export interface ChartSeries {
  name: string;
  /** A class of the style sheet. */
  colour: Colour;
  values: readonly number[];
}

type Colour = 'c1' | 'c2' | 'c3' | 'c4' | 'c-bad' | 'c-none';

interface BarChartProps {
  title: string;
  /** The total, in words. */
  summary: string;
  /** Stacked; all with one value for each slot. */
  series: readonly ChartSeries[];
  /** The name of a slot, such as a day. */
  slotName(index: number): string;
}

/** Units of the drawing, which is stretched to the width of its place. */
const SLOT = 10;
const BAR = 8;
const HEIGHT = 100;
/** So that one item among many is still visible. */
const MIN_BAR = 2;
/** A few bars are not stretched to the whole width. */
const MIN_SLOTS = 40;

/** Stacked bars, drawn by the service: the values show as tooltips, and the summary as text. */
export function BarChart({ title, summary, series, slotName }: BarChartProps) {
  const slots = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: slots }, (_, at) =>
    sum(series.map(({ values }) => values[at] ?? 0)),
  );
  const highest = Math.max(1, ...totals);
  return (
    <Plot
      title={title}
      summary={summary}
      top={highest.toLocaleString('en')}
      ends={[slotName(0), slotName(slots - 1)]}
      slots={slots}
      series={series}
    >
      {totals.map((total, at) => (
        <g>
          <title>{`${slotName(at)}: ${total === 0 ? 'none' : valuesAt(series, at)}`}</title>
          <rect class="slot" x={at * SLOT} y={0} width={SLOT} height={HEIGHT} />
          <Stack series={series} at={at} highest={highest} />
        </g>
      ))}
    </Plot>
  );
}

/** A length of time with its name and outcome. */
interface TimeBar {
  name: string;
  word: string;
  colour: Colour;
  ms: number;
}

/** How long things took, one bar each, the oldest first. */
export function TimeBars(props: { title: string; summary: string; bars: readonly TimeBar[] }) {
  const { title, summary, bars } = props;
  const slowest = Math.max(1, ...bars.map(({ ms }) => ms));
  return (
    <Plot
      title={title}
      summary={summary}
      top={`${slowest.toLocaleString('en')} ms`}
      ends={[bars[0]?.name ?? '', bars.length > 1 ? (bars.at(-1)?.name ?? '') : '']}
      slots={Math.max(MIN_SLOTS, bars.length)}
    >
      {bars.map(({ name, word, colour, ms }, at) => {
        const height = Math.max(MIN_BAR, Math.round((ms / slowest) * HEIGHT));
        return (
          <rect class={colour} x={at * SLOT + 1} y={HEIGHT - height} width={BAR} height={height}>
            <title>{`${name}: ${word.toLowerCase()}, ${ms} ms`}</title>
          </rect>
        );
      })}
    </Plot>
  );
}

interface PlotProps {
  title: string;
  summary: string;
  /** Label of the highest value. */
  top: string;
  /** Labels of the first slot and the last one. */
  ends: readonly [string, string];
  slots: number;
  series?: readonly ChartSeries[];
  children?: unknown;
}

/** A drawing with its axes. */
function Plot({ title, summary, top, ends, slots, series = [], children }: PlotProps) {
  return (
    <figure class="card">
      <figcaption>
        <h2>{title}</h2>
        <p class="hint">{summary}</p>
      </figcaption>
      <div class="plot">
        <div class="axis" aria-hidden="true">
          <span>{top}</span>
          <span>0</span>
        </div>
        <svg
          class="bars"
          role="img"
          aria-label={`${title}: ${summary}`}
          viewBox={`0 0 ${slots * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {children}
        </svg>
        <div class="scale" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      </div>
      {series.length > 1 && (
        <ul class="legend-list">
          {series.map(({ name, colour, values }) => (
            <li>
              <svg width="10" height="10" aria-hidden="true">
                <rect class={colour} width="10" height="10" rx="2" />
              </svg>
              {name} <span class="count">{sum(values).toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      )}
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

interface SharesProps {
  title: string;
  summary: string;
  shares: readonly { name: string; value: number; colour: Colour }[];
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

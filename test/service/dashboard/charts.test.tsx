import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { BarChart, Shares, Sparkline } from '../../../src/service/dashboard/kit/charts.js';

const SLOT = 10;

describe('a chart of bars', () => {
  const chart = (
    values: number[],
    others?: number[],
    unit?: string,
    slot: 'day' | 'hour' = 'day',
  ) =>
    load(
      String(
        <BarChart
          title="Items"
          summary="in a week"
          series={[
            { name: 'new', colour: 'c1', values },
            ...(others === undefined
              ? []
              : [{ name: 'old', colour: 'c2', values: others } as const]),
          ]}
          slot={slot}
          slotAt={(at) => Date.UTC(2026, 0, 1 + at, 14)}
          {...(unit === undefined ? {} : { unit })}
        />,
      ),
    );
  const bars = ($: ReturnType<typeof load>, colour: string) =>
    $(`.bars rect.${colour}`)
      .toArray()
      .map((bar) => ['x', 'y', 'height'].map((name) => Number($(bar).attr(name))));

  it('is as high as the highest sum, and stacks its series', () => {
    const $ = chart([2, 0, 4], [2, 1, 0]);
    expect($('.axis').text()).toBe('420');
    const left = (24 - 3) * SLOT;
    expect(bars($, 'c1')).toEqual([
      [left + 1, 50, 50],
      [left + 2 * SLOT + 1, 0, 100],
    ]);
    expect(bars($, 'c2')).toEqual([
      [left + 1, 0, 50],
      [left + SLOT + 1, 75, 25],
    ]);
    const titles = $('title')
      .toArray()
      .map((title) => $(title).text());
    expect(titles).toEqual(['1 Jan: 2 new, 2 old', '2 Jan: 1 old', '3 Jan: 4 new']);
    expect($('.legend-list li').text()).toBe('new 6old 3');
    expect($('svg.bars').attr('viewBox')).toBe('0 0 240 100');
  });

  it('shows little beside much, an empty slot, and one series without a legend', () => {
    const $ = chart([1000, 1, 0]);
    expect(bars($, 'c1').map(([, , height]) => height)).toEqual([100, 2]);
    expect($('title').last().text()).toBe('3 Jan: none');
    expect($('.legend-list')).toHaveLength(0);
    expect($('.scale').text()).toBe('3 Jan');
    expect(chart([0, 0])('.axis').text()).toBe('10');
  });

  it('names the time of its first, middle and last bar, and counts bars of a unit', () => {
    const $ = chart(Array(30).fill(7), [5, ...Array(29).fill(0)], ' ms');
    expect($('.scale').text()).toBe('1 Jan15 Jan30 Jan');
    expect($('svg.bars').attr('viewBox')).toBe('0 0 300 100');
    expect($('.legend-list li').text()).toBe('new 30old 1');
    expect($('.axis').text()).toBe('12 ms6 ms0');
  });
});

it('hours state UTC, and have the times that the script shows in the zone of the browser', () => {
  const at = Date.UTC(2026, 0, 1, 14);
  const series = [{ name: 'failed', colour: 'c-bad', values: [1] }] as const;
  const chart = <BarChart title="T" summary="S" series={series} slot="minute" slotAt={() => at} />;
  const $ = load(String(chart));
  expect($('g').attr('data-at')).toBe('2026-01-01T14:00:00.000Z');
  expect($('title').text()).toBe('1 Jan, 14:00 UTC: 1 failed');
  expect($('time').attr('datetime')).toBe('2026-01-01T14:00:00.000Z');
  expect($('time').text()).toBe('1 Jan, 14:00 UTC');
});

it('shares are parts of a whole', () => {
  const shares = (...values: [number, number]) => {
    const [a, b] = values;
    const $ = load(
      String(
        <Shares
          title="T"
          summary="S"
          shares={[
            ['a', a, 'c1'],
            ['b', b, 'c2'],
          ]}
        />,
      ),
    );
    return [$('.count').text(), $('.c1').attr('width'), $('.c2').attr('width')];
  };
  expect(shares(1, 3)).toEqual(['25 %75 %', '25', '75']);
  expect(shares(0, 0)).toEqual(['0 %0 %', '0', '0']);
});

it('a line of days draws roots, all on one scale', () => {
  const $ = load(String(<Sparkline days={[0, 1, 25, 100]} most={100} />));
  expect($('path').last().attr('d')).toBe('M3.25 20v-3h2v3zM6.5 20v-10h2v10zM9.75 20v-20h2v20z');
  expect($('svg').attr('aria-label')).toBe('126 items in 4 days');
  expect($('svg').attr('width')).toBe('13');
});

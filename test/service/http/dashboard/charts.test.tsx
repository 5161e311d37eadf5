import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { BarChart, Shares, Sparkline } from '../../../../src/service/http/dashboard/kit/charts.js';

const SLOT = 10;

describe('a chart of bars', () => {
  const chart = (values: number[], others?: number[], unit?: string) =>
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
          slotName={(at) => `day ${at}`}
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
    expect($('.axis').text()).toBe('40');
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
    expect(titles).toEqual(['day 0: 2 new, 2 old', 'day 1: 1 old', 'day 2: 4 new']);
    expect($('.legend-list li').text()).toBe('new 6old 3');
    expect($('svg.bars').attr('viewBox')).toBe('0 0 240 100');
  });

  it('shows little beside much, an empty slot, and one series without a legend', () => {
    const $ = chart([1000, 1, 0]);
    expect(bars($, 'c1').map(([, , height]) => height)).toEqual([100, 2]);
    expect($('title').last().text()).toBe('day 2: none');
    expect($('.legend-list')).toHaveLength(0);
    expect($('.scale').text()).toBe('day 2');
    expect(chart([0, 0])('.axis').text()).toBe('10');
  });

  it('of at least a day of hours has a name at both ends, and counts bars of a unit', () => {
    const $ = chart(Array(30).fill(7), [5, ...Array(29).fill(0)], ' ms');
    expect($('.scale').text()).toBe('day 0day 29');
    expect($('svg.bars').attr('viewBox')).toBe('0 0 300 100');
    expect($('.legend-list li').text()).toBe('new 30old 1');
    expect($('.axis').text()).toBe('12 ms0');
  });
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

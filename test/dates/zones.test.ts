import { describe, expect, it } from 'vitest';
import { offsetIn, regionOffset, zoneOffset, zoneOffsetInText } from '../../src/dates/zones.js';

const [WINTER, SUMMER] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
const NO_SUMMER =
  'UTC UT GMT Z:Etc/UTC IST:Asia/Kolkata SAST CAT:Africa/Johannesburg MSK МСК TRT EAT:Africa/Nairobi WAT:Africa/Lagos HST:Pacific/Honolulu BRT ART:America/Sao_Paulo COT PET:America/Lima VET:America/Caracas GST:Asia/Dubai PKT:Asia/Karachi NPT:Asia/Kathmandu ICT WIB:Asia/Bangkok SGT MYT HKT PHT AWST:Asia/Singapore JST KST:Asia/Tokyo';
const WITH_SUMMER =
  'WET WEST:Europe/Lisbon GMT BST:Europe/London CET CEST:Europe/Paris MEZ MESZ:Europe/Berlin MET MEST:Europe/Vienna EET EEST:Europe/Helsinki AST ADT:America/Halifax NST NDT:America/St_Johns EST EDT:America/New_York ET EDT:America/New_York CST CDT:America/Chicago CT CDT:America/Chicago MST MDT:America/Denver MT MDT:America/Denver PST PDT:America/Los_Angeles PT PDT:America/Los_Angeles AKST AKDT:America/Anchorage';
const SOUTHERN =
  'CLT CLST:America/Santiago ACST ACDT:Australia/Adelaide AEST AEDT:Australia/Sydney NZST NZDT:Pacific/Auckland';

describe('an abbreviation of a time zone', () => {
  const zones = (list: string) =>
    [...list.matchAll(/([^:]+):(\S+) ?/g)].map(([, names = '', region = '']) => ({
      names: names.split(' '),
      region,
    }));

  it('is as far from UTC as a region that has it', () => {
    for (const { names, region } of zones(NO_SUMMER)) {
      for (const name of names)
        expect([name, zoneOffset(name)]).toEqual([name, regionOffset(region, WINTER)]);
    }
    for (const [list, standard, summer] of [
      [WITH_SUMMER, WINTER, SUMMER],
      [SOUTHERN, SUMMER, WINTER],
    ] as const) {
      for (const {
        names: [usual = '', saving = ''],
        region,
      } of zones(list)) {
        expect([usual, zoneOffset(usual)]).toEqual([usual, regionOffset(region, standard)]);
        expect([saving, zoneOffset(saving)]).toEqual([saving, regionOffset(region, summer)]);
      }
    }
    expect(zoneOffset('BRST')).toBe(-120);
  });

  it('is in any case, and no word of a text', () => {
    expect(['est', 'Mez', 'abc', 'toString'].map(zoneOffset)).toEqual([-300, 60, null, null]);
    expect(['est', 'eat', 'West', 'abc'].map(zoneOffsetInText)).toEqual([-300, null, null, null]);
  });
});

it('a region has its offset on either side of a change of its clock', () => {
  const paris = ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00'];
  expect(paris.map((local) => regionOffset('Europe/Paris', Date.parse(`${local}Z`)))).toEqual([
    ...[60, 120, 120, 60],
  ]);
  expect(regionOffset('America/St_Johns', WINTER)).toBe(-210);
  expect([regionOffset('Mars/Olympus', 0), regionOffset('Mars/Olympus', 0)]).toEqual([null, null]);
});

it.each([
  ['Europe/Berlin', '2026-03-29T00:59:00Z', 60],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ['America/New_York', '2026-11-01T06:00:00Z', -300],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
  ['Nowhere/Land', '2026-01-01T00:00:00Z', null],
])('the clocks of %s at %s are %s minutes ahead of UTC', (region, at, minutes) => {
  expect(offsetIn(region, Date.parse(at))).toBe(minutes);
});

import { describe, expect, it } from 'vitest';
import { formatQuietHours, isTimeZone, parseQuietHours } from '../../src/contract/quiet-hours.js';

describe('quiet hours', () => {
  it.each([
    ['22:15-06:30 Europe/Berlin', { from: 1335, to: 390, timeZone: 'Europe/Berlin' }],
    ['00:00-23:59 UTC', { from: 0, to: 1439, timeZone: 'UTC' }],
    ['9:05-12:00 Asia/Tokyo', { from: 545, to: 720, timeZone: 'Asia/Tokyo' }],
    ['23:00-23:01 UTC', { from: 1380, to: 1381, timeZone: 'UTC' }],
  ])('reads %s', (text, quiet) => {
    expect(parseQuietHours(text)).toEqual(quiet);
    expect(formatQuietHours(quiet)).toBe(text.replace(/^9/, '09'));
  });

  it.each([
    '',
    '24:00-06:00 UTC',
    '22:00-24:00 UTC',
    '22:60-06:00 UTC',
    '22:00-06:60 UTC',
    '22:00-22:00 UTC',
    '22:00-06:00',
    '22:00-06:00 Mars/Olympus',
    '22:00-06:00 +01:00',
    'x22:00-06:00 UTC',
    '22:00-06:00 UTC x',
  ])('are not %j', (text) => {
    expect(parseQuietHours(text)).toBeNull();
  });

  it('can be none', () => {
    expect(parseQuietHours('none')).toBe('none');
    expect(formatQuietHours('none')).toBe('none');
  });
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['', false],
])('%j is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

import { describe, expect, it } from 'vitest';
import { findDate } from '../../src/dates/index.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const at = (text: string, options: Partial<Parameters<typeof findDate>[1]> = {}) => {
  const found = findDate(text, { now: NOW, ...options });
  return found === null ? null : new Date(found.time).toISOString();
};

describe('findDate', () => {
  it.each([
    ['vor 3 Stunden', {}, '2026-03-15T09:00:00.000Z'],
    ['13 mars 2026, 8 h 30', { language: 'fr' }, '2026-03-13T08:30:00.000Z'],
    [
      '13 mars 2026, 8 h 30',
      { language: 'fr', timeZone: 'Europe/Paris' },
      '2026-03-13T07:30:00.000Z',
    ],
    // In summer the zone is an hour further from UTC than now.
    [
      '13 août 2025, 8 h 30',
      { language: 'fr', timeZone: 'Europe/Paris' },
      '2025-08-13T06:30:00.000Z',
    ],
    ['2026-03-13T08:30:00-05:00', { timeZone: 'Europe/Paris' }, '2026-03-13T13:30:00.000Z'],
    ['03/04/2025', { language: 'de' }, '2025-04-03T00:00:00.000Z'],
    ['03/04/2025', { language: 'en-US' }, '2025-03-04T00:00:00.000Z'],
    ['03/04/2025', {}, '2025-03-04T00:00:00.000Z'],
    ['03/04/2025', { dayFirst: true }, '2025-04-03T00:00:00.000Z'],
    ['No date here', {}, null],
    ['20 March 2026', {}, null],
  ])('%s %j', (text, options, time) => {
    expect(at(text, options)).toBe(time);
  });

  it('says whether the text has a time of day', () => {
    expect(findDate('13 March 2026', { now: NOW })?.hasTime).toBe(false);
    expect(findDate('13 March 2026, 8:30', { now: NOW })?.hasTime).toBe(true);
  });

  it('refuses a time zone that does not exist', () => {
    expect(() => at('13 March 2026', { timeZone: 'Mars/Olympus' })).toThrow('Mars/Olympus');
  });
});

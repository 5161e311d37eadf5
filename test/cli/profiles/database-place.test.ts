import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databasePlace } from '../../../src/cli/profiles/database-place.js';

const env = { FEEDCTL_DATA_DIR: '/data' };

describe('the database of the embedded service', () => {
  it('is a file in the data directory', () => {
    const file = '/data/feedctl.db';
    expect(databasePlace(env)).toEqual({ location: file, shown: file, file });
  });

  it.each([
    ['sqlite:/srv/feeds.db', '/srv/feeds.db'],
    ['sqlite:///srv/feeds.db', '/srv/feeds.db'],
    ['/srv/feeds.db', '/srv/feeds.db'],
  ])('is the file of %s', (location, file) => {
    expect(databasePlace({ ...env, FEEDCTL_DATABASE_URL: location })).toEqual({
      location: file,
      shown: file,
      file,
    });
  });

  it.each([
    ['postgres://db/feeds', 'postgres://db/feeds'],
    ['postgresql://me:secret@db:5433/feeds?sslmode=verify-full', 'postgres://me@db:5433/feeds'],
    ['postgres:///feeds?host=/run/postgresql&password=secret', 'postgres:///feeds'],
  ])('is shown without secrets: %s', (location, shown) => {
    const place = databasePlace({ ...env, FEEDCTL_DATABASE_URL: location });
    expect(place).toEqual({ location, shown, file: null });
  });

  it('never shows a password', () => {
    const secret = fc.string({ minLength: 6, unit: fc.constantFrom(...'abcdefXYZ:%/?#&0189') });
    fc.assert(
      fc.property(secret, (password) => {
        const location = `postgres://me:${encodeURIComponent(password)}@db/feeds?password=${encodeURIComponent(password)}`;
        const { shown } = databasePlace({ FEEDCTL_DATABASE_URL: location });
        expect(shown).toBe('postgres://me@db/feeds');
      }),
    );
  });

  it('takes what was named before what is set, and a variable by its name', () => {
    const set = { FEEDCTL_DATABASE_URL: '/elsewhere.db', OTHER: 'postgres://me:secret@db/feeds' };
    expect(databasePlace(set, '/here.db').file).toBe('/here.db');
    expect(databasePlace(set, 'env:OTHER')).toEqual({
      location: 'postgres://me:secret@db/feeds',
      shown: 'postgres://me@db/feeds',
      file: null,
    });
  });

  it.each([
    ['postgres://me:secret@db/feeds', 'contains a password'],
    ['postgres://me@db/feeds?password=secret', 'contains a password'],
    ['env:NOT_THERE', 'NOT_THERE is not set'],
    [
      'mysql://me:secret@db/feeds',
      'mysql is not supported. --database takes a file or postgres://',
    ],
    ['mongodb+srv://me:secret@db/feeds', 'mongodb is not supported.'],
    ['postgres://me:se/cret@db:port/feeds', '--database is not a database'],
    ['sqlite://file.db', '--database is not a database'],
    ['', '--database is not a database'],
  ])('refuses %s as an argument', (named, message) => {
    const refused = () => databasePlace(env, named);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow(/se\/?cret/);
  });

  it.each([':memory:', 'sqlite::memory:'])('refuses a database in memory: %s', (location) => {
    const flag = '--database is an in-memory database';
    expect(() => databasePlace(env, location)).toThrow(flag);
    expect(() => databasePlace({ OTHER: location }, 'env:OTHER')).toThrow(flag);
    expect(() => databasePlace({ FEEDCTL_DATABASE_URL: location })).toThrow(
      'FEEDCTL_DATABASE_URL is an in-memory database',
    );
    // Whoever wants such a file has a way to say so.
    expect(databasePlace(env, './:memory:').file).toBe(resolve(':memory:'));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLocation, shownLocation } from '../../../src/service/store/open-store.js';

describe('a location', () => {
  it.each([
    ['feedctl.db', 'feedctl.db'],
    ['/var/lib/feedctl/feedctl.db', '/var/lib/feedctl/feedctl.db'],
    [':memory:', ':memory:'],
    ['sqlite:data/feedctl.db', 'data/feedctl.db'],
    ['SQLite:/data/feedctl.db', '/data/feedctl.db'],
    ['sqlite:///data/feedctl.db', '/data/feedctl.db'],
    ['sqlite::memory:', ':memory:'],
    ['C:\\feedctl\\feedctl.db', 'C:\\feedctl\\feedctl.db'],
    ['a postgres:thing.db', 'a postgres:thing.db'],
  ])('%s is a file', (text, path) => {
    expect(parseLocation(text)).toEqual({ kind: 'sqlite', path });
    expect(shownLocation(text)).toBe(path);
  });

  it.each([
    ['postgres://db.example/feedctl', 'postgres://db.example/feedctl'],
    ['postgresql://ana@db.example:6432/feedctl', 'postgres://ana@db.example:6432/feedctl'],
    ['POSTGRES://ana:s3cret@db.example/feedctl', 'postgres://ana@db.example/feedctl'],
    ['postgres://ana@db.example/feedctl?password=s3cret', 'postgres://ana@db.example/feedctl'],
    ['postgres://ana@db.example/feedctl?sslmode=require', 'postgres://ana@db.example/feedctl'],
    ['postgres://ana:s3cret@a:5432,b:5433/feedctl?x=1', 'postgres://ana@a:5432,b:5433/feedctl'],
    ['postgres://a,[::1]:5433/feedctl', 'postgres://a,[::1]:5433/feedctl'],
    ['postgres:///feedctl?host=/run/postgresql', 'postgres:///feedctl'],
  ])('%s is a server', (url, shown) => {
    expect(parseLocation(url)).toMatchObject({ kind: 'postgres', url, shown });
    expect(shownLocation(url)).toBe(shown);
  });

  it.each([
    '',
    'sqlite:',
    'mysql://db.example/feedctl',
    'https://db.example/',
    'postgres:/ana@db.example/feedctl',
    'postgres:/,b:5432/feedctl@a:5432/feedctl?target_session_attrs=read-write',
    'postgresql:ana@db.example/feedctl',
    'PostgreSQL:feedctl',
  ])('"%s" is none', (text) => {
    expect(() => parseLocation(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_FIELD',
        message: expect.stringContaining('postgres://'),
      }),
    );
  });

  it.each(['postgres://ana:s3c/ret@x:y/db', 'postgres://[s3cret', 'postgres://a:s3cret@h:99999/d'])(
    'that is not valid is refused without its secrets: %s',
    (url) => {
      const refuse = () => parseLocation(url);
      expect(refuse).toThrow(expect.objectContaining({ code: 'INVALID_FIELD' }));
      expect(refuse).not.toThrow(/s3c/);
    },
  );

  it('is never shown with a password', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    // Longer than any name, so that it is not one of them by chance.
    const secret = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 24 });
    const places = fc.constantFrom('user information', 'a parameter');
    fc.assert(
      fc.property(name, name, secret, places, (user, host, password, where) => {
        const escaped = encodeURIComponent(password);
        const url =
          where === 'a parameter'
            ? `postgres://${user}@${host}/db?sslmode=require&password=${escaped}`
            : `postgres://${user}:${escaped}@${host}/db`;
        expect(shownLocation(url)).toBe(`postgres://${user}@${host}/db`);
        expect(parseLocation(url)).toMatchObject({ kind: 'postgres', url });
      }),
    );
  });
});

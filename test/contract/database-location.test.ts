import { describe, expect, it } from 'vitest';
import { hostsOf, parseDatabaseLocation } from '../../src/contract/database-location.js';

describe('the location of a database', () => {
  it.each([
    ['feedctl.db', 'feedctl.db'],
    [':memory:', ':memory:'],
    ['sqlite:/var/feedctl.db', '/var/feedctl.db'],
    ['sqlite:///var/feedctl.db', '/var/feedctl.db'],
    ['SQLite:data.db', 'data.db'],
    ['c:\\feedctl.db', 'c:\\feedctl.db'],
  ])('is a file: %s', (text, path) => {
    expect(parseDatabaseLocation(text)).toEqual({ kind: 'sqlite', path });
  });

  it.each([
    ['postgres://db.example/feeds', 'postgres://db.example/feeds', false],
    ['postgresql://me@db.example:5433/feeds', 'postgres://me@db.example:5433/feeds', false],
    ['postgres://me:secret@db.example/feeds', 'postgres://me@db.example/feeds', true],
    ['postgres://me@db.example/feeds?password=secret', 'postgres://me@db.example/feeds', true],
    ['postgres://me@a:1,b:2/feeds?sslmode=require', 'postgres://me@a:1,b:2/feeds', false],
    ['postgres:///feeds?host=/run', 'postgres:///feeds', false],
  ])('is a server: %s', (url, shown, holdsPassword) => {
    expect(parseDatabaseLocation(url)).toEqual({ kind: 'postgres', url, shown, holdsPassword });
  });

  it.each(['', 'sqlite:', 'sqlite://data.db', 'postgres:/db.example', 'mysql://db.example/feeds'])(
    'is not %j',
    (text) => {
      expect(parseDatabaseLocation(text)).toBeNull();
    },
  );

  it('has each of its hosts to be right', () => {
    expect(parseDatabaseLocation('postgres://a,b:port/feeds')).toBeNull();
  });
});

it.each([
  ['postgres://u@a:1,b:2/db', ['postgres://u@a:1/db', 'postgres://u@b:2/db']],
  ['PostgreSQL://a/db?x=1', ['postgres://a/db?x=1']],
  ['postgres:///db', ['postgres:///db']],
])('the hosts of %s', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts);
});

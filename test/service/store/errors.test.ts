import { describe, expect, it } from 'vitest';
import { isDuplicate } from '../../../src/service/store/dialect.js';
import { explainSqliteError } from '../../../src/service/store/sqlite/sqlite-error.js';

const withCode = (code: unknown) => Object.assign(new Error('it failed'), { code });

describe('errors of a database', () => {
  it.each<[unknown, boolean]>([
    [withCode('23505'), true],
    [withCode('SQLITE_CONSTRAINT_UNIQUE'), true],
    [withCode('23503'), false],
    [withCode('SQLITE_CONSTRAINT_NOTNULL'), false],
    [new Error('23505'), false],
    ['23505', false],
  ])('%j is a duplicate: %s', (error, expected) => {
    expect(isDuplicate(error)).toBe(expected);
  });

  it.each([
    ['SQLITE_BUSY', 'has locked the database'],
    ['SQLITE_BUSY_SNAPSHOT', 'has locked the database'],
    ['SQLITE_READONLY_DIRECTORY', 'is read-only'],
    ['SQLITE_CANTOPEN', 'cannot be opened'],
    ['SQLITE_PERM', 'cannot be opened'],
    ['SQLITE_FULL', 'is full'],
    ['SQLITE_IOERR_SHMSIZE', 'is full'],
    ['SQLITE_NOTADB', 'is not a feedctl database'],
    ['SQLITE_CORRUPT_VTAB', 'is damaged'],
    ['SQLITE_IOERR_READ', 'failed (SQLITE_IOERR_READ)'],
  ])('%s is explained', (code, message) => {
    const cause = withCode(code);
    expect(explainSqliteError(cause, '/data/feedctl.db')).toMatchObject({
      ...{ code: 'STORE_UNAVAILABLE', cause },
      message: expect.stringMatching(/\/data\/feedctl\.db/),
    });
    expect(String(explainSqliteError(cause, '/data/feedctl.db'))).toContain(message);
  });

  it.each([withCode('SQLITE_ERROR'), withCode('ENOENT'), withCode(5), new Error('x'), 'text'])(
    '%j stays what it is',
    (error) => expect(explainSqliteError(error, 'x')).toBe(error),
  );
});

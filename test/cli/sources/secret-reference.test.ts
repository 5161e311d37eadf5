import { expect, it } from 'vitest';
import {
  accessSummary,
  headerReferences,
  parseReference,
  wantedReference,
} from '../../../src/cli/sources/secret-reference.js';

it.each([
  ['-', { from: 'stdin' }],
  ['env:NAME_1', { from: 'variable', name: 'NAME_1' }],
  ['env:1NAME', null],
  ['@file.txt', { from: 'file', path: 'file.txt' }],
  ['@', null],
  ['secret', null],
])('%s names %j', (text, place) => {
  expect(parseReference(text)).toEqual(place);
});

it('a flag takes a place or none, and no secret', () => {
  expect(wantedReference('none', '--cookie')).toBeNull();
  expect(wantedReference('env:A', '--cookie')).toBe('env:A');
  expect(() => wantedReference('abc', '--cookie')).toThrow('--cookie takes no secret');
});

const problemOf = (name: string) =>
  name === '' ? 'is not the name of a header' : name === 'Host' ? 'is set already' : null;

it('headers are read by their names', () => {
  expect(headerReferences(['X-Token: env:T', 'Accept:none'], problemOf)).toEqual({
    'x-token': 'env:T',
    accept: null,
  });
});

it.each([
  [['env:T'], "--header 'env:' takes no secret"],
  [['no colon'], '--header takes the name of a header'],
  [[': env:T'], '--header takes the name of a header'],
  [['Host: env:T'], '--header: the header Host is set already.'],
  [['a: env:T', 'A: env:T'], '--header A: was given more than once.'],
])('refuses %j', (given, message) => {
  expect(() => headerReferences(given, problemOf)).toThrow(message);
});

it('says what a source needs, without the secrets', () => {
  expect(accessSummary(undefined)).toBeNull();
  expect(accessSummary({})).toBeNull();
  const access = { headers: { 'X-B': '@f', 'X-A': '@f' }, cookie: '@f', user_agent: 'Bot/1' };
  expect(accessSummary({ ...access, proxy: undefined })).toBe(
    'header x-a, header x-b, cookie, user agent Bot/1',
  );
});

import { expect, it } from 'vitest';
import { positionsIn } from '../../../src/cli/sources/problem.js';
import { decodeText } from '../../../src/cli/sources/text.js';

const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;

it.each([
  ['UTF-8', Buffer.from('é')],
  ['UTF-8 with a mark', Buffer.from('\ufeffé')],
  ['UTF-16 of Windows', Buffer.from('\ufeffé', 'utf16le')],
  ['UTF-16 the other way', Buffer.from('\ufeffé', 'utf16le').swap16()],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes, 'f')).toBe('é');
});

it('XML is read as it says', () => {
  expect(decodeText(Buffer.from(xml('ISO-8859-1'), 'latin1'), 'f')).toBe(xml('ISO-8859-1'));
  expect(decodeText(Buffer.from(` \n${xml('utf-8')}`), 'f')).toContain('é');
});

it.each([
  [Buffer.from(xml('none-such')), 'f:1:1: the encoding "none-such" is unknown or does not match'],
  [Buffer.from(xml('UTF-8'), 'latin1'), 'f:1:42: this is not UTF-8'],
  [Buffer.from([0xff, 0x41]), 'f:1:1: this is not UTF-8'],
  [Buffer.from([0xfe, 0x41]), 'f:1:1: this is not UTF-8'],
  [Buffer.from('\0'), 'f:1:1: this is not a text file: it contains a NUL character'],
  [Buffer.from('a\nb\0'), 'f:2:2: this is not a text file'],
])('%j is refused', (bytes, message) => {
  expect(() => decodeText(bytes, 'f')).toThrow(message);
});

it('offsets have the line and the column in which people find them', () => {
  const place = positionsIn('a\nbc\r\nd\re');
  const shown = [0, 1, 2, 3, 6, 7, 8, 9].map(place).map(({ line, column }) => `${line}:${column}`);
  expect(shown).toEqual('1:1 1:2 2:1 2:2 3:1 3:2 4:1 4:2'.split(' '));
  expect(positionsIn('')(0)).toEqual({ line: 1, column: 1 });
});

import { expect, it } from 'vitest';
import { withoutHidden } from '../../src/base/hidden-characters.js';
import { plain, withoutCommands } from '../../src/cli/kit/plain.js';
import { escapeHidden } from '../../src/cli/output/json.js';
import { cleaned } from '../../src/messages/text.js';
import { prettyLine } from '../../src/service/http/service-log.js';

/** Of the tag block, of bidirectional text, without a width, and the byte order mark. */
const HIDDEN = [
  '\u{e0000}',
  '\u{e0049}',
  '\u{e007f}',
  '\u061c',
  '\u202e',
  '\u2069',
  '\u200b',
  '\u2063',
  '\ufeff',
];

it.each(HIDDEN)('%j reaches no terminal, chat, log and agent', (character) => {
  const text = `a${character}b`;
  expect(withoutHidden(text)).toBe('ab');
  expect(plain(text)).toBe('ab');
  expect(withoutCommands(text)).toBe('ab');
  expect(cleaned(text, 100)).toBe('ab');
  expect(prettyLine(JSON.stringify({ time: '', level: 'info', msg: text }))).not.toContain(
    character,
  );
  const json = escapeHidden(JSON.stringify({ text }));
  expect(json).not.toContain(character);
  expect(JSON.parse(json)).toEqual({ text });
});

it('what joins letters and makes emoji stays', () => {
  const text = 'می\u200cخواهم 👩\u200d🌾 ☀\ufe0f';
  expect(withoutHidden(text)).toBe(text);
});

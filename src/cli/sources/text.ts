import { invalidFile } from './problem.js';

/** Maximum size of a file, in bytes: enough for 100,000 feeds with all fields. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Decodes a file: UTF-8, or the encoding of its byte order mark or XML declaration. Anything else is
 * rejected with the position of the first invalid byte, because guessing would garble titles.
 *
 * @throws {CliError} INVALID_FILE
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const declared = declaredEncoding(bytes);
  if (declared === 'utf-8') return utf8(bytes, file);
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes);
  } catch {
    throw invalidFile(file, [
      {
        at: { line: 1, column: 1 },
        message: `the encoding "${declared}" is unknown or does not match the file`,
      },
    ]);
  }
}

function utf8(bytes: Uint8Array, file: string): string {
  const text = tryUtf8(bytes);
  if (text === undefined) throw notUtf8(bytes, file);
  const nul = text.indexOf('\0');
  if (nul < 0) return text;
  const at = positionIn(text, nul);
  throw invalidFile(file, [
    { at, message: 'this is not a text file: it contains a NUL character' },
  ]);
}

function notUtf8(bytes: Uint8Array, file: string) {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    const piece = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (tryUtf8(piece) === undefined || end < 0) {
      const column = new TextDecoder().decode(piece).indexOf('\ufffd') + 1;
      return invalidFile(
        file,
        [{ at: { line, column }, message: 'this is not UTF-8; the file may be Latin-1' }],
        `Convert it: iconv -f WINDOWS-1252 -t UTF-8 ${file} > converted`,
      );
    }
    start = end + 1;
    line += 1;
  }
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function declaredEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const name = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(
    start,
  );
  return name?.[1]?.toLowerCase() ?? 'utf-8';
}

/** Position of an offset in a text. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

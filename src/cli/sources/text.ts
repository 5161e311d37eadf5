import { invalidFile, positionsIn, wrongAtStart } from './problem.js';

/** Maximum size of a file, in bytes: enough for 100,000 feeds with all fields. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Decodes a file: UTF-8, or the encoding of its byte order mark or XML declaration. Anything else is
 * rejected with the position of the first invalid byte, because guessing would garble titles.
 *
 * @throws {CliError} INVALID_FILE
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const text = decodedFile(bytes, file);
  const nul = text.indexOf('\0');
  if (nul < 0) return text;
  const message = 'this is not a text file: it contains a NUL character';
  throw invalidFile(file, [{ at: positionsIn(text)(nul), message }]);
}

function decodedFile(bytes: Uint8Array, file: string): string {
  const encoding = declaredEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== 'utf-8') {
      throw wrongAtStart(file, `the encoding "${encoding}" is unknown or does not match the file`);
    }
    // The sign that stands for what cannot be decoded.
    const garbled = new TextDecoder().decode(bytes);
    const at = positionsIn(garbled)(garbled.indexOf('\ufffd'));
    throw invalidFile(
      file,
      [{ at, message: 'this is not UTF-8; the file may be Latin-1' }],
      `Convert it: iconv -f WINDOWS-1252 -t UTF-8 ${file} > converted`,
    );
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

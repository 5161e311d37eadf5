/** Zero of every decimal digit block that news sites use. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0xff10,
];

const FOREIGN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\uff10-\uff19]/g;

/** Lower case, ASCII digits, no direction marks, plain spaces and dashes: one form to match against. */
export function normaliseDateText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  return (
    text
      .normalize('NFC')
      .replace(FOREIGN_DIGIT, asciiDigit)
      .toLowerCase()
      .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\u00a0\u202f\u2009\s]+/g, ' ')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      // The dot of a Turkish capital I, the nukta, which half of the Hindi sites leave out, and the
      // hamza that joins a Persian month to its year.
      .replace(/[\u0307\u093c\u0654]/g, '')
      .trim()
  );
}

/** ASCII without runs of white space: nothing to do but the case. */
const PLAIN = /^(?:[\x21-\x7e]| (?! ))*$/;

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code;
  return String(code - zero);
}

/** Numbers, words, and single characters of scripts that write words without spaces. */
export function dateTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Written without \p classes: compiling those costs a second of start-up, measured. */
const TOKEN =
  /\d+|[\u3040-\u30ff\u3400-\u9fff]|[^\s\d\u3040-\u30ff\u3400-\u9fff.,،、。/|:;()[\]{}<>"`!?·•@#*_+=~-]+/g;

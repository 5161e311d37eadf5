/** The zero of each block of decimal digits that news sites use. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0x1c50, 0xabf0, 0xff10,
];

const FOREIGN_DIGIT = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
);

/** One form for matching: lower case, ASCII digits, no direction marks, plain spaces and dashes. */
export function normaliseDateText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  return (
    text
      .normalize('NFC')
      .replace(FOREIGN_DIGIT, asciiDigit)
      .toLowerCase()
      .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replace(/[\u00a0\u202f\u2009\s]+/g, ' ')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018\u2019\u201b\u02bb\u02bc\u2032\u2035\u055a\ua78c]/g, "'")
      // Removes the dot of a Turkish capital I, the nukta, which half of the Indian sites omit, and
      // the hamza that joins a Persian month to its year.
      .replace(/[\u0307\u093c\u09bc\u0a3c\u0654]/g, '')
      .trim()
  );
}

/** ASCII text without runs of white space, in which only the case changes. */
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

/** The pattern has no \p classes: compiling those costs a second of start-up, measured. */
const TOKEN =
  /\d+|[\u3040-\u30ff\u3400-\u9fff]|[^\s\d\u3040-\u30ff\u3400-\u9fff.,，،、。/|:;()[\]{}<>"`!?·•@#*_+=~-]+/g;

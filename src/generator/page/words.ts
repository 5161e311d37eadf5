/**
 * Words in a text of any script. Scripts that are written without spaces (Han, kana, Thai, Lao,
 * Khmer, Burmese) count half a word a character, which is about their mean word length; a plain
 * split would call every Chinese headline one word and drop it.
 */
export function countWords(text: string): number {
  let words = 0;
  let dense = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      const kind = ASCII[code];
      if (kind === WORD && !inWord) words += 1;
      if (kind !== JOINER) inWord = kind === WORD;
    } else if (isDense(code)) {
      dense += 1;
      inWord = false;
    } else if (isWordCharacter(code)) {
      if (!inWord) words += 1;
      inWord = true;
    } else if (code !== 0x2019) {
      inWord = false;
    }
  }
  return words + Math.ceil(dense / 2);
}

const WORD = 1;
/** An apostrophe or a hyphen, inside a word. */
const JOINER = 2;

/** What each ASCII character is: most pages are made of these, and every text is counted. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9A-Za-z]/.test(character)) return WORD;
  return character === "'" || character === '-' ? JOINER : 0;
});

/** Characters of scripts that put no space between words, as UTF-16 units. */
function isDense(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9d) ||
    (code >= 0xd840 && code <= 0xd87f)
  );
}

/** Whether a character outside ASCII is part of a word. */
function isWordCharacter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  // General punctuation, arrows, symbols, CJK punctuation and full-width punctuation.
  return !(
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20) ||
    code >= 0xd800
  );
}

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
    if (isDense(code)) {
      dense += 1;
      inWord = false;
    } else if (isWordCharacter(code)) {
      if (!inWord) words += 1;
      inWord = true;
    } else if (code !== 0x27 && code !== 0x2019 && code !== 0x2d) {
      inWord = false;
    }
  }
  return words + Math.ceil(dense / 2);
}

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

function isWordCharacter(code: number): boolean {
  if (code < 0x80) {
    return (
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a)
    );
  }
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

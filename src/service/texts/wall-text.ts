/** Maximum length of a wall's text: 33 words in a public report, twice that here. */
const MAX_WALL = 500;

/** Beginnings of words with which a page asks readers to pay or to log in. */
const ASKS =
  /(?<!\p{L})(?:subscri|log ?in|sign (?:in|up)|register|paywall|abonn|abos?(?!\p{L})|anmeld|einlogg|registrier|connectez|inscri|suscri|inicia|assin|iscriv|abbon|acced|prenumer|logg(?:a|e) |zaloguj|подпис|войдите|会員|登録|ログイン|登录|订阅|訂閱|로그인|구독)/iu;

/** Minimum number of words of a feed's text for a comparison. */
const MIN_OWN_WORDS = 6;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * True if a page shows a short text in place of its article: it has little of the feed's text, or
 * hardly more than that and asks readers to log in or to pay. @param own the beginning of the text
 * in the feed
 */
export function isWall(text: string, own: string): boolean {
  if (text.length > MAX_WALL) return false;
  const asks = ASKS.test(text) && !ASKS.test(own);
  const ownWords = wallWords(own);
  if (ownWords.size < MIN_OWN_WORDS || UNSPACED.test(own)) return asks;
  const words = wallWords(text);
  const common = [...ownWords].filter((word) => words.has(word)).length;
  return asks || 2 * common < ownWords.size;
}

function wallWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

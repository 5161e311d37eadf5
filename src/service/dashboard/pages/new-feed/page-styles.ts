/** Matches the letters of icon fonts, which are not loaded. */
const ICON = /(["'])(?:\\[0-9a-f]{1,6} ?)+\1/gi;
/** Matches a letter that is written as an escape: CSS reads `\75rl(` as `url(`. */
const ESCAPED_LETTER = /\\(?:0{0,4}([46][1-9a-f]|[57][0-9a])(?:\r\n|\s|(?![0-9a-f]))|([g-z]))/gi;
/** Matches at-rules that load a document or a font. */
const LOADING_RULE = /@(?:import|font-face|namespace|charset|document)/gi;
/** Matches values that may load or run something. */
const LOADING_VALUE =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression|url-prefix)\s*\(/gi;
/**
 * Matches positions that may let bars and banners cover the items. The value of a variable is not
 * known, so it counts as one of them.
 */
const FLOATING = /(?<![-\w])position\s*:(?!\s*(?:static|relative|absolute)\s*[;}!])[^;}{"'\]]*/gi;

/**
 * Makes a style sheet safe: its rules and values that load something become unknown ones, which
 * browsers skip, and nothing can end its element. The policy of the page also blocks every load.
 */
export function safeStyles(sheet: string): string {
  return withoutComments(sheet)
    .replace(ICON, '""')
    .replace(ESCAPED_LETTER, (_, code?: string, letter?: string) =>
      code === undefined ? (letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(LOADING_RULE, '@none')
    .replace(LOADING_VALUE, 'none(')
    .replace(FLOATING, 'position:static')
    .replace(/<(?=[/!])/g, '\\3c ')
    .trim();
}

/** Removes comments in one pass, however many are unclosed. */
function withoutComments(css: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    const close = open < 0 ? -1 : css.indexOf('*/', open + 2);
    // The remains of two comments must not open a new comment.
    const text = open < 0 ? css.slice(at) : css.slice(at, open);
    kept += text;
    if (close < 0) return kept.replaceAll('/*', '/ *');
    at = close + 2;
  }
}

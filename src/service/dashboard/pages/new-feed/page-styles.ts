/** The letters of icon fonts, which are not loaded. */
const ICON = /(["'])(?:\\[0-9a-f]{1,6} ?)+\1/gi;
/** A letter that is written as an escape: CSS reads `\\75rl(` as `url(`. */
const ESCAPED_LETTER = /\\(?:0{0,4}([46][1-9a-f]|[57][0-9a])(?:\r\n|\s|(?![0-9a-f]))|([g-z]))/gi;
/** A rule that names another document, and a font. */
const LOADING_RULE = /@(?:import|font-face|namespace|charset|document)/gi;
/** A value that may load or run something. */
const LOADING_VALUE =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression|url-prefix)\s*\(/gi;
/** Bars and banners would cover the items; what a variable holds is not known. */
const FLOATING = /(?<![-\w])position\s*:(?!\s*(?:static|relative|absolute)\s*[;}!])[^;}{"'\]]*/gi;

/**
 * A style sheet without what loads: its rules and values become unknown ones, which browsers skip. Nothing in it
 * ends its element. The policy of the page refuses every load besides.
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

/** In one pass, however many comments are open. */
function withoutComments(css: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    const close = open < 0 ? -1 : css.indexOf('*/', open + 2);
    // What is left over of two comments opens none.
    const text = open < 0 ? css.slice(at) : css.slice(at, open);
    kept += text;
    if (close < 0) return kept.replaceAll('/*', '/ *');
    at = close + 2;
  }
}

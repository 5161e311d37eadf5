/** Characters of the sheets of a page that are kept, together. */
const MAX_LENGTH = 200_000;

/** The letters of icon fonts, which are not loaded. */
const ICON = /(["'])(?:\\[0-9a-f]{1,6} ?)+\1/gi;
/** A rule that names another document, and a font. */
const LOADING_RULE = /@(?:import|font-face|namespace|charset|document)/gi;
/** A value that may load or run something. */
const LOADING_VALUE =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression|url-prefix)\s*\(/gi;
const FLOATING = /position\s*:\s*(?:fixed|sticky)/gi;
/** What ends the element or hides a name: an end tag, an open comment, an escape of a letter or a digit. */
const UNSURE = /<[/!]|\/\*|\\(?![^0-9a-z\s])/i;

/**
 * The style sheets of a page without what loads: its rules and values become unknown ones, which
 * browsers skip. A sheet that holds anything unclear is left out as a whole. The policy of the page
 * refuses every load besides.
 */
export function safeStyles(sheets: readonly string[]): string {
  let left = MAX_LENGTH;
  const kept = sheets.flatMap((sheet) => {
    if (sheet.length > left) return [];
    const css = withoutComments(sheet)
      .replace(ICON, '""')
      .replace(LOADING_RULE, '@none')
      .replace(LOADING_VALUE, 'none(')
      .replace(FLOATING, 'position:static');
    if (css.trim() === '' || UNSURE.test(css)) return [];
    left -= sheet.length;
    return [`<style>${css}</style>`];
  });
  return kept.join('');
}

/** In one pass, however many comments are open. */
function withoutComments(css: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    if (open < 0) return kept + css.slice(at);
    kept += css.slice(at, open);
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return kept;
    at = close + 2;
  }
}

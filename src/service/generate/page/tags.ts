/** What the HTML standard says of element names, as far as building a tree needs it. */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID = set(
  'area base basefont br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements that begin and end a line of text. */
export const BLOCK = set(
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html label legend li main ' +
    'menu nav ol option p pre search section summary table tbody td tfoot th thead tr ul',
);

/** Start tags that end an open paragraph. */
export const CLOSES_P = set(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul',
);

/** The standard's "special" elements: an inline end tag does not reach through them. */
export const SPECIAL = set(
  'address applet article aside blockquote body button caption center dd details dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html li main menu nav ol p pre search section ' +
    'summary table tbody td tfoot th thead tr ul',
);

/** An end tag inside one of these does not close anything outside it. */
export const SCOPE = set('applet caption html marquee object table td th template');

/** Which open elements a start tag ends, and which ones it does not look beyond. */
export interface ImpliedEnd {
  ends: ReadonlySet<string>;
  stops: ReadonlySet<string>;
}

const LIST_STOPS = set(
  'ul ol menu dir dl table tbody tr td th section article aside main nav form fieldset blockquote html body',
);
const CELL: ImpliedEnd = { ends: set('td th'), stops: set('tr table html') };
const SECTION: ImpliedEnd = {
  ends: set('thead tbody tfoot caption colgroup'),
  stops: set('table html'),
};

export const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', { ends: set('li'), stops: LIST_STOPS }],
  ['dt', { ends: set('dt dd'), stops: LIST_STOPS }],
  ['dd', { ends: set('dt dd'), stops: LIST_STOPS }],
  ['td', CELL],
  ['th', CELL],
  ['tr', { ends: set('tr'), stops: set('table tbody thead tfoot html') }],
  ['thead', SECTION],
  ['tbody', SECTION],
  ['tfoot', SECTION],
]);

/** Their content is no text of the page. */
export const SKIPPED = set(
  'audio canvas iframe math noembed noframes noscript object select style svg template textarea video',
);

export const HEADING = set('h1 h2 h3 h4 h5 h6');

/** Element names of the HTML standard, as far as building a tree needs them. */

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

/** Pictures, films and controls: they separate the words before and after them. */
export const REPLACED = set(
  'audio canvas embed iframe img input math object select svg textarea video',
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

/** The open elements that a start tag ends, and those beyond which the search stops. */
interface ImpliedEnd {
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

/** Parts of a table; their tags end a select inside it. */
export const TABLE_PARTS = set('caption tbody td tfoot th thead tr');

/** Elements whose content is in a separate language. */
export const FOREIGN = set('math svg');

/** Elements in them that contain HTML. */
export const HTML_IN_FOREIGN = set('annotation-xml desc foreignobject mi mn mo ms mtext title');

/** Start tags that end an open drawing or formula. */
export const BREAKS_OUT = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li ' +
    'listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Of the elements whose content is not text, those that only their own end tag ends. */
export const SEALED = set('noscript object template');

/** Elements whose content is not text of the page. */
export const SKIPPED = set(
  'audio canvas iframe math noembed noframes noscript object select style svg template textarea video',
);

export const HEADING = set('h1 h2 h3 h4 h5 h6');

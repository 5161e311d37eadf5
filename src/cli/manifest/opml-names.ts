/** What OPML has no attribute for stands under this prefix; readers pass over it (OPML 2.0, "Extending OPML"). */
export const PREFIX = 'feedctl:';
export const NAMESPACE = 'urn:feedctl:opml';

/** Between the names of nested folders, in the name of the bundle that the inner one becomes. */
export const FOLDER_SEPARATOR = ' / ';

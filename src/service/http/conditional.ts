/** What a reader may compare its copy by. */
export interface Validators {
  /** With its quotes, and `W/` when weak. */
  etag: string;
  /** In whole seconds. */
  lastModified: Date;
}

/**
 * Whether a conditional GET (RFC 9110 section 13) gets 304. Entity tags are compared weakly; a date
 * counts only when there are none.
 */
export function isUnchanged(headers: Headers, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers.get('If-None-Match');
  if (noneMatch !== null) {
    return noneMatch.trim() === '*' || entityTags(noneMatch).includes(opaque(etag));
  }
  const since = Date.parse(headers.get('If-Modified-Since') ?? '');
  return lastModified.getTime() <= since;
}

/** The quoted parts; a bare one, which some readers send, counts as well. */
function entityTags(header: string): string[] {
  const tags = header.match(/"[^"]*"/g);
  return tags ?? header.split(',').map((tag) => `"${opaque(tag.trim())}"`);
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

/**
 * A line of cookies.txt: `domain, subdomains too, path, https only, expiry, name, value`, separated
 * by tabs.
 */
const COOKIE_LINE =
  /^(?:#HttpOnly_)?([^\s#]\S*)\t(TRUE|FALSE)\t([^\t]*)\t(TRUE|FALSE)\t(\d+)\t([^\t]+)\t(.*)$/gim;

/**
 * The Cookie header for an address from a `cookies.txt`, as browsers, curl and yt-dlp write it: the
 * format of Netscape, with the cookies of many sites.
 *
 * @param now milliseconds since the epoch: expired cookies are left out
 * @returns null for a text of another format; "" when the file has no cookie for the address
 */
export function cookiesFor(text: string, address: string, now: number): string | null {
  const lines = [...text.replaceAll('\r', '').matchAll(COOKIE_LINE)];
  if (lines.length === 0) return null;
  const { hostname, pathname, protocol } = new URL(address);
  const sent = lines.filter(([, domain = '', subdomains, path = '/', secure, expires]) => {
    const name = domain.toLowerCase().replace(/^\./, '');
    const isSub = subdomains === 'TRUE' && hostname.endsWith(`.${name}`);
    const isPath =
      path === '' || pathname === path || pathname.startsWith(path.replace(/\/?$/, '/'));
    const isLive = Number(expires) === 0 || Number(expires) * 1000 > now;
    return (
      (hostname === name || isSub) &&
      isPath &&
      isLive &&
      (secure === 'FALSE' || protocol === 'https:')
    );
  });
  // Longer paths are first (RFC 6265).
  sent.sort(([, , , a = ''], [, , , b = '']) => b.length - a.length);
  return sent.map(([, , , , , , name, value]) => `${name}=${value}`).join('; ');
}

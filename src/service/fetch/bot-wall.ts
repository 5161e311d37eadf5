/**
 * Texts of bot challenges of the usual vendors. Each is in the first kilobytes of the response;
 * none occurs in pages of sites that merely use the vendor.
 */
const WALL_TEXTS: ReadonlyArray<readonly [vendor: string, text: RegExp]> = [
  [
    'Cloudflare',
    /<title>Just a moment\.\.\.<\/title>|\/cdn-cgi\/challenge-platform\/[^"']*orchestrate/i,
  ],
  ['Cloudflare', /<title>Attention Required! \| Cloudflare<\/title>|cf-error-details/i],
  ['DataDome', /geo\.captcha-delivery\.com|ct\.captcha-delivery\.com/i],
  ['Vercel', /<title>Vercel Security Checkpoint<\/title>/i],
  [
    'Akamai',
    /errors\.edgesuite\.net|<title>Access Denied<\/title>[\s\S]{0,400}Reference&#32;&#35;/i,
  ],
  [
    'PerimeterX',
    /<title>Access to this page has been denied\.?<\/title>|captcha\.px-cdn\.net|id="px-captcha"/i,
  ],
  ['Imperva', /_Incapsula_Resource[\s\S]{0,400}incident_id/i],
];

const LOOKED_AT = 32_768;

/**
 * The vendor of a bot challenge, or null. A challenge is an error, never an empty feed.
 * @param text the response, or its start
 */
export function botWall(headers: Readonly<Record<string, string>>, text: string): string | null {
  if (headers['cf-mitigated'] === 'challenge') return 'Cloudflare';
  const start = text.slice(0, LOOKED_AT);
  return WALL_TEXTS.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

import type { HonoRequest } from 'hono';

/**
 * Whether the browser came over HTTPS, also when a proxy spoke it for us. Who forges the header gets
 * stricter cookies and links that do not work: nothing to gain.
 */
export function isHttps(request: HonoRequest): boolean {
  const forwarded = request.header('X-Forwarded-Proto') ?? '';
  return request.url.startsWith('https:') || /^\s*https\b/i.test(forwarded);
}

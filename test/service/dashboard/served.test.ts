import { expect, it } from 'vitest';
import { serviceLog } from '../../../src/service/http/service-log.js';
import { startServed } from '../../support/served.js';

it('keeps links out of the log, whatever becomes of them', async () => {
  const lines: string[] = [];
  const logger = serviceLog('info', (line) => lines.push(line));
  const served = await startServed({ logger });
  const { url } = await served.api<{ url: string }>('POST', '/dashboard/links');
  const link = new URL(url).searchParams.get('link') ?? '';
  const shown = await fetch(url);
  const cookie = shown.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const token = /name="form_token" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
  const follow = () =>
    fetch(new URL('/dashboard/sign-in', url), {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: new URL(url).origin, Cookie: cookie },
      body: new URLSearchParams({ form_token: token, link }),
    });
  expect((await follow()).headers.get('Location')).toBe('../dashboard/items');
  expect((await follow()).headers.get('Location')).toMatch(/dashboard\/sign-in\?answer=/);
  await served.stop();
  expect(lines.filter((line) => line.includes('/dashboard/sign-in'))).toHaveLength(3);
  expect(lines.join('\n')).not.toContain(link);
});

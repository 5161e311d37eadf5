// The pages of the dashboard with many feeds: time and size of each, as a browser gets them.
import { seededMachine, serveOn } from './served.js';

const FEEDS = 10_000;
const SAMPLES = 15;
/** Milliseconds and bytes of one page. */
const MAX_MS = 100;
const MAX_BYTES = 80_000;

const PAGES = [
  'items',
  'trouble',
  'feeds',
  'feeds/new',
  'bundles',
  'webhooks',
  'deliveries',
  'keys',
];

export const title = `Pages of the dashboard, ${FEEDS.toLocaleString('en')} feeds stored`;

export async function run() {
  const machine = await seededMachine({ feeds: FEEDS, itemsPerFeed: 5 });
  const server = await serveOn(machine, ['--no-refresh']);
  try {
    const headers = { Cookie: await signIn(server) };
    const rows = [];
    for (const page of PAGES) {
      const { ms, bytes } = await measure(`${server.url}/dashboard/${page}`, headers);
      rows.push({ what: `${page}: time`, value: ms, unit: 'ms', budget: MAX_MS });
      rows.push({
        what: `${page}: size`,
        value: bytes / 1000,
        unit: 'kB',
        budget: MAX_BYTES / 1000,
      });
    }
    return rows;
  } finally {
    await server.stop();
    machine.remove();
  }
}

/** The cookie of a session that was started with a one-time link. */
async function signIn({ url, token }) {
  const link = await fetch(`${url}/dashboard/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  const address = (await link.json()).url;
  const form = await fetch(address);
  const [visitor = ''] = (form.headers.get('Set-Cookie') ?? '').split(';');
  const [, formToken = ''] = /name="form_token" value="([^"]+)"/.exec(await form.text()) ?? [];
  const signedIn = await fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: visitor, Origin: url },
    body: new URLSearchParams({
      form_token: formToken,
      link: new URL(address).searchParams.get('link') ?? '',
    }),
  });
  const cookie = signedIn.headers.getSetCookie().find((line) => /_session=[^;]/.test(line));
  if (cookie === undefined) throw new Error(`Signing in failed: ${signedIn.status}`);
  return cookie.split(';')[0];
}

/** The shortest time of a page, which other work of the machine does not lengthen, and its size. */
async function measure(address, headers) {
  const times = [];
  let bytes = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const started = performance.now();
    const response = await fetch(address, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - started);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  }
  return { ms: Math.min(...times), bytes };
}

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../../src/service/app/index.js';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function startService(databasePath: string) {
  const server = await serve({ databasePath, port: 0, logLevel: 'silent', refresh: false });
  onTestFinished(() => server.stop());
  return server;
}

function machine() {
  const home = temporaryDirectory();
  const env = { FEEDCTL_CONFIG_DIR: join(home, 'config'), FEEDCTL_DATA_DIR: join(home, 'data') };
  return { env, database: join(home, 'data', 'feedctl.db') };
}

describe('feedctl dashboard', () => {
  it('prints a link of a remote service that signs in', async () => {
    const { env, database } = machine();
    const server = await startService(database);
    const { apiKey, apiSecret } = await server.service.issueOwnerKey('laptop');
    const remote = {
      ...env,
      FEEDCTL_BASE_URL: server.url,
      FEEDCTL_API_KEY: apiKey,
      FEEDCTL_API_SECRET: apiSecret,
    };
    const { code, stdout, stderr } = await run(['dashboard'], { env: remote });
    expect([code, stdout.startsWith(`${server.url}/dashboard/sign-in?link=`)]).toEqual([0, true]);
    expect(stderr).toContain('works once and expires in 10 minutes');
    expect((await fetch(stdout.trim())).status).toBe(200);
    const json = await run(['dashboard', '--json'], { env: remote });
    expect(Object.keys(JSON.parse(json.stdout))).toEqual(['url', 'expires_at']);
  });

  it('reaches the live service of this machine through its database', async () => {
    const { env, database } = machine();
    const made = await run(['bundles', 'create', '--name', 'one'], { env });
    expect(made.code).toBe(0);
    const server = await startService(database);
    const { code, stdout } = await run(['dashboard', '-q'], { env });
    expect(code).toBe(0);
    expect(stdout.startsWith(server.url)).toBe(true);
    const page = await (await fetch(stdout.trim())).text();
    const link = new URL(stdout.trim()).searchParams.get('link');
    expect(page).toContain(`name="link" value="${link}"`);
  });

  it('waits with --open for a service that is starting', async () => {
    const { env, database } = machine();
    const opening = run(['dashboard', '--open', '--json'], { env: { ...env, PATH: '' } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const server = await startService(database);
    const { code, stdout } = await opening;
    expect(code).toBe(0);
    expect(JSON.parse(stdout).url.startsWith(server.url)).toBe(true);
  });

  it('sends a browser from the address of the service to its dashboard', async () => {
    const { database } = machine();
    const { url } = await startService(database);
    const page = await fetch(url, { headers: { Accept: 'text/html,*/*' }, redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, 'dashboard/']);
    const program = await fetch(url, { headers: { Accept: 'application/json' } });
    expect(program.status).toBe(404);
  });

  it('says what to start when nothing serves the database', async () => {
    const { env } = machine();
    const { code, stdout, stderr } = await run(['dashboard'], { env });
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain('Start it: feedctl serve');
  });

  it('tells a service of somebody else from its own', async () => {
    const { createServer } = await import('node:http');
    const foreign = createServer(({ url }, response) => {
      const isList = url?.startsWith('/v1/feeds') === true;
      const body = isList ? '[]' : '{"message":"no"}';
      response.writeHead(isList ? 200 : 404, { 'Content-Type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void foreign.close());
    const address = foreign.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { env } = machine();
    const credentials = {
      ...env,
      FEEDCTL_BASE_URL: `http://127.0.0.1:${port}`,
      FEEDCTL_API_KEY: 'c_1',
      FEEDCTL_API_SECRET: 's_1',
    };
    const { code, stderr } = await run(['dashboard'], { env: credentials });
    expect(code).toBe(5);
    expect(stderr).toContain("This service has no dashboard: only feedctl's own service does.");
  });
});

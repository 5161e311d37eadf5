import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A service that creates feeds of these answers, in order of their addresses; it has none yet. */
async function withService(statuses: readonly number[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return response.end('[]');
    const { url } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const status = statuses[Number(new URL(url).pathname.slice(1))] ?? 500;
    response.statusCode = status;
    const error = { message: 'No.', statusCode: status, errors: [{ title: 'No', code: 'NO' }] };
    const feed = { id: 'f1', source_url: url, title: 'T', items: [] };
    return response.end(JSON.stringify(status < 300 ? feed : error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const home = temporaryDirectory();
  const file = join(home, 'feeds.yaml');
  const feeds = statuses.map((_, index) => ({ url: `https://example.com/${index}` }));
  writeFileSync(file, JSON.stringify({ feeds }));
  const env = {
    HOME: home,
    FEEDCTL_CONFIG_DIR: home,
    FEEDCTL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FEEDCTL_API_KEY: 'c_k',
    FEEDCTL_API_SECRET: 's_s',
  };
  return (...flags: string[]) => run(['apply', file, '--yes', ...flags], { env });
}

describe('what became of a plan', () => {
  it('counts the changes that were made and those that failed', async () => {
    const apply = await withService([201, 400, 201]);
    const { code, stdout } = await apply('--json');
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ done: 2, failed: 1, left: 0 });
    const { stdout: text, stderr } = await apply();
    expect(text).toContain('2 of 3 changes applied.');
    expect(stderr).toContain('1 of 3 changes failed.');
  });

  it('counts those that are left when it stops', async () => {
    const apply = await withService([201, 401, 401]);
    const { code, stdout, stderr } = await apply('--json');
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ done: 1, failed: 0, left: 2 });
    expect(stderr).toContain('Stopped after 1 of 3 changes.');
  });

  it('of nothing is said so', async () => {
    const apply = await withService([]);
    const { code, stdout } = await apply();
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nNothing to do\.\n$/);
  });
});

/** An account of two feeds, and `apply` with a file that has one of them, with another title. */
async function withAccount() {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const source_url = 'https://example.com/news';
  hosted.state().addFeed({ id: 'newsAAAAAAAAAAAA', source_url, title: 'News' });
  hosted.state().addFeed({ id: 'sportBBBBBBBBBBB', source_url: 'https://example.com/sport' });
  const home = temporaryDirectory();
  const file = join(home, 'feeds.yaml');
  writeFileSync(file, JSON.stringify({ feeds: [{ url: source_url, title: 'Harbour' }] }));
  const env = { HOME: home, ...hosted.variables };
  const apply = (...flags: string[]) =>
    run(['apply', file, '--yes', '--rate', 'none', ...flags], { env });
  const feeds = async () => JSON.parse((await run(['feeds', 'list', '--json'], { env })).stdout);
  return { hosted, apply, feeds };
}

it('changes a feed in place', async () => {
  const { apply, feeds } = await withAccount();
  expect(await apply()).toMatchObject({ code: 0 });
  expect(await feeds()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'newsAAAAAAAAAAAA', title: 'Harbour' }),
      expect.objectContaining({ id: 'sportBBBBBBBBBBB' }),
    ]),
  );
});

it.each([
  [404, 0],
  [403, 4],
])('deletes a feed; an answer of %d ends with %d', async (status, code) => {
  const { hosted, apply } = await withAccount();
  hosted.fault({ method: 'DELETE', fault: { kind: 'json', status, body: { message: 'No.' } } });
  expect(await apply('--prune', '--prune-max', '100')).toMatchObject({ code });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../fakes/hosted-dialect.js';
import { packedPackage } from '../support/packed-package.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Somebody's program, written against the types alone. */
const CONSUMER = `
import {
  ApiError,
  answerOf,
  ConfigurationError,
  FeedClient,
  type FeedClientOptions,
  type FeedSummary,
  NetworkError,
  parseToken,
} from 'feedctl';

const options: FeedClientOptions = {
  baseUrl: process.env.BASE_URL ?? '',
  ...parseToken(process.env.TOKEN ?? ''),
  retry: { retries: 1 },
  onResponse: ({ status, durationMs }) => void [status, durationMs],
};
const client = new FeedClient(options);
const feed = await client.createFeed({ url: 'https://example.com/' });
const bundle = await client.createBundle({ name: 'All', feeds: [feed.id] });
const rows = client.feeds({ limit: 10 });
const all: FeedSummary[] = [];
for await (const row of rows) all.push(row);
let refusal: unknown;
try {
  await client.getFeed('none');
} catch (error) {
  if (error instanceof ApiError) refusal = [error.status, error.code satisfies string | undefined];
  else if (error instanceof NetworkError) refusal = error.kind;
  else throw error;
}
try {
  new FeedClient({ ...options, baseUrl: 'http://example.com' });
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
}
const embedded = new FeedClient({ ...options, fetch: async (request: Request) => Response.json([request.url]) });
await embedded.request('GET', '/v1/feeds');

// @ts-expect-error: there is no such order
() => client.getFeed('f1', { sort: 'random' });
// @ts-expect-error: a feed is made from an address or from a keyword
() => client.createFeed({ region: 'US:en' });
// @ts-expect-error: items come with a whole feed only
() => all[0]?.items;

console.log(JSON.stringify({
  title: feed.items[0]?.title,
  members: bundle.feeds.length,
  listed: all.map(({ source_url }) => source_url),
  total: rows.total,
  refusal,
  status: answerOf(feed)?.status,
  version: client.service.version,
}));
`;

interface MetaFile {
  outputs: Record<
    string,
    { imports: { path: string; kind: string }[]; inputs: Record<string, unknown> }
  >;
}

describe('the package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feedctl-package-'));
    // What npm would publish, unpacked where a program would find it, with no dependency beside it.
    const { tarball } = await packedPackage();
    const target = join(folder, 'node_modules', 'feedctl');
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          strict: true,
          exactOptionalPropertyTypes: true,
          // The declarations themselves are checked, too.
          skipLibCheck: false,
          types: ['node'],
          typeRoots: [resolve('node_modules/@types')],
        },
        include: ['consumer.ts'],
      }),
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles into a strict program and runs in it, alone', async () => {
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    await run(process.execPath, [compiler, '--checkers', '1', '-p', folder]).catch(({ stdout }) =>
      expect.unreachable(stdout),
    );
    const hosted = await startHostedDialect();
    const { key, secret } = hosted.account;
    try {
      const { stdout, stderr } = await run(process.execPath, [join(folder, 'consumer.js')], {
        env: { ...process.env, BASE_URL: hosted.url, TOKEN: `${key}:${secret}` },
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        title: 'Article 1 of https://example.com/',
        members: 1,
        listed: ['https://example.com/'],
        total: 1,
        refusal: [404, 'feed_not_found'],
        status: 200,
        version: null,
      });
      expect(hosted.requests[0]?.headers['user-agent']).toBe(`feedctl/${version}`);
    } finally {
      await hosted.close();
    }
  });

  it('lists feeds where there is nothing but what browsers and workers have', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { FeedClient } from 'feedctl'", resolveDir: folder },
      ...{ bundle: true, format: 'iife', globalName: 'feedctl', platform: 'browser', write: false },
    });
    const web = { AbortController, Headers, Request, Response, TextDecoder, TextEncoder, URL };
    const more = { URLSearchParams, btoa, clearTimeout, fetch, performance, setTimeout };
    const context = createContext({ ...web, ...more });
    runInContext(outputFiles[0]?.text ?? '', context);
    const hosted = await startHostedDialect();
    onTestFinished(() => hosted.close());
    const { key: apiKey, secret: apiSecret } = hosted.account;
    const list = runInContext(
      `async (options) => {
        const client = new feedctl.FeedClient({ ...options, retry: { retries: 1 } });
        await client.createFeed({ url: 'https://example.com/' });
        const titles = [];
        for await (const { source_url } of client.feeds()) titles.push(source_url);
        return titles;
      }`,
      context,
    );
    const listed = await list({ baseUrl: hosted.url, apiKey, apiSecret });
    expect([...listed]).toEqual(['https://example.com/']);
  });

  it('has `identityOf` without the generator around it', async () => {
    const contents = "export { identityOf } from 'feedctl/generator'";
    const { outputFiles } = await build({
      ...{ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', write: false },
    });
    expect(outputFiles[0]?.text.length).toBeLessThan(20_000);
  });

  it('declares the client without the schemas behind it', () => {
    const declarations = readFileSync(
      join(folder, 'node_modules/feedctl/dist/types/client/index.d.ts'),
      'utf8',
    );
    expect(declarations).toContain('FeedClient');
    expect(declarations).not.toMatch(/zod|contract\//);
  });

  it('loads neither undici nor zod before the first request', () => {
    const { outputs }: MetaFile = JSON.parse(readFileSync('dist/meta.json', 'utf8'));
    const loaded = new Set<string>();
    const load = (path: string) => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const one of outputs[path]?.imports ?? []) {
        if (one.kind === 'import-statement') load(one.path);
      }
    };
    load('dist/index.js');
    const inputs = [...loaded].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
    expect(inputs).toContain('src/client/client.ts');
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
    expect([...loaded].filter((path) => path === 'zod' || path === 'undici')).toEqual([]);
  });
});

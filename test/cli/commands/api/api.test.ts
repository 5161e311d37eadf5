import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { VERSION_HEADER } from '../../../../src/contract/version.js';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { serveDocuments } from '../../../support/loopback-server.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;

beforeEach(async () => {
  hosted = await startHostedDialect();
});
afterEach(() => hosted.close());

function api(...argv: string[]) {
  const env = { FEEDCTL_CONFIG_DIR: temporaryDirectory(), ...hosted.variables };
  return run(['api', ...argv], { env });
}

function feeds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const source_url = `https://site-${index}.example`;
    return hosted.state().addFeed({ source_url, title: `Site ${index}` }).id;
  });
}

describe('api', () => {
  it('reads without a method', async () => {
    const [id] = feeds(1);
    const { code, stdout } = await api(`/v1/feeds/${id}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, title: 'Site 0' });
    expect(await api('GET', `/v1/feeds/${id}`)).toMatchObject({ code: 0, stdout });
  });

  it('writes fields, text or JSON', async () => {
    const [id] = feeds(1);
    const title = 'a=b "2026"';
    const { code, stdout } = await api('PATCH', `/v1/feeds/${id}`, '-F', `title=${title}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, title });
    const made = await api('/v1/bundles', '-F', 'name=All', '-F', `feeds=["${id}"]`);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'All', feeds: [{ id }] });
  });

  it('takes a text of digits in quotes', async () => {
    const made = await api('POST', '/v1/bundles', '--field', 'name="2026"', '-F', 'feeds=[]');
    expect(JSON.parse(made.stdout)).toMatchObject({ name: '2026' });
  });

  it('reads all pages as one array, or a row a line', async () => {
    const ids = feeds(250);
    const { code, stdout } = await api('/v1/feeds', '--paginate');
    expect(code).toBe(0);
    const rows: { id: string }[] = JSON.parse(stdout);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
    const lines = (await api('/v1/feeds', '--paginate', '-o', 'jsonl')).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const rest = await api('/v1/feeds', '--paginate', '--query', 'limit=30', '--query', 'offset=9');
    expect(JSON.parse(rest.stdout)).toEqual(rows.slice(9));
  });

  it.each([
    [['GET'], 'GET needs a path.'],
    [['GET', '/v1/feeds', 'more'], 'A request takes one method and one path'],
    [['FETCH', '/v1/feeds'], 'is not a supported HTTP method'],
    [['/v1/feeds', '-F', 'title'], '--field takes NAME=VALUE'],
    [['/v1/feeds', '-F', '=5'], '--field takes NAME=VALUE'],
    [['/v1/feeds', '--query', 'limit'], '--query takes NAME=VALUE'],
    [['/v1/feeds', '--query', '=5'], '--query takes NAME=VALUE'],
    [['/v1/feeds', '-F', 'a=1', '-F', 'a=2'], '--field a was given more than once.'],
    [['/v1/feeds', '-F', 'a=1', '--input', 'x'], '--field and --input cannot be combined'],
    [['GET', '/v1/feeds', '-F', 'limit=5'], 'Use --query limit=5'],
    [['/v1/feeds', '--fields', 'id'], '--fields does not apply to raw requests'],
    [['POST', '/v1/feeds', '--paginate'], '--paginate only works with GET.'],
    [['/v1/feeds', '--paginate', '-F', 'a=1'], '--paginate only works with GET.'],
  ])('%j is refused', async (argv, message) => {
    const { code, stdout, stderr } = await api(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('refuses to page through what is no list, and ends with the code of an error', async () => {
    const [id] = feeds(1);
    const single = await api(`/v1/feeds/${id}`, '--paginate');
    expect(single.code).toBe(2);
    expect(single.stderr).toContain(`Without --paginate: feedctl api GET /v1/feeds/${id}`);
    expect((await api('/v1/nothing', '--paginate')).code).toBe(3);
    hosted.fault({ fault: { kind: 'json', status: 400, body: { error: 'no' } } });
    expect(await api('/v1/feeds', '--paginate')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('GET /v1/feeds returned status 400.'),
    });
  });

  it.each([[1], [null], [{}], [{ id: 1 }]])('a list of %j has no pages', async (row) => {
    hosted.fault({ fault: { kind: 'json', status: 200, body: [row] } });
    const { code, stderr } = await api('/v1/feeds', '--paginate');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('/v1/feeds did not return a list of rows with an id.'),
    });
  });

  it.each([
    ['feedctl', { [VERSION_HEADER]: '0.1.0' }, { cursor: 'C', limit: '100' }],
    ['no other service', {}, undefined],
  ])('follows the cursor of %s', async (_, version, next) => {
    const row = (id: string) => ({ id });
    const headers = { ...version, link: '</v1/feeds?cursor=C>; rel="next"' };
    hosted.fault({ fault: { kind: 'json', status: 200, body: [row('a')], headers } });
    hosted.fault({ fault: { kind: 'json', status: 200, body: [row('b')], headers: version } });
    const { stdout } = await api('/v1/feeds', '--paginate', '--query', 'q=x');
    expect(JSON.parse(stdout)).toEqual(next === undefined ? [row('a')] : [row('a'), row('b')]);
    expect(hosted.requests.map(({ query }) => query)).toEqual([
      { q: 'x', offset: '0', limit: '100' },
      ...(next === undefined ? [] : [{ q: 'x', ...next }]),
    ]);
  });

  it('a body may have 1 MiB, and is sent as it is', async () => {
    const send = (stdin: string) =>
      run(['api', 'PUT', '/v1/echo', '--input', '-'], { env: hosted.variables, stdin });
    const largest = `"${'x'.repeat(1024 * 1024 - 2)}"`;
    expect((await send(largest)).code).toBe(3);
    expect(hosted.requests.map(({ body }) => JSON.stringify(body) === largest)).toEqual([true]);
    expect(await send(`${largest} `)).toMatchObject({ code: 2, stdout: '' });
    expect((await send('{')).stderr).toContain('The body in standard input is not JSON.');
    const file = join(temporaryDirectory(), 'body.json');
    writeFileSync(file, '{');
    expect((await api('/v1/echo', '--input', file)).stderr).toContain(`The body in ${file} is not`);
    expect(hosted.requests).toHaveLength(1);
  });
});

describe('an answer that is no JSON', () => {
  const text = 'a\u001b[31mb\nc\n';

  it.each([
    ['/v1/text', [], { code: 0, stdout: text, stderr: '' }],
    ['/v1/text', ['stdout'], { code: 0, stdout: 'ab\nc\n\n', stderr: '' }],
    ['/v1/none', [], { code: 0, stdout: '', stderr: '' }],
    [
      '/v1/400',
      [],
      { code: 5, stdout: '', stderr: /status 400.*\n.*not JSON \(no content type\)/ },
    ],
    [
      '/v1/html',
      [],
      { code: 3, stdout: 'gone', stderr: /status 404.*\n.*not JSON \(text\/html\)/ },
    ],
    [
      '/v1/json',
      [],
      { code: 3, stdout: '{}\n', stderr: /^Error: GET \/v1\/json returned .*404\.\n$/ },
    ],
  ] as const)('%s, on terminals %j', async (path, terminals, expected) => {
    const server = await serveDocuments({
      '/v1/text': text,
      '/v1/none': { status: 204 },
      '/v1/400': { status: 400 },
      '/v1/html': { status: 404, headers: { 'content-type': 'text/html' }, body: 'gone' },
      '/v1/json': { status: 404, body: '{}' },
    });
    onTestFinished(() => server.close());
    const env = { ...hosted.variables, FEEDCTL_BASE_URL: server.origin };
    const result = await run(['api', path], { env, terminals });
    const { stderr } = expected;
    expect(result).toEqual({
      ...expected,
      stderr: typeof stderr === 'string' ? stderr : expect.stringMatching(stderr),
    });
  });
});

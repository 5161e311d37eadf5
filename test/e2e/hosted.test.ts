import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../fakes/hosted-dialect.js';
import { Sandbox } from './sandbox.js';

let hosted: HostedDialect;
let sandbox: Sandbox;

beforeEach(async () => {
  hosted = await startHostedDialect();
  sandbox = new Sandbox(hosted.variables);
});
afterEach(() => hosted.close());

function addFeeds(count: number): void {
  for (let index = 0; index < count; index += 1) {
    hosted.state().addFeed({ source_url: `https://example.com/${index}` });
  }
}

describe('a service that is not our own', () => {
  it('is shown in JSON as it answered, unwrapped, whatever it adds', async () => {
    addFeeds(1);
    const listed = await sandbox.json('feeds', 'list');
    expect(listed).toMatchObject([{ source_url: 'https://example.com/0' }]);
    const [raw] = JSON.parse(await sandbox.output('api', 'GET', '/v1/feeds')).data;
    expect(listed).toEqual([raw]);
  });

  it('is shown to people in one form: the icon is its address', async () => {
    hosted.options.icons = 'object';
    const feed = hosted
      .state()
      .addFeed({ source_url: 'https://example.com/', icon: 'https://example.com/i.png' });
    const table = await sandbox.output('feeds', 'get', feed.id);
    expect(table).toContain('icon\thttps://example.com/i.png\n');
    expect(await sandbox.json('feeds', 'get', feed.id)).toMatchObject({
      icon: { url: 'https://example.com/i.png' },
    });
  });

  it('sends no extension and warns where it will read the text otherwise', async () => {
    const { code, stderr } = await sandbox.run([
      'feeds',
      'create',
      '--headline',
      'Solar sails',
      '-q',
      '-o',
      'id',
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'Warning: This service does not support the mode headline; it may treat "Solar sails" as a keyword search.\n',
    );
    const post = hosted.requests.find(({ method }) => method === 'POST');
    expect(post?.body).toEqual({ keyword: 'Solar sails', region: 'US:en' });
  });

  it('is not asked twice after an answer was lost', async () => {
    hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });
    const { code, stderr } = await sandbox.run(['feeds', 'create', '--url', 'https://example.com']);
    expect(code).toBe(0);
    expect(stderr).toContain('The response was lost, but the feed was created.');
    expect(hosted.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await sandbox.json('feeds', 'list')).toHaveLength(1);
  });

  it('that keeps saying "too many requests" is exit 6', async () => {
    hosted.fault({ fault: { kind: 'too-many-requests', retryAfter: '3600' }, times: 10 });
    const { code, stderr } = await sandbox.run(['feeds', 'list']);
    expect(code).toBe(6);
    expect(stderr).toContain('Hint: Try again in 3600 s.');
  });

  it('behind a gateway that fails is exit 7, without the page of the gateway', async () => {
    hosted.fault({ fault: { kind: 'html', status: 502 }, times: 10 });
    const { code, stdout, stderr } = await sandbox.run(['feeds', 'list', '--json']);
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'HTTP_502',
      statusCode: 502,
      message: expect.stringContaining('502'),
    });
    expect(stderr).not.toContain('<');
  });

  it('cannot colour the terminal with an error message', async () => {
    const body = {
      message: '\u001b[31mred\u0007',
      statusCode: 400,
      errors: [{ title: 't', code: 'x\u001b[0m' }],
    };
    hosted.fault({ fault: { kind: 'json', status: 400, body } });
    const { code, stderr } = await sandbox.run(['feeds', 'list']);
    expect({ code, stderr }).toEqual({ code: 5, stderr: 'Error: red (x)\n' });
  });
});

describe('a list', () => {
  it('holds as many rows as were asked for, over several pages', async () => {
    addFeeds(250);
    expect(await sandbox.json('feeds', 'list', '--limit', '230')).toHaveLength(230);
    expect(await sandbox.json('feeds', 'list', '--all')).toHaveLength(250);
    expect(await sandbox.json('feeds', 'list')).toHaveLength(100);
    expect(await sandbox.json('feeds', 'list', '--offset', '240')).toHaveLength(10);
  });

  it('that is cut short says so, with the whole next command', async () => {
    addFeeds(5);
    const first = await sandbox.run([
      'feeds',
      'list',
      '--limit',
      '2',
      '-o',
      'id',
      '--fields',
      'id',
    ]);
    expect(first.stderr).toBe(
      'Showing 2 feeds; there are 5. Next: feedctl feeds list -o id --fields id --offset 2 --limit 2\n',
    );
    const next = /Next: feedctl (.*)\n/.exec(first.stderr)?.[1]?.split(' ') ?? [];
    const second = await sandbox.run(next);
    expect(second.code).toBe(0);
    const all = await sandbox.output('feeds', 'list', '--all', '-o', 'id');
    expect(all.startsWith(first.stdout + second.stdout)).toBe(true);
    const last = await sandbox.run(['feeds', 'list', '--offset', '4', '--limit', '2']);
    expect(last.stderr).toBe('');
  });

  it('may be cut short where the service does not say how many there are', async () => {
    hosted.options.lists = 'array';
    addFeeds(3);
    const { stderr } = await sandbox.run(['feeds', 'list', '--limit', '2']);
    expect(stderr).toBe(
      'Showing 2 feeds; there may be more. Next: feedctl feeds list --offset 2 --limit 2\n',
    );
    expect((await sandbox.run(['feeds', 'list', '--limit', '2', '-q'])).stderr).toBe('');
  });

  it('streams: rows are out while the next page is still awaited', async () => {
    addFeeds(150);
    hosted.fault({ after: 1, fault: { kind: 'hang' } });
    const running = sandbox.start(['feeds', 'list', '--all', '-o', 'jsonl']);
    let rows = '';
    running.stdout.on('data', (chunk: Buffer) => {
      rows += chunk.toString();
    });
    await expect.poll(() => rows.split('\n').length - 1).toBeGreaterThan(90);
    running.kill('SIGINT');
    const { exitCode, stdout } = await running;
    expect(exitCode).toBe(130);
    // What was printed is whole: no row is cut in the middle.
    expect(() =>
      stdout
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row)),
    ).not.toThrow();
  });
});

describe('formats', () => {
  it('print the same rows', async () => {
    hosted.state().addFeed({ source_url: 'https://example.com/a,b', title: '=1+1 "x"\tä' });
    const [feed] = JSON.parse(await sandbox.output('feeds', 'list', '--json'));
    expect(await sandbox.output('feeds', 'list', '-o', 'id')).toBe(`${feed.id}\n`);
    expect(JSON.parse(await sandbox.output('feeds', 'list', '-o', 'jsonl'))).toEqual(feed);
    expect(await sandbox.output('feeds', 'list', '-o', 'csv', '--fields', 'title,source_url')).toBe(
      'title,source_url\r\n"\'=1+1 ""x""\tä","https://example.com/a,b"\r\n',
    );
    expect(await sandbox.output('feeds', 'list', '--fields', 'source_url,title')).toBe(
      'SOURCE_URL\tTITLE\nhttps://example.com/a,b\t=1+1 "x" ä\n',
    );
    expect(await sandbox.json('feeds', 'list', '--fields', 'id')).toEqual([{ id: feed.id }]);
    expect(await sandbox.json('feeds', 'get', feed.id, '--fields', 'id,items.title')).toEqual({
      id: feed.id,
      'items.title': expect.any(Array),
    });
  });

  it('of nothing are nothing: [] in JSON, no heading in a table', async () => {
    expect(await sandbox.output('feeds', 'list', '--json')).toBe('[]\n');
    expect(await sandbox.output('feeds', 'list', '-o', 'jsonl')).toBe('');
    expect(await sandbox.output('feeds', 'list', '-o', 'id')).toBe('');
    expect(await sandbox.output('feeds', 'list')).toBe('');
  });
});

describe('a raw call', () => {
  it('reads with a query and writes with a body', async () => {
    addFeeds(3);
    const listed = JSON.parse(
      await sandbox.output('api', 'get', 'v1/feeds', '--query', 'limit=1', '--query', 'offset=1'),
    );
    expect(listed).toMatchObject({ total: 3, offset: 1, limit: 1 });
    const { code, stdout } = await sandbox.run(
      ['api', 'PATCH', `/v1/feeds/${listed.data[0].id}`, '--input', '-'],
      { input: '{"title": "Renamed"}' },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Renamed' });
  });

  it('prints an error as it came and ends with its exit code', async () => {
    const { code, stdout, stderr } = await sandbox.run(['api', 'GET', '/v1/feeds/nope']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 404 });
    expect(stderr).toContain('GET /v1/feeds/nope returned status 404.');
  });

  it.each([
    ['/feeds', 'is not below /v1'],
    ['/v1/../admin', 'is not below /v1'],
    ['/v1/%2e%2e/admin', 'is not below /v1'],
    ['/v1/..%2fadmin', 'is not below /v1'],
    ['/v1/feeds/%2E%2E%5c%2e.%2Fadmin', 'is not below /v1'],
    ['http://u:p@evil.example/v1/feeds', 'leads away from'],
    ['//evil.example/v1/feeds', 'leads away from'],
    ['https://evil.example/v1/feeds', 'leads away from'],
    ['\\\\evil.example\\v1', 'leads away from'],
    ['/v1.evil/feeds', 'is not below /v1'],
  ])('never leaves the service: %s', async (path, message) => {
    const { code, stdout, stderr } = await sandbox.run(['api', 'GET', path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(hosted.requests).toEqual([]);
  });

  it('refuses a body that is no JSON', async () => {
    const { code, stderr } = await sandbox.run(['api', 'POST', '/v1/feeds', '--input', '-'], {
      input: '{"url": ',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('The body in standard input is not JSON.');
    expect(hosted.requests).toEqual([]);
  });

  it('does not follow a redirect', async () => {
    hosted.fault({ fault: { kind: 'redirect', location: 'https://evil.example/' } });
    const { code, stderr } = await sandbox.run(['api', 'GET', '/v1/feeds']);
    expect(code).toBe(7);
    expect(stderr).toContain('the redirect was not followed');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
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
  });
});

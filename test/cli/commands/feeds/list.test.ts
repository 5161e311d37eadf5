import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { numberedItems } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

async function ownAccount(titles: readonly string[]) {
  const source = await startSourceServer();
  onTestFinished(() => source.close());
  const env = { HOME: temporaryDirectory(), FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  const feedctl = (...argv: string[]) => run(argv, { env });
  for (const [index, title] of titles.entries()) {
    const url = source.publish(`/${index}.xml`, { title, items: numberedItems(1) });
    expect((await feedctl('feeds', 'create', '--url', url)).code).toBe(0);
  }
  return { feedctl, source };
}

async function foreignAccount() {
  const hosted = await startHostedDialect({ members: 'ids' });
  onTestFinished(() => hosted.close());
  for (const [title, is_active] of [
    ['Zebra', true],
    ['áccent', false],
    ['Beta', true],
  ] as const) {
    const source_url = `https://${title.length}.example/`;
    hosted.state().addFeed({ title, source_url, is_active, items: [] });
  }
  const env = { HOME: temporaryDirectory(), ...hosted.variables };
  return (...argv: string[]) => run(argv, { env });
}

function titles(stdout: string): string[] {
  return (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title);
}

describe('feeds list', () => {
  it('searches, sorts and filters in the service', async () => {
    const { feedctl, source } = await ownAccount(['Beta', 'alpha', 'Gamma']);
    const list = async (...options: string[]) =>
      titles((await feedctl('feeds', 'list', '--json', ...options)).stdout);

    expect(await list('--sort', 'title')).toEqual(['alpha', 'Beta', 'Gamma']);
    expect(await list('--search', 'A', '--sort', 'title', '--limit', '2')).toEqual([
      'alpha',
      'Beta',
    ]);
    expect(await list('--failing', '--inactive')).toEqual([]);

    source.on('/0.xml', (_, response) => response.writeHead(500).end());
    await feedctl('refresh', '--all');
    expect(await list('--failing')).toEqual(['Beta']);
    expect((await list('--sort', 'health'))[0]).toBe('Beta');

    const table = await feedctl('feeds', 'list', '--failing');
    expect(table.stdout).toContain('failing');
    expect(table.stdout).toContain('500');
  });

  it('names the command for the rest with the same choice', async () => {
    const { feedctl } = await ownAccount(['a 1', 'a 2', 'b']);
    const argv = ['feeds', 'list', '--search', 'a ', '--sort', 'title', '--limit', '1'];
    const { stderr } = await feedctl(...argv);
    expect(stderr).toContain("feedctl feeds list --search 'a ' --sort title --offset 1 --limit 1");
  });

  it('says that nothing was found', async () => {
    const { feedctl } = await ownAccount(['a']);
    expect(await feedctl('feeds', 'list', '--search', 'zzz', '--json')).toMatchObject({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
    const { stderr } = await feedctl('feeds', 'list', '--search', 'zzz');
    expect(stderr).toContain('No feed has "zzz" in its title or source address.');
    const { stderr: failing } = await feedctl('feeds', 'list', '--search', 'a', '--failing');
    expect(failing).toContain('No failing feed has "a" in its title or source address.');
    const { stderr: neither } = await feedctl('feeds', 'list', '--failing', '--inactive');
    expect(neither).toContain('No failing or inactive feeds.');
  });

  it('chooses among the feeds of another service itself', async () => {
    const feedctl = await foreignAccount();
    const list = async (...options: string[]) =>
      titles((await feedctl('feeds', 'list', '--json', ...options)).stdout);
    expect(await list('--search', 'ACC')).toEqual(['áccent']);
    expect(await list('--inactive')).toEqual(['áccent']);
    expect(await list('--sort', 'title', '--limit', '2')).toEqual(['Beta', 'Zebra']);
    expect(await list('--sort', 'title', '--limit', '2', '--offset', '1')).toEqual([
      'Zebra',
      'áccent',
    ]);
  });

  it.each([
    [['--failing'], 'which feeds are failing'],
    [['--failing', '--inactive'], 'which feeds are failing'],
    [['--sort', 'health'], 'the health of feeds'],
    [['--sort', 'last-item'], 'the date of the newest item'],
  ])('says what another service lacks: %j', async (options, what) => {
    const feedctl = await foreignAccount();
    const { code, stdout, stderr } = await feedctl('feeds', 'list', ...options);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain(`This service does not report ${what}`);
    expect(stderr).toContain('Run instead: feedctl');
  });
});

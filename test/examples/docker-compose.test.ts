import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../../src/cli/help-topics/environment.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const FOLDER = 'examples/docker-compose';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}

const { services, volumes, networks } = parse(
  readFileSync(join(FOLDER, 'compose.yaml'), 'utf8').replaceAll(
    /\$\{SITE_ADDRESS:\?[^}]*\}/g,
    'feeds.example.com',
  ),
) as Compose;
const feedctl = services.feedctl as Service;

describe('examples/docker-compose', () => {
  it('builds the image of deploy/ from the repository', () => {
    const { services: deployed } = parse(readFileSync('deploy/compose.yaml', 'utf8'), {
      merge: true,
    }) as Compose;
    expect(feedctl.image).toBe(deployed.api?.image);
    expect(feedctl.build?.dockerfile).toBe(deployed.api?.build?.dockerfile);
    const context = join(FOLDER, feedctl.build?.context ?? '');
    for (const file of ['package.json', 'src', feedctl.build?.dockerfile ?? 'none']) {
      expect(existsSync(join(context, file)), file).toBe(true);
    }
  });

  it('sets variables that feedctl and the Caddyfile read', () => {
    const names = Object.keys(feedctl.environment ?? {});
    expect(names).not.toEqual([]);
    for (const name of names) expect(environment()).toContain(`  ${name}\n`);
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    for (const name of Object.keys(services.proxy?.environment ?? {})) {
      expect(caddyfile).toContain(`{$${name}:`);
    }
  });

  it('mounts files and volumes that exist', () => {
    const sources = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((mount) => mount.split(':')[0] ?? ''),
    );
    expect(sources).toHaveLength(3);
    const missing = sources.filter((source) => !(source in volumes));
    expect(missing.filter((source) => !existsSync(join(FOLDER, source)))).toEqual([]);
  });

  it('publishes the ports of the proxy only, whose network feedctl trusts', () => {
    expect(feedctl.ports).toBeUndefined();
    expect(services.proxy?.environment?.UPSTREAM).toBe(
      `feedctl:${imageEnvironment().FEEDCTL_PORT}`,
    );
    expect(feedctl.command).toContain(networks.default.ipam.config[0]?.subnet);
  });

  it('starts with its command and its variables', async () => {
    const home = temporaryDirectory();
    const server = execa('bin/feedctl.js', [...(feedctl.command ?? []), '--port', '0', '--json'], {
      extendEnv: false,
      reject: false,
      env: {
        PATH: process.env.PATH,
        ...imageEnvironment(),
        ...feedctl.environment,
        // Not the network of the machine that runs the tests.
        FEEDCTL_HOST: '127.0.0.1',
        FEEDCTL_DATA_DIR: join(home, 'data'),
        FEEDCTL_CONFIG_DIR: join(home, 'config'),
      },
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    let text = '';
    for await (const chunk of server.stdout.iterator()) {
      text += chunk;
      if (text.trimEnd().endsWith('}')) break;
    }
    const { port } = new URL((JSON.parse(text) as { url: string }).url);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
});

/** Variables that the image sets. */
function imageEnvironment(): Record<string, string> {
  const text = readFileSync('deploy/Dockerfile', 'utf8').replaceAll(/\\\n/g, ' ');
  const [, pairs = ''] = /^ENV (.+)$/m.exec(text) ?? [];
  return Object.fromEntries(
    [...pairs.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
}

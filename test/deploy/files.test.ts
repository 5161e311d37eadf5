import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT_ENTRIES } from '../../src/cli/commands/index.js';
import { environment } from '../../src/cli/help-topics/environment.js';
import { globalOptions } from '../../src/cli/kit/globals.js';
import { longFlag } from '../../src/cli/kit/options.js';
import { isNoun, type Noun, type Verb } from '../../src/cli/verbs/verb.js';

const FILES = readdirSync('deploy').sort();
const DOCS = [
  'docs/self-hosting.md',
  'docs/scaling.md',
  'examples/docker-compose/compose.yaml',
  'examples/docker-compose/README.md',
];

/** Everything but comments in the shell's and the unit files' manner. */
function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** What is typed after `feedctl`, or given to the image as its command. */
function commandsIn(text: string): string[][] {
  const typed = [...text.matchAll(/(?:^|[\s`'"/])feedctl ((?:[a-z-]+ ?)+(?:[^\n`|>&;)]*))/gm)]
    .map(([, words = '']) => words.trim().split(/\s+/))
    .filter(([first = '']) => ROOT_ENTRIES.some(({ name }) => name === first));
  const given = [...text.matchAll(/command: \[(.+)\]/g)].map(([, words = '']) =>
    words.split(/,\s*/).map((word) => word.replace(/^['"]|['"]$/g, '')),
  );
  return [...typed, ...given];
}

/** Flags of the verb that the words lead to, with those of every verb. */
async function knownFlags(words: readonly string[]): Promise<string[]> {
  const [first, ...rest] = words;
  const entry = ROOT_ENTRIES.find(({ name }) => name === first);
  let member: Noun | Verb | undefined = await entry?.load();
  for (const word of rest) {
    if (member === undefined || !isNoun(member)) break;
    member = member.members.find(({ name }): boolean => name === word);
  }
  if (member === undefined) throw new Error(`There is no command: feedctl ${words.join(' ')}`);
  const own = isNoun(member) ? [] : Object.keys(member.options);
  return [...own, ...Object.keys(globalOptions)].map(longFlag).concat('--help', '--version');
}

describe.each([...FILES.map((name) => `deploy/${name}`), ...DOCS])('%s', (path) => {
  it('names commands and flags that there are', async () => {
    for (const words of commandsIn(read(path))) {
      const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
      const known = await knownFlags(words);
      expect(known, words.join(' ')).toEqual(expect.arrayContaining(flags));
    }
  });

  it('names variables that there are', () => {
    const named = read(path).match(/FEEDCTL_[A-Z_]+/g) ?? [];
    for (const name of named) expect(environment()).toContain(`  ${name}\n`);
  });
});

it('the files have commands to look at', () => {
  const all = [...FILES.map((name) => `deploy/${name}`), ...DOCS].flatMap((path) =>
    commandsIn(read(path)).map((words) => words.join(' ')),
  );
  expect(all.length).toBeGreaterThan(10);
  expect(all).toContainEqual(expect.stringMatching(/^serve --behind-proxy/));
});

describe('deploy/Dockerfile', () => {
  const lines = read('deploy/Dockerfile').replaceAll(/\\\n/g, ' ').split('\n');
  const instruction = (name: string) => lines.filter((line) => line.startsWith(`${name} `));

  it('runs as somebody who is not root, on a Node that feedctl supports', () => {
    expect(instruction('USER')).toEqual(['USER 10001:10001']);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const oldest = Number(/\d+/.exec(engines.node)?.[0]);
    for (const line of instruction('FROM')) {
      expect(Number(/node:(\d+)/.exec(line)?.[1])).toBeGreaterThanOrEqual(oldest);
    }
  });

  it('is built on one image, named by its digest, with the Node of the tarballs', () => {
    const [base, ...others] = instruction('FROM').map((line) => line.split(' ')[1]);
    expect(others).toEqual([base]);
    const [, version] = /node:([\d.]+)-\w+-slim@sha256:[0-9a-f]{64}$/.exec(base ?? '') ?? [];
    expect(read('scripts/release.js')).toContain(`const NODE = '${version}'`);
  });

  it('installs what the lockfile says', () => {
    const installs = lines.filter((line) => /npm (?:ci|install|i)\b/.test(line));
    expect(installs).toEqual([expect.stringMatching(/^RUN npm ci /)]);
  });

  it('asks a health endpoint that there is, in a program that parses', async () => {
    const [check = ''] = instruction('HEALTHCHECK');
    const words = JSON.parse(/CMD (\[.+\])$/.exec(check)?.[1] ?? '[]') as string[];
    expect(words.slice(0, 2)).toEqual(['node', '-e']);
    expect(() => new Function(words[2] ?? '(')).not.toThrow();
    expect(words[2]).toContain('/readyz');
    expect(read('src/service/http/health.ts')).toContain("'/readyz'");
  });

  it('copies only what the build context has', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    // What scripts/build.js reads.
    expect(kept).toEqual(expect.arrayContaining(['bin', 'src', 'scripts', 'tsconfig.types.json']));
    const [manifests = ''] = instruction('COPY');
    for (const file of ['package.json', 'package-lock.json']) {
      expect(manifests).toContain(file);
      expect(kept).toContain(file);
    }
    expect(kept.filter((name) => /env|secret|test/.test(name))).toEqual([]);
  });
});

describe('deploy/compose.yaml', () => {
  const { services, networks } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    networks: { default: { ipam: { config: { subnet: string }[] } } };
  };
  interface Service {
    command?: string[];
    environment?: Record<string, string>;
    deploy?: { replicas: number };
    healthcheck?: object;
    ports?: string[];
    build?: object;
  }

  it('is the API, two workers, PostgreSQL and a proxy', () => {
    expect(Object.keys(services)).toEqual(['api', 'worker', 'database', 'proxy']);
    expect(services.worker?.deploy?.replicas).toBe(2);
    expect(services.database?.healthcheck).toBeDefined();
    // Those of the API and the workers are in the image.
    expect(read('deploy/Dockerfile')).toContain('HEALTHCHECK');
  });

  it('lets the network in by the proxy alone, which the API knows', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    expect(services.api?.command).toContain(networks.default.ipam.config[0]?.subnet);
  });

  it('has no password in it', () => {
    const text = read('deploy/compose.yaml');
    expect(text.match(/PASSWORD: .*/g)).not.toBeNull();
    for (const [line] of text.matchAll(/PASSWORD: .*/g))
      expect(line).toContain('${POSTGRES_PASSWORD:?');
    expect(text).not.toMatch(/postgres:\/\/[^@\s]*:[^@\s]*@/);
  });
});

describe('deploy/feedctl.service', () => {
  const unit = read('deploy/feedctl.service');

  it('takes the codes of an asked-for end for success', () => {
    expect(unit).toContain('SuccessExitStatus=143 130');
  });

  it('gives serve more time to end than it takes itself', () => {
    const seconds = Number(/TimeoutStopSec=(\d+)s/.exec(unit)?.[1]);
    const graceMs = /GRACE_MS = ([\d_]+)/.exec(read('src/service/app/start-serving.ts'))?.[1];
    expect(seconds * 1000).toBeGreaterThan(2 * Number(graceMs?.replaceAll('_', '')));
  });

  it('may write where the database is, and nowhere else', () => {
    expect(unit).toContain('ProtectSystem=strict');
    expect(unit).toContain('StateDirectory=feedctl\n');
    expect(unit).toContain('FEEDCTL_DATA_DIR=/var/lib/feedctl\n');
  });
});

it('the unit of the backup is as confined as that of the service', () => {
  const confinement = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) =>
        /^(?:NoNew|Capability|Ambient|Protect|Private|Restrict(?:Addr|Name|Real|SUID)|RemoveIPC|Lock|Keyring|SystemCall|UMask|MemoryMax|TasksMax)/.test(
          line,
        ),
      )
      .sort();
  const service = confinement('deploy/feedctl.service');
  expect(service.length).toBeGreaterThan(20);
  expect(confinement('deploy/feedctl-backup.service')).toEqual(service);
});

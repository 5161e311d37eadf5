import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

const NAME = `feedctl-test-${process.pid}`;

/** The image is built from the registries of npm and of containers. */
const BUILD_MS = 900_000;

/** Tools that build and run an image without a daemon. */
const ENGINES = {
  podman: {
    build: ['build', '-f', 'deploy/Dockerfile', '-t', NAME, '.'],
    prepare: [],
    run: ['run', '--name', NAME],
    program: [NAME],
    remove: ['rm', '--force', NAME],
  },
  buildah: {
    build: ['build', '-f', 'deploy/Dockerfile', '-t', NAME, '.'],
    prepare: [['from', '--pull-never', '--name', NAME, NAME]],
    run: ['run'],
    // `buildah run` does not use the entry point of the image.
    program: [NAME, '--', 'feedctl'],
    remove: ['rm', NAME],
  },
} as const;

it('deploy/Dockerfile builds an image that serves', { tags: 'slow', timeout: BUILD_MS }, async ({
  skip,
}) => {
  const tool = await installedEngine();
  if (tool === undefined) return skip('neither podman nor buildah is installed');
  const engine = ENGINES[tool];
  const run = (...args: readonly string[]) => execa(tool, args);
  const attempt = (...args: readonly string[]) => execa(tool, args, { reject: false });
  const base = /^FROM (\S+)/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '';
  const pulled = await attempt('pull', base);
  skip(pulled.exitCode !== 0, `${tool} cannot pull ${base}: ${pulled.stderr}`);

  onTestFinished(async () => {
    await attempt(...engine.remove);
    await attempt('rmi', '--force', NAME);
  });
  await run(...engine.build);
  for (const args of engine.prepare) await run(...args);
  // The container shares the loopback interface of this machine, and listens on nothing else.
  const network = ['--network', 'host', '--env', 'FEEDCTL_HOST=127.0.0.1'];
  const serve = ['serve', '--port', '0', '--json'];
  const server = attempt(...engine.run, ...network, ...engine.program, ...serve);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server;
  });
  expect((await fetch(new URL('/readyz', await addressOf(server.stdout)))).status).toBe(200);
});

/** The first engine that runs on this machine. */
async function installedEngine(): Promise<keyof typeof ENGINES | undefined> {
  for (const tool of ['podman', 'buildah'] as const) {
    const { exitCode } = await execa(tool, ['--version'], { reject: false });
    if (exitCode === 0) return tool;
  }
  return undefined;
}

/** Address that `serve --json` prints once it listens. */
async function addressOf(stdout: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) return (JSON.parse(text) as { url: string }).url;
  }
  throw new Error(`The container ended before it listened: ${text}`);
}

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { type LoopbackServer, startServer } from '../support/loopback-server.js';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What `npm pack --json` says about a tarball. */
interface Tarball {
  name: string;
  filename: string;
  integrity: string;
}

/** A registry on loopback, and the tarball of feedctl that `npm publish` would send. */
export interface PackageRegistry extends LoopbackServer {
  tarball: string;
}

/**
 * Packs this repository as built, and serves its installed dependencies as a registry does. Packages of
 * other platforms are missing (404), as for npm they are optional.
 *
 * @param folder where the tarballs are written
 */
export async function startPackageRegistry(folder: string): Promise<PackageRegistry> {
  const manifests = installedDependencies();
  // No scripts: the suite has built dist/, and other tests are reading it.
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const paths = [...manifests.keys()].map((name) => `./${join('node_modules', name)}`);
  const { stdout } = await execa('npm', ['pack', ...options, '.', ...paths]);
  const packed = JSON.parse(stdout) as Tarball[];
  const tarballOf = (name: string) => packed.find((each) => each.name === name);
  const own = tarballOf('feedctl');
  if (own === undefined) throw new Error(`npm pack did not pack feedctl: ${stdout}`);
  const registry = await startServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const manifest = manifests.get(path);
    const tarball = tarballOf(path);
    if (manifest && tarball) {
      const { filename, integrity } = tarball;
      const dist = { integrity, tarball: `${registry.origin}/${filename}` };
      const { name, version } = manifest;
      const versions = { [version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (packed.some(({ filename }) => filename === path)) {
      createReadStream(join(folder, path)).pipe(response);
    } else {
      response.writeHead(404).end('{}');
    }
  });
  return { ...registry, tarball: join(folder, own.filename) };
}

/** Manifests of what an installation of this package needs and this machine has, by name. */
function installedDependencies(): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  const pending = Object.keys(manifestIn('.').dependencies ?? {});
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const folder = join('node_modules', name);
    if (found.has(name) || !existsSync(folder)) continue;
    const manifest = manifestIn(folder);
    found.set(name, manifest);
    const { dependencies, optionalDependencies } = manifest;
    pending.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return found;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

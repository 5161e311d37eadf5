import { createReadStream, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { type LoopbackServer, startServer } from '../support/loopback-server.js';
import { packedPackage } from '../support/packed-package.js';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
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
  const tarballs = new Map<string, string>();
  for (const name of manifests.keys()) tarballs.set(`${name}.tgz`, await pack(name, folder));
  const registry = await startServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const manifest = manifests.get(path);
    const tarball = tarballs.get(path);
    if (manifest) {
      const { name, version } = manifest;
      const dist = { tarball: `${registry.origin}/${name}.tgz` };
      const versions = { [version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (tarball) {
      createReadStream(tarball).pipe(response);
    } else {
      response.writeHead(404).end('{}');
    }
  });
  return { ...registry, tarball: (await packedPackage()).tarball };
}

/** Writes an installed package as a tarball, which npm also takes uncompressed. */
async function pack(name: string, folder: string): Promise<string> {
  const work = join(folder, name);
  mkdirSync(work, { recursive: true });
  symlinkSync(resolve('node_modules', name), join(work, 'package'));
  const tarball = join(work, 'packed.tgz');
  await execa('tar', ['-chf', tarball, '-C', work, 'package']);
  return tarball;
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

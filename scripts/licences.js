import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The licence texts of every package whose code is among the files of a bundle. */
export function licences(files) {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  return [...folders].sort().map(licence).join('\n\n');
}

/** The innermost package a file belongs to; some packages carry others without their manifest. */
function packageFolder(file) {
  const parts = file.split('/');
  for (let end = parts.length - 1; end > 0; end--) {
    const folder = parts.slice(0, end).join('/');
    if (/node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(folder) && hasManifest(folder)) return folder;
  }
  return undefined;
}

function hasManifest(folder) {
  return existsSync(`${folder}/package.json`);
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e([.-]|$)/i.test(entry));
  const text = file === undefined ? '' : `\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}`;
  return `--- ${name} ${version} (${license})${text}`;
}

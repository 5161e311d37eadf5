import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The packages whose code is among the files of a bundle, by name.
 * @returns {{ name: string, version: string, license: string }[]}
 */
export function bundledPackages(files) {
  return packageFolders(files).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return { name, version, license };
  });
}

/** The licence texts of every package whose code is among the files of a bundle. */
export function licences(files) {
  const copies = new Set(files.flatMap((file) => vendored(file) ?? []));
  return [...packageFolders(files).map(licence), ...[...copies].sort().map(copyLicence)].join(
    '\n\n',
  );
}

function packageFolders(files) {
  return [...new Set(files.flatMap((file) => packageFolder(file) ?? []))].sort();
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

/**
 * Packages that others carry a copy of, without a manifest or licence file: licence and copyright as
 * their own packages state them.
 */
const COPIED = {
  'ansi-styles': 'MIT, Copyright (c) Sindre Sorhus',
  'closure-compiler': 'BSD-3-Clause, Copyright 2011 The Closure Compiler Authors',
  'has-flag': 'MIT, Copyright (c) Sindre Sorhus',
  llhttp: 'MIT, Copyright Fedor Indutny, 2018',
  'node-postgres': 'MIT, Copyright (c) 2010-2014 Brian Carlson',
  'supports-color': 'MIT, Copyright (c) Sindre Sorhus',
};

/** Files that are copies without a folder of their own, by the end of their path. */
const COPIED_FILES = {
  '@colors/colors/lib/styles.js': 'ansi-styles',
  '@colors/colors/lib/system/has-flag.js': 'has-flag',
  '@colors/colors/lib/system/supports-colors.js': 'supports-color',
  'pg-connection-string/index.js': 'node-postgres',
  'source-map-js/lib/base64-vlq.js': 'closure-compiler',
};

/** "copy in package" for a file that a package copied from another one; else undefined. */
function vendored(file) {
  const name =
    /\/(?:vendor|lib(?=\/llhttp\/))\/([^/]+)\//.exec(file)?.[1] ??
    Object.entries(COPIED_FILES).find(([end]) => file.endsWith(`/${end}`))?.[1];
  const folder = packageFolder(file);
  if (name === undefined || folder === undefined || folder.endsWith(`/${name}`)) return undefined;
  return `${name} in ${folder.replace(/^.*node_modules\//, '')}`;
}

function copyLicence(copy) {
  const stated = COPIED[copy.split(' ')[0]];
  if (stated === undefined) {
    throw new Error(`The bundle has a copy of ${copy}. Add its licence to scripts/licences.js.`);
  }
  return `--- ${copy} (${stated})`;
}

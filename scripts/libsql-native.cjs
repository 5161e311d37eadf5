'use strict';
// Finds the native part of libsql. Its own way asks Node for a whole diagnostic report and loads
// child_process, 20 of 300 ms of a command, to tell two libraries apart that the executable names.
const { closeSync, openSync, readSync } = require('node:fs');
const { createRequire } = require('node:module');

const TARGETS = {
  'darwin arm64': () => 'darwin-arm64',
  'darwin x64': () => 'darwin-x64',
  'linux arm': () => (isMusl() ? 'linux-arm-musleabihf' : 'linux-arm-gnueabihf'),
  'linux arm64': () => (isMusl() ? 'linux-arm64-musl' : 'linux-arm64-gnu'),
  'linux x64': () => (isMusl() ? 'linux-x64-musl' : 'linux-x64-gnu'),
  'win32 x64': () => 'win32-x64-msvc',
};

module.exports = function requireNative() {
  const { platform, arch } = process;
  const target = TARGETS[`${platform} ${arch}`];
  if (target === undefined) throw new Error(`libsql has no build for ${platform} on ${arch}.`);
  // It is a dependency of libsql, and may be installed below it.
  return createRequire(require.resolve('libsql'))(`@libsql/${target()}`);
};

/** Whether Node uses musl, by the interpreter that its executable names (ELF, PT_INTERP). */
function isMusl() {
  const head = Buffer.alloc(4096);
  const file = openSync(process.execPath, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  const [, library] = /\/ld-(musl|linux)/.exec(head.toString('latin1')) ?? [];
  if (library !== undefined) return library === 'musl';
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}

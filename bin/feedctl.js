#!/usr/bin/env node
'use strict';
// CommonJS, and help without the program: an ES module here would cost 7 ms of 40.
const { existsSync, fstatSync, readFileSync, writeSync } = require('node:fs');

if (!printHelp(process.argv.slice(2))) run();

function run() {
  const command = commandName(process.argv.slice(2));
  // A server is to be optimised, and starts once.
  if (command !== null && command !== 'serve') {
    require('./compiled-code.js').keepCompiledCode(`${__dirname}/../dist`, command, process.env);
  }
  const { main } = require('../dist/cli.cjs');
  main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
    // After a signal, work that cannot be interrupted must not keep the user waiting. The timer
    // itself keeps nothing alive, and output is complete by now.
    if (code >= 128) setTimeout(() => process.exit(), 1000).unref();
  });
}

/**
 * Prints the version or a help text from dist/help/, which the build wrote. The program does that
 * where the text looks different: on a narrow terminal, and where colours are set otherwise.
 * @returns {boolean} false when nothing was printed
 */
function printHelp(argv) {
  const name = helpName(argv);
  if (name === null) return false;
  try {
    const stdout = fstatSync(1);
    const isPipe = stdout.isFile() || stdout.isFIFO() || stdout.isSocket();
    if (name !== '--version' && !(isPipe ? isPlain(process.env) : isUsual(process))) return false;
    const read = readFileSync(`${__dirname}/../dist/help/${name}.txt`, 'utf8');
    const text = Buffer.from(isPipe ? read.replace(/\u001b\[\d+m/g, '') : read);
    const written = writeSync(1, text);
    if (written < text.length) process.stdout.write(text.subarray(written));
    return true;
  } catch {
    // No such text, or a pipe that is full or closed: the program knows what to do.
    return false;
  }
}

/** Whether no colours are asked for in a pipe. */
function isPlain({ FORCE_COLOR, CLICOLOR_FORCE }) {
  return !FORCE_COLOR && !CLICOLOR_FORCE;
}

/** Whether stdout is a terminal that shows the texts as they are. */
function isUsual({ env, stdout }) {
  const settings = ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE'];
  if (env.TERM === 'dumb' || settings.some((name) => env[name] !== undefined)) return false;
  return stdout.isTTY && stdout.columns >= 80;
}

/** The name of the text that a command line asks for; null when it is no plain request for one. */
function helpName(argv) {
  const words = argv.filter((word) => /^[a-z][a-z-]*$/.test(word));
  const [flag] = argv.slice(-1);
  if (argv.length === 1 && (flag === '--version' || flag === '-V')) return '--version';
  if (words.length === argv.length && words[0] === 'help') return words.join('_');
  if (words.length !== argv.length - 1 || words[0] === 'help') return null;
  return flag === '--help' || flag === '-h' ? words.join('_') || '--help' : null;
}

/** The command with which a command line starts, as in the names of dist/help/; null when it is none. */
function commandName(argv) {
  const [noun, verb] = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
  const names = [`${noun}_${verb}`, `${noun}`].filter((name) => /^[a-z][a-z_-]*$/.test(name));
  return names.find((name) => existsSync(`${__dirname}/../dist/help/${name}.txt`)) ?? null;
}

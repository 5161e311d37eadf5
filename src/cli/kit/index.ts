/**
 * What verbs are written with, and what the main chunk is made of. Everything outside the main
 * chunk imports these modules through this one: the bundler makes a file of its own for every set
 * of importers, and each file costs a millisecond and more at start-up.
 */

export * from '../commands/index.js';
export * from '../verbs/verb.js';
export * from './arguments.js';
export * from './errors.js';
export * from './exit-codes.js';
export * from './globals.js';
export * from './options.js';
export * from './shell-words.js';
export * from './with-scheme.js';

/**
 * What verbs are written with, and what the main chunk is made of. Everything outside the main
 * chunk imports these modules through this one: the bundler makes a file of its own for every set
 * of importers, and each file costs a millisecond and more at start-up.
 */
export * from './arguments.js';
export * from './errors/cli-errors.js';
export * from './errors/endings.js';
export * from './exit-codes.js';
export * from './globals.js';
export * from './nouns.js';
export * from './options.js';
export * from './shell-words.js';
export * from './verb.js';
export * from './words.js';

/**
 * What verbs are written with, and what the main chunk is made of. Everything outside the main
 * chunk imports these modules through this one: the bundler makes a file of its own for every set
 * of importers, and each file costs a millisecond and more at start-up.
 */

export * from './errors/cli-errors.js';
export * from './errors/endings.js';
export * from './errors/exit-codes.js';
export * from './grammar/arguments.js';
export * from './grammar/globals.js';
export * from './grammar/nouns.js';
export * from './grammar/options.js';
export * from './grammar/shell-words.js';
export * from './grammar/verb.js';
export * from './grammar/with-scheme.js';
export * from './grammar/words.js';

/**
 * The modules that every command needs: options, arguments, errors and exit codes. Import them
 * only through this file: the bundler writes one file per set of importers, and each file
 * costs about 1 ms at start-up.
 */

export * from './address.js';
export * from './arguments.js';
export * from './errors.js';
export * from './exit-codes.js';
export * from './give-way.js';
export * from './globals.js';
export * from './options.js';
export * from './shell-words.js';

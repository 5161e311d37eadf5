/**
 * What the verbs of several nouns are made with. Import it through this file only, so that the bundler
 * writes one file. What only a running verb needs (`each`, `confirm`) is loaded by its `run`.
 */

export * from './delete.js';
export * from './feed-options.js';
export * from './list.js';
export * from './members.js';
export * from './select.js';
export * from './update.js';
export * from './views.js';

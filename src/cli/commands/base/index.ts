/**
 * What the verbs of several nouns are made with; one module for the reason given in frame.ts. What
 * only a running verb needs (`ids`, `each`, `confirm`) is loaded by its `run`.
 */

export * from './delete.js';
export * from './feed-options.js';
export * from './list.js';
export * from './members.js';
export * from './select.js';
export * from './update.js';
export * from './views.js';

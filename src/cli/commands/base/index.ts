/**
 * Shared parts of the verbs of several nouns, in one module so that start-up loads one file.
 * Modules that only a running verb needs (`each`, `confirm`) are loaded by its `run`.
 */

export * from './delete.js';
export * from './feed-options.js';
export * from './field-options.js';
export * from './filter-options.js';
export * from './list.js';
export * from './members.js';
export * from './option-groups.js';
export * from './render-options.js';
export * from './scopes.js';
export * from './select.js';
export * from './update.js';
export * from './views.js';

/** Building blocks for the verbs of several nouns. */

export * from './delete.js';
export * from './field-flags.js';
export * from './field-options.js';
export * from './list.js';
export * from './option-groups.js';
export * from './rate.js';
export * from './scopes.js';
export * from './update.js';
export * from './views.js';

/**
 * What the verbs of several nouns are made with; one module for the reason given in frame.ts. What
 * only a running verb needs (`ids`, `each`, `confirm`) is loaded by its `run`.
 */
export * from './created-view.js';
export * from './delete.js';
export * from './document-choice.js';
export * from './every.js';
export * from './file-format.js';
export * from './icon.js';
export * from './list.js';
export * from './members.js';
export * from './options.js';
export * from './rate.js';
export * from './samples.js';
export * from './select.js';
export * from './update.js';
export * from './views.js';

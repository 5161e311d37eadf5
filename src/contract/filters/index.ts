export * from './rule.js';
export * from './schemas.js';

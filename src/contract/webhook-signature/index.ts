export * from './standard.js';
export { signTv1, verifyTv1 } from './t-v1.js';
export type { WebhookHeaders } from './verification.js';
export { type SignatureScheme, TOLERANCE_SECONDS, type Verification } from './verification.js';
export { type SignedMessage, schemeOf, verifyWebhook } from './verify.js';

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { errorCode } from '../../base/errors.js';
import { readNamedFile } from '../../base/read-file.js';
import { ServiceError } from '../core/errors.js';

/** Files in PEM form. */
export interface TlsFiles {
  /** The certificate, followed by those of its issuers. */
  certFile: string;
  keyFile: string;
}

export interface TlsKeys {
  cert: string;
  key: string;
}

/**
 * Reads a certificate and its key. @throws ServiceError INVALID_FIELD with the file and its problem
 */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<TlsKeys> {
  const cert = await readPem(certFile, '--tls-cert');
  const key = await readPem(keyFile, '--tls-key');
  const certificate = parsedOrNull(() => new X509Certificate(cert));
  if (certificate === null) {
    throw invalidCertificate(`The file ${certFile} (--tls-cert) holds no certificate in PEM form.`);
  }
  const privateKey = parsedOrNull(() => createPrivateKey(key));
  if (privateKey === null) {
    throw invalidCertificate(
      `The file ${keyFile} (--tls-key) holds no private key in PEM form without a password.`,
    );
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw invalidCertificate(
      `The key in ${keyFile} does not belong to the certificate in ${certFile}.`,
    );
  }
  return { cert, key };
}

/** Maximum size of a certificate with its chain, and of a key. */
const MAX_PEM_BYTES = 1024 * 1024;

async function readPem(file: string, flag: string): Promise<string> {
  try {
    return (await readNamedFile(file, { limitBytes: MAX_PEM_BYTES })).toString('utf8');
  } catch (error) {
    const code = error instanceof RangeError ? 'it is too large' : errorCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${String(code)})`;
    throw invalidCertificate(`The file ${file} (${flag}) ${why}.`, error);
  }
}

function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

function invalidCertificate(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INVALID_FIELD', message, { cause });
}

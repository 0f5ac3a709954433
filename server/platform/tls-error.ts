const CERTIFICATE_ERROR = /CERT|SSL|TLS|SIGNATURE|ISSUER/

/** Returns whether Node's error code means that an encrypted connection failed, mostly because of a certificate. */
export const isCertificateError = (code: string): boolean => CERTIFICATE_ERROR.test(code)

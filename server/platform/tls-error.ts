const TLS_CODE = /CERT|SSL|TLS|SIGNATURE|ISSUER|^EPROTO$/

const UNTRUSTED = '证书由不受信任的机构签发；若是自有的机构，请运维将其证书加入 NODE_EXTRA_CA_CERTS'

/** The codes are Node's and OpenSSL's. */
const REASON_BY_CODE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书是自签名的；若确认可信，请运维将其加入 NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书由不受信任的机构签发，或证书链不完整',
  CERT_HAS_EXPIRED: '证书已过期，须由对方更换',
  CERT_NOT_YET_VALID: '证书尚未生效；请核对双方的时钟',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书与域名不符；请核对地址，或由对方更换证书',
  EPROTO: '协商失败；请核对对方在这个端口上是否使用TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: '对方在这个端口上没有使用TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: '对方在这个端口上没有使用TLS',
}

/** Returns whether Node's error code means that an encrypted connection failed, mostly because of a certificate. */
export const isTlsError = (code: string): boolean => TLS_CODE.test(code)

/**
 * Returns why an encrypted connection failed and what to do, in Chinese; `undefined` for a code without a description.
 */
export const describeTlsError = (code: string): string | undefined => REASON_BY_CODE[code]
